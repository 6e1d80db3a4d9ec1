"""What formats print: columns and words of forms, results in sentences, names and numbers in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .values import Fact, Facts

MOST_NAMES = 3  # of several players in one sentence
SECOND_POINT = re.compile(r"(?<!\.)\.\.(?!\.)")
SPELLED_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class EntryColumn(NamedTuple):
    """Something that is entered of each participant besides the name: one of some choices, or a number.

    It has a column in the rows of a form, and in match files.
    """

    name: str
    label: str
    asks: str  # with the number of the row: "Player {}, round"
    heading: str  # in its row; of choices only a screen reader says it
    choices: tuple[tuple[str, str], ...] = ()
    number: Fact | None = None
    counts_up: bool = False  # row 1 begins with 1, row 2 with 2


class EntryWords(NamedTuple):
    """The words of the page on which a match is entered in rows."""

    title: str
    button: str
    row_hint: str
    stake_hint: str
    too_few: str


class ResultSentence(NamedTuple):
    """A result in words: who, which is printed bold, and how it went."""

    who: str
    went: str


def join_names(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Bob", or at most three names and how many others."""
    if len(names) > MOST_NAMES + 1:
        return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} others"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def join_side(names: Sequence[str]) -> str:
    """Return all names of a side: "Ann", "Ann and Bob", "Ann, Bob and Cy"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def end_sentences(text: str) -> str:
    """Return sentences of which none ends in two points where a shortened name does: "to Noor H." for "to Noor H.."."""
    return SECOND_POINT.sub(".", text)


def format_ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def spell_number(number: int) -> str:
    """Return a number as a sentence has it: in words up to ten, then 11, 1,727."""
    return SPELLED_NUMBERS[number - 1] if 0 < number <= len(SPELLED_NUMBERS) else f"{number:,}"


def format_count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 row, 1,727 rows; the plural ends in s unless `many` is given."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def format_times(number: int) -> str:
    """Return how often something is or happens: once, twice, 1,727 times."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def add_match_length(title: str, facts: Facts, more: str = "") -> str:
    """Return the result in words with the match's length, if it has one, and what else is said of it, if anything."""
    length = facts.get("length")
    return ", ".join(filter(None, (title, f"{length:g}-point match" if length else "", more)))
