"""Periods: how many of them end between two of the club's days, and the words for them (T-3, C-5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from .values import Rating

if TYPE_CHECKING:  # base imports this module
    from .base import RatingSystem


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


def advance_rating(system: RatingSystem, rating: Rating, day: date) -> Rating:
    """Return the rating as of a day, with no match since."""
    period = system.period
    if period is None:
        return rating
    if rating.as_of is None:
        return rating._replace(as_of=day)
    count = period.count(rating.as_of, day)
    after = system.advance(rating, count) if count else rating
    return Rating(after.points, after.experience, after.memory, max(day, rating.as_of))


def find_reading_day(system: RatingSystem, day: date) -> date:
    """Return the day as of which ratings are read at the end of a day.

    It is the next one, where matches are rated when a period ends: those of one that ends with the day are rated then.
    What fades does so when a day or a month begins (T-3, C-5), so what it shows at the end of a day is that day's.
    """
    return day + timedelta(1) if system.is_deferred else day


def settle_period(system: RatingSystem, rating: Rating) -> Rating:
    """Return the rating as its period will end if nothing more is played in it; without such an end, as it is."""
    return system.advance(rating, 1) if system.is_deferred else rating


def find_match_worth(system: RatingSystem, before: Rating, after: Rating) -> float:
    """Return by how much a match moves a rating, from those before and after it.

    Where it counts at the end of its period, this is what it adds to the matches of the period before it. So what the
    matches of a period are worth adds up to the change at its end.
    """
    return settle_period(system, after).points - settle_period(system, before).points


def count_periods(system: RatingSystem, old: Rating, new: Rating) -> int:
    """Return how many periods ended between two states of a rating; 0 for a system without periods."""
    if system.period is None or old.as_of is None or new.as_of is None:
        return 0
    return system.period.count(old.as_of, new.as_of)
