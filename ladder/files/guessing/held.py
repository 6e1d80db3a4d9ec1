"""What a cell holds: a day, a number, a result, a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from . import days
from .rows import AMOUNT, RESULTS, SCORE, result_of

MOSTLY = 0.8


def is_value(cell: str) -> bool:
    return is_day(cell) or is_amount(cell)


def is_day(cell: str) -> bool:
    read = days.read(cell)
    return any(read[:2]) and read.written != days.SERIES


def is_amount(cell: str) -> bool:
    return bool(AMOUNT.fullmatch(cell))


def is_result(cell: str) -> bool:
    return bool(SCORE.fullmatch(cell)) or result_of(cell) in set(RESULTS.values())


def is_name(cell: str) -> bool:
    return not is_value(cell) and any(map(str.isalpha, cell))


def are_results(held: Sequence[str]) -> bool:
    """Say whether a column holds results; one of nothing but the same number is a length rather."""
    return len(set(held)) > 1 and mostly(is_result)(held)


def mostly(test: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    """Return what says whether most cells of a column pass a test; equal cells are tested once."""
    return lambda held: sum(times for cell, times in Counter(held).items() if test(cell)) >= MOSTLY * len(held)
