"""Periods: how many of them end between two of the club's days, and the words for them (T-3, C-5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Period:
    """The time after which a rating advances by itself, with the words that pages print about it.

    `Nightly`, `Weekly` and `Monthly` count the periods; a system says what happens in them.
    """

    words: str  # what these ratings do: "shrink over time, even if nobody plays"
    at_a_glance: str  # the same in a list: "Shrinks each day"

    key: str = ""  # in files: why a rating changed between two matches
    span: str = ""  # "day"
    end: str = ""  # "midnight"
    samples: tuple[int, ...] = ()  # after how many periods the page of the system shows an example

    def count(self, since: date, until: date) -> int:
        """Return the number of periods that end after `since`, up to `until`; never negative."""
        raise NotImplementedError

    def find_next_start(self, day: date) -> date:
        """Return the first day of the period after the one with this day."""
        raise NotImplementedError

    def format_ends(self, count: int) -> str:
        """Return "1 month end" or "5 midnights"."""
        return f"{count:,} {self.end}{'' if count == 1 else 's'}"

    def format_spans(self, count: int) -> str:
        """Return "1 month" or "5 days"."""
        return f"{count:,} {self.span}{'' if count == 1 else 's'}"


@dataclass(frozen=True)
class Nightly(Period):
    """A period that ends each midnight in the club's time zone."""

    key: str = "day"
    span: str = "day"
    end: str = "midnight"
    samples: tuple[int, ...] = (1, 7, 14, 30, 365)

    def count(self, since: date, until: date) -> int:
        return max((until - since).days, 0)

    def find_next_start(self, day: date) -> date:
        return day + timedelta(1)


@dataclass(frozen=True)
class Weekly(Period):
    """A period that ends with each Sunday in the club's time zone."""

    key: str = "week"
    span: str = "week"
    end: str = "week end"
    samples: tuple[int, ...] = (1, 2, 4, 13, 52)

    def count(self, since: date, until: date) -> int:
        return max(number_week(until) - number_week(since), 0)

    def find_next_start(self, day: date) -> date:
        return day + timedelta(7 - day.weekday())


def number_week(day: date) -> int:
    """Return the number of the week with this day, counted from the Monday that is the first day of all."""
    return (day.toordinal() - 1) // 7


@dataclass(frozen=True)
class Monthly(Period):
    """A period that ends with each calendar month in the club's time zone."""

    key: str = "month"
    span: str = "month"
    end: str = "month end"
    samples: tuple[int, ...] = (1, 2, 3, 6, 12)

    def count(self, since: date, until: date) -> int:
        return max((until.year - since.year) * 12 + until.month - since.month, 0)

    def find_next_start(self, day: date) -> date:
        return (day.replace(day=1) + timedelta(32)).replace(day=1)
