"""The numbers of rows and the letters of columns in sentences: where several sheets are read, rows say the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ladder.files.cell_values import shorten_cell

ROWS_NAMED = 8  # rows that are named


class RowNumber(int):
    """The number of a row among those of several sheets; in a text it is its number in its own sheet."""

    own: int
    sheet: str

    @classmethod
    def build(cls, number: int, own: int, sheet: str) -> RowNumber:
        """Return the number of a row that has the number `own` in its sheet."""
        row = cls(number)
        row.own, row.sheet = own, shorten_cell(sheet)
        return row

    def __format__(self, spec: str) -> str:
        """Return the number in the sheet and the sheet: 7 of “March”."""
        return f"{self.own:{spec}} of “{self.sheet}”"

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
    own = [f"{number.own:,}" if isinstance(number, RowNumber) else f"{number:,}" for number in numbers]
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
