"""Days as people write them in spreadsheets, read with the day first and with the month first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..values import MOMENT

DAY_FIRST, MONTH_FIRST = 0, 1
CLOCK = r"(?:[T ,]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\.\d+)? ?([ap]m)?)?"
YEAR_FIRST = re.compile(rf"(\d{{4}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{1,2}}){CLOCK}", re.ASCII | re.IGNORECASE)
NUMBERS = re.compile(
    rf"(?:[a-z]{{2,9}}\.?,? )?(\d{{1,2}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{4}}|\d\d)\.?{CLOCK}",
    re.ASCII | re.IGNORECASE,
)
DAY_MONTH = re.compile(
    rf"(?:[a-z]{{3,9}},? )?(\d{{1,2}})(?:st|nd|rd|th)?[ .-]+(?:of )?([a-z]{{3,9}})\.?[ ,.-]+(\d{{4}}|\d\d){CLOCK}",
    re.ASCII | re.IGNORECASE,
)
MONTH_DAY = re.compile(
    rf"(?:[a-z]{{3,9}},? )?([a-z]{{3,9}})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}}){CLOCK}", re.ASCII | re.IGNORECASE
)
COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)", re.ASCII)
SERIAL = re.compile(r"[2-7]\d{4}(?:[.,]\d{1,15})?", re.ASCII)  # days since the end of 1899, as spreadsheets count
EPOCH = datetime(1899, 12, 30)  # noqa: DTZ001 - without a zone, as it is in the file; five digits are 1954 to 2119
A_DAY = 24 * 60 * 60  # seconds
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
PIVOT = 70  # two digits below it are of this century


class Read(NamedTuple):
    """A text as a date of a match file, read either way, "" where it can't be; and how it is written."""

    day_first: str
    month_first: str
    written: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is two different days."""
        return bool(self.day_first and self.month_first) and self.day_first != self.month_first


NONE = Read("", "")
SERIES = "serial"  # also a number of any other kind


@lru_cache(maxsize=1 << 14)
def read(text: str) -> Read:
    """Return the text as a date, as far as it is one."""
    if MOMENT.fullmatch(text):
        return same(text, "year")
    if found := YEAR_FIRST.fullmatch(text):
        year, month, day, *clock = found.groups()
        return same(joined(year, month, day, clock), "year")
    if found := NUMBERS.fullmatch(text):
        first, second, year, *clock = found.groups()
        return Read(joined(year, second, first, clock), joined(year, first, second, clock), "numbers")
    if found := DAY_MONTH.fullmatch(text):
        day, month, year, *clock = found.groups()
        return same(joined(year, month_of(month), day, clock), "words")
    if found := MONTH_DAY.fullmatch(text):
        month, day, year, *clock = found.groups()
        return same(joined(year, month_of(month), day, clock), "words")
    if found := COMPACT.fullmatch(text):
        year, month, day = found.groups()
        return same(joined(year, month, day, [None] * 4), "compact")
    if SERIAL.fullmatch(text):
        moment = EPOCH + timedelta(seconds=round(float(text.replace(",", ".")) * A_DAY))
        return same((moment.date() if moment.time() == time.min else moment).isoformat(), SERIES)
    return NONE


def same(text: str, written: str) -> Read:
    return Read(text, text, written) if text else NONE


def month_of(word: str) -> str:
    """Return a month's number; none for another word."""
    short = word[:3].lower()
    return str(MONTHS.index(short) + 1) if short in MONTHS else ""


def joined(year: str, month: str, day: str, clock: Iterable[str | None]) -> str:
    """Return the parts as one date or moment; nothing where there is no such day or time."""
    hour, minute, second, half = clock
    whole = int(year) + (0 if len(year) == 4 else 2000 if int(year) < PIVOT else 1900)
    try:
        text = date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return ""
    if hour is None or minute is None:
        return text
    hours = int(hour) if half is None else int(hour) % 12 + 12 * (half.lower() == "pm")
    return f"{text}T{hours:02}:{minute}:{second or '00'}" if hours < 24 and int(minute) < 60 else ""


class Order(NamedTuple):
    """Whether a column has the day first, whether that had to be guessed, and how many ways of writing it has."""

    order: int
    is_open: bool
    ways: int


def order_of(texts: Iterable[str], today: date) -> Order:
    """Return how a column is best read: what can't be, or lies ahead, decides; else which order runs straighter."""
    found = [one for one in map(read, texts) if one.day_first or one.month_first]
    ways = len({one.written for one in found})
    last = today.isoformat()
    wrong = [sum(not one[order] or one[order][:10] > last for one in found) for order in (DAY_FIRST, MONTH_FIRST)]
    if wrong[0] != wrong[1]:
        return Order(wrong.index(min(wrong)), min(wrong) > 0, ways)
    turns = [turned([one[order] or one[1 - order] for one in found]) for order in (DAY_FIRST, MONTH_FIRST)]
    return Order(turns.index(min(turns)), any(one.is_open for one in found), ways)


def turned(days: list[str]) -> int:
    """Return how many steps go against the direction in which the column runs."""
    steps = [(later > before) - (later < before) for before, later in pairwise(days)]
    return min(steps.count(1), steps.count(-1))
