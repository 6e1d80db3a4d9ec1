"""The sheets of a workbook as rows of texts, within what a file may have.

The limits hold for all sheets together. A sheet that doesn't fit says why, so that the others can be read.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from ladder.files.cell_lines import join_cell_lines
from ladder.files.cell_values import drop_unseen_letters, write_plain_digits
from ladder.files.csv_grid import FileError

Rows = list[list[str]]
MOST_SHEET_ROWS = 20_000
MOST_COLUMNS = 100  # the files of a tennis federation have 49
MOST_SHEETS = 200  # one a week for almost four years
MOST_ROWS_SEEN = 5 * MOST_SHEET_ROWS  # of all sheets, with those that are too long and blank ones
MOST_LETTERS = 16 * 1024 * 1024  # of all cells: a file may say a row once for very many
LONGEST_CELL = 200  # characters; a name has at most 80
TOO_LONG = f"The file has more than {MOST_SHEET_ROWS:,} rows. Split it, and import the parts one after the other."
SHEET_TOO_WIDE = (
    f"The file has more than {MOST_COLUMNS} columns. Leave out those that don't say who played, when or how."
)
TOO_LONG_TOGETHER = (
    f"With the other sheets the file has more than {MOST_SHEET_ROWS:,} rows. Save this sheet as its own file."
)
TOO_MANY_SHEETS = f"The file has more than {MOST_SHEETS} sheets. Split it, and import the parts one after the other."
TOO_MUCH_TEXT = "There is far too much text. Save the sheet with the matches as CSV."
EMPTY_FILE = "The file is empty."
LARGEST_EXACT_NUMBER = 10**15  # a whole number above this is not told exactly by a spreadsheet


class Sheet(NamedTuple):
    """A sheet of a file with its name, which is "" in a text; it has no rows if it is empty, or has a fault."""

    name: str
    rows: Rows
    is_hidden: bool = False
    is_shown: bool = False  # it is the one that a spreadsheet shows first
    fault: str = ""  # why it can't be read
    columns: Sequence[int] = ()  # where its columns stand in the file, if it is one of several tables of a sheet
    hidden_rows: Sequence[int] = ()  # the numbers of those that are hidden, also by a filter
    struck_rows: Sequence[int] = ()  # the numbers of those that are struck out
    remarks: Sequence[str] = ()  # how its rows were made of something else, if they were
    numbers: Sequence[int] = ()  # those that its rows have in the file, where they were laid out anew
    unused: Sequence[str] = ()  # what no row was made of, in words


class RowMarks(NamedTuple):
    """The numbers of the rows of a sheet that are hidden and of those that are struck out, as far as it was read."""

    hidden: list[int]
    struck: list[int]


NO_ROW_MARKS = RowMarks([], [])


class OpenedSheet(NamedTuple):
    """A sheet whose rows are still to be read, its position in the file, and the marks of the rows that were read."""

    position: int
    sheet: Sheet
    found: Iterable[Iterable[str]]
    marks: RowMarks = NO_ROW_MARKS


def format_cell_text(value: Any) -> str:
    """Return a cell as a text: a date as 2026-11-21, a moment as 2026-11-21T20:15:00, a whole number without .0."""
    if isinstance(value, bool):
        return str(value).upper()  # 1 could be a score
    if isinstance(value, timedelta):
        minutes, seconds = divmod(int(value.total_seconds()), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, datetime):
        whole_day = value.time() == time(0)
        return value.date().isoformat() if whole_day else value.isoformat(timespec="seconds")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_EXACT_NUMBER:
        return str(int(value))
    return "" if value is None else tidy_cell(str(value))


def tidy_text(text: str) -> str:
    """Return a text on one line, with single blanks, that any encoding can write; a very long one is cut.

    Letters that nobody sees go, such as blanks without width. Digits of other scripts become 0 to 9 where no letters
    are beside them.
    """
    tidy = " ".join(text[: 10 * LONGEST_CELL].split())[:LONGEST_CELL]
    if tidy.isascii():
        return tidy
    tidy = " ".join(drop_unseen_letters(tidy).split()).encode(errors="replace").decode()
    return tidy if any(map(str.isalpha, tidy)) else write_plain_digits(tidy)


def tidy_cell(text: str) -> str:
    """Return the text of a cell likewise, but with the breaks between its lines."""
    if "\n" not in text and "\r" not in text:
        return tidy_text(text)
    return "\n".join(filter(None, map(tidy_text, text[: 10 * LONGEST_CELL].splitlines())))[:LONGEST_CELL]


def limit_rows(found: Iterable[Iterable[str]]) -> Iterator[list[str]]:
    """Yield the rows without blank cells at their end.

    Raises: FileError when there are more rows or columns than a file may have.
    """
    for number, cells in enumerate(found, start=1):
        row = list(cells)
        while row and not row[-1]:
            row.pop()
        if row and number > MOST_SHEET_ROWS:
            raise FileError(TOO_LONG, number)
        if len(row) > MOST_COLUMNS:
            raise FileError(SHEET_TOO_WIDE, number)
        yield row


def drop_blank_end(rows: Rows) -> Rows:
    """Return the rows up to the last that isn't blank."""
    while rows and not rows[-1]:
        rows.pop()
    return rows


def gather_sheets(opened: Iterable[OpenedSheet]) -> list[Sheet]:
    """Return the sheets in the order of the file, with as many rows as all may have together.

    Raises: FileError when there are too many sheets.
    """
    sheets: dict[int, Sheet] = {}
    limits = SharedLimits()
    for one in opened:
        if len(sheets) == MOST_SHEETS:
            raise FileError(TOO_MANY_SHEETS)
        try:
            rows = limits.read_rows(one.found)
            sheets[one.position] = one.sheet._replace(
                rows=rows, hidden_rows=tuple(one.marks.hidden), struck_rows=tuple(one.marks.struck)
            )
        except FileError as error:
            sheets[one.position] = one.sheet._replace(fault=str(error))
    return [sheets[position] for position in sorted(sheets)]


class SharedLimits:
    """What the sheets of a file may have together; it counts what was read."""

    rows_seen = rows_kept = letters = 0

    def read_rows(self, found: Iterable[Iterable[str]]) -> Rows:
        """Return the rows of a sheet. Raises: FileError when there are too many rows, columns or letters."""
        rows = join_cell_lines(drop_blank_end(list(self.count_rows(limit_rows(found)))))
        letters = sum(map(len, itertools.chain.from_iterable(rows)))
        if self.rows_kept + len(rows) > MOST_SHEET_ROWS:
            raise FileError(TOO_LONG_TOGETHER)
        if self.letters + letters > MOST_LETTERS:
            raise FileError(TOO_MUCH_TEXT)
        self.rows_kept += len(rows)
        self.letters += letters
        return rows

    def count_rows(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        """Yield the rows as long as not too many were seen. Raises: FileError."""
        for row in rows:
            self.rows_seen += 1
            if self.rows_seen > MOST_ROWS_SEEN:
                raise FileError(TOO_LONG_TOGETHER)
            yield row
