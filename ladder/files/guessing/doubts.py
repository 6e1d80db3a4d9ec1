"""A doubt about a file: what is odd, in which rows, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

LEAVE, KEEP = "leave", "keep"
LEFT_OUT = ((LEAVE, "Leave out"), (KEEP, "Import as matches"))
ROWS_NAMED = 8  # rows that are named


class DoubtWeight(IntEnum):
    """How bad it is to decide a doubt wrongly; the worst come first."""

    ORDER = 90  # many matches on wrong days
    YEAR = 88
    BLANK = 87  # many matches left out
    AGAINST = 86  # a winner who lost
    WINNER = 84
    NAME = 80  # one person as two, or two as one
    STORED = 70  # matches twice
    BLOCK = 60
    DATE = 50  # matches left out
    UNTOLD = 45
    INVALID = 40
    TOTAL = 30
    WAYS = 20
    EMPTY = 10


class Doubt(NamedTuple):
    """A question about the file, with its answers; the default is what most clubs would say."""

    key: str
    weight: DoubtWeight
    title: str
    choices: tuple[tuple[str, str], ...]
    default: str
    detail: str = ""
    told: tuple[str, ...] = ()  # one sentence for each row

    def answer(self, answers: Mapping[str, str]) -> str:
        """Return what was answered, or the default."""
        given = answers.get(self.key, self.default)
        return given if given in dict(self.choices) else self.default


SheetRows = dict[int, dict[str, str]]
"""What the rows of a file say, by their number."""
FilterStep = Callable[[SheetRows, list[Doubt], Mapping[str, str]], SheetRows]
"""Adds its doubts, and returns the rows that are left with these answers."""


def format_row_numbers(rows: Iterable[int]) -> str:
    """Return the rows in words: row 7, or rows 7, 9 and 12, or the first of very many."""
    numbers = list(rows)
    if len(numbers) == 1:
        return f"row {numbers[0]:,}"
    shown = [f"{number:,}" for number in numbers[:ROWS_NAMED]]
    if len(numbers) > ROWS_NAMED:
        return f"rows {', '.join(shown)} and {len(numbers) - ROWS_NAMED:,} more"
    return f"rows {', '.join(shown[:-1])} and {shown[-1]}"


def describe_count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 row, 1,727 rows."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
