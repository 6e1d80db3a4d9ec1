"""Dates as people write them in spreadsheets, read with the day first and with the month first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from ladder.files.cell_values import MOMENT

DAY_FIRST, MONTH_FIRST = 0, 1
CLOCK = r"(?:[T ,]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\.\d+)? ?([ap]m)?)?"
YEAR_FIRST = re.compile(rf"(\d{{4}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{1,2}}){CLOCK}", re.ASCII | re.IGNORECASE)
NUMBERS = re.compile(
    rf"(?:[a-z]{{2,9}}\.?,? )?(\d{{1,2}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{4}}|\d\d)\.?{CLOCK}",
    re.ASCII | re.IGNORECASE,
)
WORD = r"[^\W\d_]{3,10}"
WEEKDAY = rf"(?:{WORD}\.?,? )?"
OF = r"(?:(?:of|de|di) )?"
DAY_MONTH = re.compile(
    rf"{WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th|er|º)?[ .-]+{OF}({WORD})\.?(?:[ ,.-]+{OF}(\d{{4}}|\d\d))?{CLOCK}",
    re.IGNORECASE,
)
MONTH_DAY = re.compile(rf"{WEEKDAY}({WORD})\.? (\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?{CLOCK}", re.IGNORECASE)
WITHOUT_YEAR = re.compile(
    rf"(?:[a-z]{{2,9}}\.?,? )?(\d{{1,2}}) ?[./-] ?(\d{{1,2}})\.?{CLOCK}", re.ASCII | re.IGNORECASE
)
ZONED = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(UTC|GMT|[+-]\d\d(?::?\d\d)?)", re.ASCII)
COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)", re.ASCII)
SERIAL = re.compile(r"[2-7]\d{4}(?:[.,]\d{1,15})?", re.ASCII)  # days since the end of 1899, as spreadsheets count
EPOCH = datetime(1899, 12, 30)  # noqa: DTZ001 - without a zone, as it is in the file; five digits are 1954 to 2119
A_DAY = 24 * 60 * 60  # seconds
MONTHS = (  # of three letters or more any beginning is known, in the languages of many clubs
    "january januar janvier enero gennaio januari janeiro janner jaenner",
    "february februar fevrier febrero febbraio februari fevereiro",
    "march marz maerz mars marzo maart mrt marco mrz",
    "april avril abril aprile",
    "may mai mayo maggio mei maio maj",
    "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho",
    "august aout agosto augustus augusti",
    "september septembre septiembre settembre setembro setiembre",
    "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december dezember decembre diciembre dicembre dezembro",
)
NO_YEAR = "--"  # what stands for the year of a day without one
LEAP = 2000  # a year that has every day
PIVOT = 70  # two digits below it are of this century
SERIES = "serial"  # also a number of any other kind
BARE = "bare"  # day and month in numbers alone, which may be a score as well


class ReadDate(NamedTuple):
    """A text read as a date of a match file in both orders, "" where it is no date; and the style it is written in."""

    day_first: str
    month_first: str
    written: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the two orders give different days."""
        return bool(self.day_first and self.month_first) and self.day_first != self.month_first


NO_READ_DATE = ReadDate("", "")


@lru_cache(maxsize=1 << 14)
def read_date(text: str) -> ReadDate:
    """Return a text read as a date in both orders."""
    if MOMENT.fullmatch(text):
        return build_read_date(text, "year")
    if found := YEAR_FIRST.fullmatch(text):
        year, month, day, *clock = found.groups()
        return build_read_date(build_date_text(year, month, day, clock), "year")
    if found := NUMBERS.fullmatch(text):
        first, second, year, *clock = found.groups()
        return ReadDate(
            build_date_text(year, second, first, clock), build_date_text(year, first, second, clock), "numbers"
        )
    if found := ZONED.fullmatch(text):
        day, at, zone = found.groups()
        zone = "+00" if zone.isalpha() else zone
        return build_read_date(f"{day}T{at}{zone[:3]}:{zone[3:].lstrip(':') or '00'}", "year")
    if found := DAY_MONTH.fullmatch(text):
        day, month, year, *clock = found.groups()
        return build_read_date(build_date_text(year, find_month(month), day, clock), "words")
    if found := MONTH_DAY.fullmatch(text):
        month, day, year, *clock = found.groups()
        return build_read_date(build_date_text(year, find_month(month), day, clock), "words")
    if found := WITHOUT_YEAR.fullmatch(text):
        first, second, *clock = found.groups()
        return ReadDate(build_date_text(None, second, first, clock), build_date_text(None, first, second, clock), BARE)
    if found := COMPACT.fullmatch(text):
        year, month, day = found.groups()
        return build_read_date(build_date_text(year, month, day, [None] * 4), "compact")
    if SERIAL.fullmatch(text):
        moment = EPOCH + timedelta(seconds=round(float(text.replace(",", ".")) * A_DAY))
        return build_read_date((moment.date() if moment.time() == time.min else moment).isoformat(), SERIES)
    return NO_READ_DATE


def build_read_date(text: str, written: str) -> ReadDate:
    """Return a date that is the same in both orders."""
    return ReadDate(text, text, written) if text else NO_READ_DATE


@lru_cache(maxsize=1 << 10)
def find_month(word: str) -> str:
    """Return the number of a month by the first letters of its name; "" for other words and ambiguous ones."""
    letters = (one for one in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(one))
    plain = "".join(letters)
    found = [number for number, names in enumerate(MONTHS, 1) if any(name.startswith(plain) for name in names.split())]
    return str(found[0]) if len(found) == 1 else ""


def build_date_text(year: str | None, month: str, day: str, clock: Iterable[str | None]) -> str:
    """Return a date such as 2026-09-03, or --09-03 without a year, with its time; "" if there is no such moment."""
    hour, minute, second, half = clock
    whole = LEAP if year is None else int(year) + (0 if len(year) == 4 else 2000 if int(year) < PIVOT else 1900)
    try:
        text = date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return ""
    if year is None:
        text = NO_YEAR + text[5:]
    if hour is None or minute is None:
        return text
    hours = int(hour) if half is None else int(hour) % 12 + 12 * (half.lower() == "pm")
    return f"{text}T{hours:02}:{minute}:{second or '00'}" if hours < 24 and int(minute) < 60 else ""


def set_year(text: str, year: int) -> str:
    """Return a date without a year, such as --09-03, with this year; "" if the year has no such day."""
    try:
        date(year, int(text[2:4]), int(text[5:7]))
    except ValueError:
        return ""
    return f"{year:04}-{text[2:]}"
