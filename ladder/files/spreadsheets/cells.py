"""Cells of any kind as texts, and how many of them a file may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from ladder.files.sheet import FileError

Rows = list[list[str]]
MOST_ROWS = 20_000
MOST_COLUMNS = 40
LONGEST_CELL = 200  # characters; a name has at most 80
TOO_LONG = f"The file has more than {MOST_ROWS:,} rows. Split it, and import the parts one after the other."
TOO_WIDE = f"The file has more than {MOST_COLUMNS} columns. Leave out those that don't say who played, when or how."
EXACT = 10**15  # a whole number above this is not told exactly by a spreadsheet


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
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return "" if value is None else tidy_text(str(value))


def tidy_text(text: str) -> str:
    """Return a text on one line, with single blanks, that any encoding can write; a very long one is cut."""
    return " ".join(text[: 10 * LONGEST_CELL].split())[:LONGEST_CELL].encode(errors="replace").decode()


def limit_rows(found: Iterable[Iterable[str]]) -> Iterator[list[str]]:
    """Give the rows without blank cells at their end.

    Raises: FileError, where there are more rows or columns than a file may have.
    """
    for number, cells in enumerate(found, start=1):
        row = list(cells)
        while row and not row[-1]:
            row.pop()
        if row and number > MOST_ROWS:
            raise FileError(TOO_LONG, number)
        if len(row) > MOST_COLUMNS:
            raise FileError(TOO_WIDE, number)
        yield row


def drop_blank_end(rows: Rows) -> Rows:
    """Return the rows up to the last that isn't blank. Raises: FileError, "The file is empty." """
    while rows and not rows[-1]:
        rows.pop()
    if not rows:
        raise FileError("The file is empty.")
    return rows
