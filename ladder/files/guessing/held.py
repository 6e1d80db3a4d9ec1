"""What a cell holds: a day, a number, a result, a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from . import days
from .results import BOOLEANS, NOTES, is_plain, number_of
from .rows import AMOUNT

MOSTLY = 0.8


def is_value(cell: str) -> bool:
    return is_day(cell) or is_amount(cell)


def is_day(cell: str) -> bool:
    read = days.read(cell)
    return any(read[:2]) and read.written not in (days.SERIES, days.BARE)


def is_amount(cell: str) -> bool:
    return bool(AMOUNT.fullmatch(cell))


def is_score(cell: str) -> bool:
    """Say whether a cell holds how many sets, goals or points one player made, or why there are none."""
    return number_of(cell) is not None or cell.casefold() in NOTES


def is_name(cell: str) -> bool:
    return not is_value(cell) and any(map(str.isalpha, cell)) and cell.casefold() not in BOOLEANS


def are_results(held: Sequence[str], alone: bool = False) -> bool:
    """Say whether a column says how matches ended. 1 and 0 may mean anything: they are no results in a column that
    stands `alone`, without a heading that says so.
    """
    if mostly(is_plain)(held):
        return True
    return not alone and len(set(held)) > 1 and {*held} <= {"1", "0", "0.5", "0,5", ".5", "½", "1/2"}


def mostly(test: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    """Return what says whether most cells of a column pass a test; equal cells are tested once."""
    return lambda held: sum(times for cell, times in Counter(held).items() if test(cell)) >= MOSTLY * len(held)
