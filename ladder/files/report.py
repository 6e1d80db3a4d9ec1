"""Standings, changes and explanations as a plain table, CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from ladder.ratings import Counts, RatingSystem, ReplayStanding, StatementEntry, format_record

from .sheet import Problem

RANK = "Rank"
FORMATS = ("table", "csv", "json")
LINE = tuple(name for name in ReplayStanding._fields if name != "brought")
ENTRY = ("match", "date", "player", "before", "after", "change", "cause", "periods")
STEP = ("player", "rule", "title", "sentence", "sum", "value")
Row = Mapping[str, Any]
encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def line_row(line: ReplayStanding) -> Row:
    """Return a line of the standings; its counts are all that is known, and who brought any has these named, too."""
    row = line._asdict()
    brought = row.pop("brought")
    return row | {"brought": brought._asdict()} if brought != Counts() else row


def entry_row(entry: StatementEntry) -> Row:
    """Return one change; the ones by the clock have a cause and its number of periods."""
    match = None if entry.match is None else entry.match + 1
    change = entry.after - entry.before + 0
    values = (match, entry.day.isoformat(), entry.player, entry.before, entry.after, change)
    row = dict(zip(ENTRY, values, strict=False))
    return row if entry.cause is None else {**row, "cause": entry.cause, "periods": entry.periods}


def skipped_rows(problems: Iterable[Problem]) -> list[Row]:
    return [{"line": problem.line, "reason": problem.sentence} for problem in problems]


def write_json(stream: TextIO, about: Row, key: str, rows: Iterable[Row]) -> None:
    """Write an object whose last member is the list of rows, one a line, without holding them all."""
    head = encode({**about, key: []})
    stream.write(head[:-2])
    separator = "\n "
    for row in rows:
        stream.write(separator + encode(row))
        separator = ",\n "
    stream.write("]}\n")


def write_csv(stream: TextIO, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write the rows with a header; what isn't given is blank."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(column)) for column in columns] for row in rows)


def cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value


def write_table(stream: TextIO, columns: Sequence[str], rows: Iterable[Sequence[Any]], left: Iterable[str]) -> None:
    """Write aligned columns; those named in `left` hold words, the others figures."""
    from rich.cells import cell_len  # wide letters take two cells; only a table asks

    words = set(left)
    table = [list(columns), *([str(cell(value)) for value in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    for row in table:
        stream.write(aligned(row, columns, widths, words, cell_len).rstrip() + "\n")


def aligned(
    row: Sequence[str], columns: Sequence[str], widths: Sequence[int], words: set[str], length: Callable[[str], int]
) -> str:
    parts = []
    for text, column, width in zip(row, columns, widths, strict=True):
        gap = " " * (width - length(text))
        parts.append(text + gap if column in words else gap + text)
    return "  ".join(parts)


def standings_table(system: RatingSystem, lines: Iterable[ReplayStanding]) -> tuple[list[str], Iterator[list[Any]]]:
    """Return the headings and rows of the standings, with the columns that the system shows.

    Counts are of the matches that were rated; where anybody brought some, a column more says how many. Where somebody
    shares a rank, or has none, a column more has it, or says why.
    """
    columns, known = system.about.columns, list(lines)
    more: dict[str, Callable[[ReplayStanding], str]] = {}
    if any(line.brought.played for line in known):
        more["Brought"] = lambda line: f"{line.brought.played:,}"
    if any(line.rank_shown != str(line.rank) for line in known):
        more[RANK] = lambda line: line.rank_shown or line.no_rank
    headings = ["#", "Name", *(column.label for column in columns), *more]
    figures = ([figure(line, one.key, system) for one in columns] for line in known)
    others = ([of(line) for of in more.values()] for line in known)
    rows = zip(known, figures, others, strict=True)
    return headings, ([line.rank, line.name, *texts, *rest] for line, texts, rest in rows)


def figure(line: ReplayStanding, key: str, system: RatingSystem) -> str:
    """Return a cell: the experience is all that is known, a count that of the matches rated."""
    if key == "record":
        return format_record(system, line.here)
    printed = {"rating": "shown", "change": "change_shown"}
    source = line.here if key in Counts._fields else line
    value = getattr(source, printed.get(key, key))
    return value if isinstance(value, str) else f"{value:,}"
