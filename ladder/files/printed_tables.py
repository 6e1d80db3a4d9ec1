"""Tables of standings, changes and steps as aligned text, CSV, JSON or XLSX.

In CSV and XLSX no cell is a formula, whatever a player is called.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from ladder.files.cell_values import escape_row
from ladder.files.csv_grid import FileProblem
from ladder.ratings import Counts, RatingSystem, ReplayStanding, StatementEntry

RANK_HEADING = "Rank"
PRINTED_FORMATS = ("table", "csv", "json")
PRINTED_STANDING_COLUMNS = tuple(name for name in ReplayStanding._fields if name not in ("brought", "state"))
CHANGE_COLUMNS = ("match", "date", "player", "before", "after", "change", "cause", "periods")
STEP_COLUMNS = ("player", "rule", "title", "sentence", "sum", "value")
PrintedRow = Mapping[str, Any]
encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

DownloadRows = Iterable[Sequence[Any]]
UNPRINTABLE_LETTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # XML can't hold them


def build_standing_row(line: ReplayStanding) -> PrintedRow:
    """Return a standing as JSON prints it, with all counts; those from before the first match are named as well."""
    row = line._asdict()
    brought = row.pop("brought")
    del row["state"]
    return row | {"brought": brought._asdict()} if brought != Counts() else row


def build_change_row(system: RatingSystem, entry: StatementEntry) -> PrintedRow:
    """Return a rating change as it is printed.

    One that time alone made has a cause and a number of periods; one that a match of others made has a cause.
    """
    match = None if entry.match is None else entry.match + 1
    change = entry.after - entry.before + 0
    before, after = system.entered(entry.before) + 0, system.entered(entry.after) + 0
    values = (match, entry.day.isoformat(), entry.player, before, after, change)
    row = dict(zip(CHANGE_COLUMNS, values, strict=False))
    if entry.cause is None:
        return row
    return {**row, "cause": entry.cause, **({"periods": entry.periods} if entry.periods else {})}


def build_skipped_rows(problems: Iterable[FileProblem]) -> list[PrintedRow]:
    """Return line and reason of each row that was left out."""
    return [{"line": problem.line, "reason": problem.sentence} for problem in problems]


def write_json_rows(stream: TextIO, about: PrintedRow, key: str, rows: Iterable[PrintedRow]) -> None:
    """Write an object whose last member is the list of rows, one a line; only one row is in memory at a time."""
    head = encode({**about, key: []})
    stream.write(head[:-2])
    separator = "\n "
    for row in rows:
        stream.write(separator + encode(row))
        separator = ",\n "
    stream.write("]}\n")


def write_csv_rows(stream: TextIO, columns: Sequence[str], rows: Iterable[PrintedRow]) -> None:
    """Write the rows as CSV with a header; values that a row doesn't have are blank."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([format_printed_cell(row.get(column)) for column in columns] for row in rows)


def format_printed_cell(value: Any) -> Any:
    """Return a value for a cell: yes or no for a bool, a blank text for None, else the value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value


def write_aligned_table(
    stream: TextIO, columns: Sequence[str], rows: Iterable[Sequence[Any]], left: Iterable[str]
) -> None:
    """Write the rows as aligned text; columns in `left` are aligned to the left, all others to the right."""
    from rich.cells import cell_len  # wide letters take two cells; only a table asks

    words = set(left)
    table = [list(columns), *([str(format_printed_cell(value)) for value in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    for row in table:
        stream.write(align_row(row, columns, widths, words, cell_len).rstrip() + "\n")


def align_row(
    row: Sequence[str], columns: Sequence[str], widths: Sequence[int], words: set[str], length: Callable[[str], int]
) -> str:
    """Return a row as one line of text; `length` says how many cells of a terminal a text takes."""
    parts = []
    for text, column, width in zip(row, columns, widths, strict=True):
        gap = " " * (width - length(text))
        parts.append(text + gap if column in words else gap + text)
    return "  ".join(parts)


def build_printed_standings(
    system: RatingSystem, lines: Iterable[ReplayStanding]
) -> tuple[list[str], Iterator[list[Any]]]:
    """Return the headings and rows of the standings, with the columns that the system shows.

    Counts are of the matches that were rated; where anybody brought some, a column more says how many. Where somebody
    shares a rank, or has none, a column more has it, or says why.
    """
    about, known = system.about, list(lines)
    columns = [column for column in about.columns if column.shown_on != "pages"]
    more: dict[str, Callable[[ReplayStanding], str]] = {}
    if any(line.brought.played for line in known):
        more["Brought"] = lambda line: f"{line.brought.played:,}"
    if any(line.rank_shown != str(line.rank) for line in known):
        more[RANK_HEADING] = lambda line: line.rank_shown or line.no_rank
    changes = [about.change_label] if about.change_label else []
    headings = ["#", "Name", about.rating_label, *changes, *(column.label for column in columns), *more]
    figures = (
        [
            line.shown,
            *([line.change_shown] if about.change_label else []),
            *(one.value(line.figures) for one in columns),
        ]
        for line in known
    )
    others = ([of(line) for of in more.values()] for line in known)
    rows = zip(known, figures, others, strict=True)
    return headings, ([line.rank, line.name, *texts, *rest] for line, texts, rest in rows)


def build_csv(rows: DownloadRows) -> bytes:
    """Return the rows as CSV in UTF-8, with the mark at its start by which Excel knows UTF-8."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(escape_row, rows))
    return text.getvalue().encode("utf-8-sig", "replace")


def build_xlsx(rows: DownloadRows, title: str) -> bytes:
    """Return the rows as an XLSX workbook of one sheet; every text is stored as a text, never as a formula."""
    from openpyxl import Workbook  # slow to import, and seldom wanted

    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\\*?:/\[\]]", " ", UNPRINTABLE_LETTERS.sub(" ", title))[:31] or "Sheet")
    sheet.freeze_panes = "A2"
    for row in map(escape_row, rows):
        sheet.append([build_text_cell(sheet, value) if isinstance(value, str) else value for value in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def build_text_cell(sheet: Any, text: str) -> Any:
    """Return a cell that is a text even where it looks like a formula or an error; None for a blank one."""
    from openpyxl.cell import WriteOnlyCell

    if text[:1] not in ("=", "#"):
        return UNPRINTABLE_LETTERS.sub("�", text) or None
    cell = WriteOnlyCell(sheet, UNPRINTABLE_LETTERS.sub("�", text))
    cell.data_type = "s"
    return cell
