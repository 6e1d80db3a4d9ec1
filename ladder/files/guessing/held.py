"""What a cell holds: a day, a number, a result, a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ladder.files.guessing import days
from ladder.files.guessing.days import read_date
from ladder.files.guessing.results import BOOLEANS, NOTES, is_plain_result, read_score_number
from ladder.files.guessing.rows import AMOUNT

MOSTLY = 0.8


def is_value_cell(cell: str) -> bool:
    return is_day_cell(cell) or is_amount_cell(cell)


def is_day_cell(cell: str) -> bool:
    read = read_date(cell)
    return any(read[:2]) and read.written not in (days.SERIES, days.BARE)


def is_amount_cell(cell: str) -> bool:
    return bool(AMOUNT.fullmatch(cell))


def is_score_cell(cell: str) -> bool:
    """Say whether a cell holds how many sets, goals or points one player made, or why there are none."""
    return read_score_number(cell) is not None or cell.casefold() in NOTES


def is_name_cell(cell: str) -> bool:
    return not is_value_cell(cell) and any(map(str.isalpha, cell)) and cell.casefold() not in BOOLEANS


def are_result_cells(held: Sequence[str], alone: bool = False) -> bool:
    """Say whether a column says how matches ended. 1 and 0 may mean anything: they are no results in a column that
    stands `alone`, without a heading that says so.
    """
    if make_column_test(is_plain_result)(held):
        return True
    return not alone and len(set(held)) > 1 and {*held} <= {"1", "0", "0.5", "0,5", ".5", "½", "1/2"}


def make_column_test(test: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    """Return what says whether most cells of a column pass a test; equal cells are tested once."""
    return lambda held: sum(times for cell, times in Counter(held).items() if test(cell)) >= MOSTLY * len(held)
