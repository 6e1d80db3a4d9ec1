"""The numbers of rows and the letters of columns in sentences: where several sheets are read, rows say the sheet.

A row that was made of something else has the number of what it was made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from ladder.files.cell_values import shorten_cell
from ladder.formats import format_count

ROWS_NAMED = 8  # rows that are named


class RowNumber(int):
    """The number of a row among all that are read; in a text it is its number in its own sheet."""

    own: int
    sheet: str

    @classmethod
    def build(cls, number: int, own: int, sheet: str) -> RowNumber:
        """Return the number of a row that has the number `own` in its sheet."""
        row = cls(number)
        row.own, row.sheet = own, shorten_cell(sheet)
        return row

    def __format__(self, spec: str) -> str:
        """Return the number in the sheet, with the sheet if several are read: 7 of “March”."""
        return f"{self.own:{spec}} of “{self.sheet}”" if self.sheet else f"{self.own:{spec}}"

    __str__ = __repr__ = lambda self: format(self, ",")


def get_sheet_name(number: int) -> str:
    """Return the name of a row's sheet; "" if only one sheet is read."""
    return number.sheet if isinstance(number, RowNumber) else ""


def format_row_numbers(rows: Iterable[int]) -> str:
    """Return row numbers in words: row 7, or rows 7, 9 and 12; of many rows only the first are named."""
    numbers = sorted(rows)
    named = [(sheet, list(own)) for sheet, own in groupby(numbers[:ROWS_NAMED], get_sheet_name)]
    more = [f"{len(numbers) - ROWS_NAMED:,} more"] if len(numbers) > ROWS_NAMED else []
    if len(named) == 1:
        return format_sheet_rows(*named[0], more)
    return join_all([*(format_sheet_rows(sheet, own, []) for sheet, own in named), *more])


def join_all(parts: list[str]) -> str:
    """Return all parts with commas between them, and "and" before the last."""
    return " and ".join([*filter(None, [", ".join(parts[:-1])]), parts[-1]])


def begin_with_rows(rows: Iterable[int]) -> str:
    """Return row numbers in words as a sentence begins with them."""
    return "R" + format_row_numbers(rows)[1:]


def format_sheet_rows(sheet: str, numbers: list[int], more: list[str]) -> str:
    """Return the numbers of rows of one sheet in words, and how many more there are."""
    own = list(dict.fromkeys(f"{number.own if isinstance(number, RowNumber) else number:,}" for number in numbers))
    words = f"{'row' if len(own) == 1 else 'rows'} {join_all([*own, *more])}"
    return f"{words} of “{sheet}”" if sheet else words


def format_row_span(first: int, last: int) -> str:
    """Return the first and the last of several rows in words: 10 to 12."""
    if isinstance(first, RowNumber) and get_sheet_name(first) == get_sheet_name(last):
        return f"{first.own:,} to {last:,}"
    return f"{first:,} to {last:,}"


def format_column_letter(place: int) -> str:
    """Return the letter of a column in a spreadsheet; position 0 is A."""
    return chr(65 + place) if place < 26 else f"{chr(64 + place // 26)}{chr(65 + place % 26)}"


def name_rows_unread(rows: Iterable[int]) -> list[str]:
    """Return how many rows were not read, with their numbers; nothing if all were."""
    numbers = sorted(rows)
    where = format_row_numbers(numbers) if numbers else ""
    bare = where if any(map(get_sheet_name, numbers)) else where.partition(" ")[2]
    return [f"{format_count(len(numbers), 'row')} ({bare})"] if numbers else []


def name_columns_unread(headings: Mapping[int, str]) -> list[str]:
    """Return how many columns were not read, with their headings or letters; nothing if all were."""
    named = [f"“{shorten_cell(text)}”" if text else format_column_letter(place) for place, text in headings.items()]
    return [f"{format_count(len(named), 'column')} ({join_some(named)})"] if named else []


def join_some(parts: list[str]) -> str:
    """Return the first of some parts as a text, and how many more there are."""
    more = [f"{len(parts) - ROWS_NAMED:,} more"] if len(parts) > ROWS_NAMED else []
    return join_all([*parts[:ROWS_NAMED], *more])
