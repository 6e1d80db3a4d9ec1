"""Dates as people write them in spreadsheets, read with the day first and with the month first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from ladder.files.cell_values import MOMENT_TEXT, write_plain_digits
from ladder.files.interpretation.calendar_words import ERA_STARTS, find_month, is_weekday

DAY_FIRST, MONTH_FIRST = 0, 1
ZONE_PATTERN = r"(?: ?(?:([a-z]{3,4}|z)([+-]\d{1,2}(?::?\d\d)?)?|([+-]\d{4}))(?: \([^()]{1,60}\))?)?"
TIME_PATTERN = r"(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\.\d+)?(?: ?([ap])\.? ?m\.?)?"
CLOCK_PATTERN = rf"(?:(?:[T ,]+| (?:at|um|à|a las|alle|às|kl\.?|о|o|в) ){TIME_PATTERN}(?: ?uhr)?{ZONE_PATTERN})?"
WORD_PATTERN = r"[^\W\d_]{3,12}"
WEEKDAY_PATTERN = r"(?:[^\W\d_]{2,13}\.?,? )?"
YEAR_BEHIND = r"(?:\.| ?(?:года|год|г\.?|roku|r\.))?"  # as Russians and Poles write it
OF_PATTERN = r"(?:(?:of|de|di) )?"
YEAR_FIRST = re.compile(
    rf"{WEEKDAY_PATTERN}(\d{{4}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{1,2}})\.?{CLOCK_PATTERN}", re.IGNORECASE
)
NUMBERS_DATE = re.compile(
    rf"{WEEKDAY_PATTERN}(\d{{1,2}}) ?[./-] ?(\d{{1,2}}) ?[./-] ?(\d{{4}}|\d\d){YEAR_BEHIND}{CLOCK_PATTERN}",
    re.IGNORECASE,
)
DAY_MONTH = re.compile(
    rf"{WEEKDAY_PATTERN}(\d{{1,2}})(?:st|nd|rd|th|er|º)?[ .-]+{OF_PATTERN}({WORD_PATTERN})\.?"
    rf"(?:[ ,.-]+{OF_PATTERN}(\d{{4}}|\d\d){YEAR_BEHIND})?{CLOCK_PATTERN}",
    re.IGNORECASE,
)
MONTH_DAY = re.compile(
    rf"{WEEKDAY_PATTERN}({WORD_PATTERN})\.? (\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?{CLOCK_PATTERN}", re.IGNORECASE
)
YEAR_MONTH_DAY = re.compile(
    rf"{WEEKDAY_PATTERN}(\d{{4}})[ .-]+({WORD_PATTERN})[ .-]+(\d{{1,2}})\.?{CLOCK_PATTERN}", re.IGNORECASE
)
SIGNED_DATE = re.compile(  # 2026年1月2日, also with an era, and in Korean
    rf"(?:({'|'.join(ERA_STARTS)})?(\d{{1,4}}|元) ?[年년] ?)?(\d{{1,2}}) ?[月월] ?(\d{{1,2}}) ?[日일]{CLOCK_PATTERN}",
    re.IGNORECASE,
)
WITHOUT_YEAR = re.compile(rf"{WEEKDAY_PATTERN}(\d{{1,2}}) ?[./-] ?(\d{{1,2}})\.?{CLOCK_PATTERN}", re.IGNORECASE)
WEEKDAY_BEHIND = re.compile(
    r"(.*\d[./-]?[年月日년월일]?),?(?: | ?\()([^\W\d_]{1,13})\.?\)?((?:[ ,]+\d{1,2}[:.]\d\d.*)?)"
)
ZONED_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?([+-]\d\d(?::?\d\d)?)", re.ASCII)
COMPACT_DATE = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)", re.ASCII)
SERIAL_DATE = re.compile(r"[2-7]\d{4}(?:[.,]\d{1,15})?", re.ASCII)  # days since the end of 1899, as spreadsheets count
FIRST_SERIAL_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - without a zone, as in the file; five digits are 1954 to 2119
UNIX_TIME = re.compile(r"(1\d{9})(?:\d{3}|[.,]\d{1,9})?", re.ASCII)  # seconds or milliseconds since 1970, from 2001 on
A_DAY = 24 * 60 * 60  # seconds
EARLIEST_FOREIGN_YEAR = 1700  # in other digits than 0 to 9 an earlier one is of another calendar
ZONE_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d\d)?", re.ASCII)
FARTHEST_ZONE_HOURS = 14
ZONE_HOURS = {  # hours from UTC, of the names in RFC 5322 and of those that mean one zone only where clubs play
    **dict.fromkeys(("z", "utc", "gmt", "wet"), 0),
    **dict.fromkeys(("cet", "mez", "west", "bst"), 1),
    **dict.fromkeys(("cest", "mesz", "eet", "oez"), 2),
    "est": -5,
    "edt": -4,
    "cst": -6,
    "cdt": -5,
    "mst": -7,
    "mdt": -6,
    "pst": -8,
    "pdt": -7,
    "eest": 3,
    "oesz": 3,
}
NO_YEAR = "--"  # what stands for the year of a day without one
LEAP_YEAR = 2000  # a year that has every day
PIVOT_YEAR = 70  # two digits below it are of this century
TYPED, YEAR_FIRST_STYLE = "numbers", "year"  # as people type it, and as programs write it
SERIAL_STYLE = "serial"  # also a number of any other kind
BARE_STYLE = "bare"  # day and month in numbers alone, which may be a score as well


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
    plain = write_plain_digits(text)
    read = read_plain_date(plain)
    if plain == text or not any(one.isdecimal() and not one.isascii() for one in text):
        return read
    return read if max(read[:2]) >= f"{EARLIEST_FOREIGN_YEAR}" or read.day_first.startswith(NO_YEAR) else NO_READ_DATE


def read_plain_date(text: str) -> ReadDate:
    """Return a text with plain digits read as a date in both orders."""
    if MOMENT_TEXT.fullmatch(text):
        return build_read_date(text, YEAR_FIRST_STYLE)
    found = WEEKDAY_BEHIND.fullmatch(text)
    if found and is_weekday(found[2]):
        text = f"{found[1]}{found[3]}"
    if found := YEAR_FIRST.fullmatch(text):
        year, month, day, *clock = found.groups()
        return build_read_date(build_date_text(year, month, day, clock), YEAR_FIRST_STYLE)
    if found := NUMBERS_DATE.fullmatch(text):
        first, second, year, *clock = found.groups()
        return ReadDate(build_date_text(year, second, first, clock), build_date_text(year, first, second, clock), TYPED)
    if found := ZONED_MOMENT.fullmatch(text):
        day, at, zone = found.groups()
        return build_read_date(f"{day}T{at}{zone[:3]}:{zone[3:].lstrip(':') or '00'}", YEAR_FIRST_STYLE)
    if found := DAY_MONTH.fullmatch(text):
        day, month, year, *clock = found.groups()
        return build_read_date(build_date_text(year, find_month(month), day, clock), "words")
    if found := MONTH_DAY.fullmatch(text):
        month, day, year, *clock = found.groups()
        return build_read_date(build_date_text(year, find_month(month), day, clock), "words")
    if found := YEAR_MONTH_DAY.fullmatch(text):
        year, month, day, *clock = found.groups()
        return build_read_date(build_date_text(year, find_month(month), day, clock), "words")
    if found := SIGNED_DATE.fullmatch(text):
        era, year, month, day, *clock = found.groups()
        return build_read_date(build_date_text(count_era_year(era, year), month, day, clock), "words")
    if found := WITHOUT_YEAR.fullmatch(text):
        first, second, *clock = found.groups()
        return ReadDate(
            build_date_text(None, second, first, clock), build_date_text(None, first, second, clock), BARE_STYLE
        )
    if found := COMPACT_DATE.fullmatch(text):
        year, month, day = found.groups()
        return build_read_date(build_date_text(year, month, day, ()), "compact")
    if found := UNIX_TIME.fullmatch(text):
        return build_read_date(datetime.fromtimestamp(int(found[1]), UTC).isoformat(), SERIAL_STYLE)
    if SERIAL_DATE.fullmatch(text):
        moment = FIRST_SERIAL_DAY + timedelta(seconds=round(float(text.replace(",", ".")) * A_DAY))
        return build_read_date((moment.date() if moment.time() == time.min else moment).isoformat(), SERIAL_STYLE)
    return NO_READ_DATE


def count_era_year(era: str | None, year: str | None) -> str | None:
    """Return the year of an era, of which 元 is the first, as one of ours; a year without an era as it is."""
    return year if era is None or year is None else str(ERA_STARTS[era] + (1 if year == "元" else int(year)))


def is_full_date(text: str) -> bool:
    """Return whether a text is a date with its year, as a spreadsheet makes one, and nothing else."""
    return read_date(text).written not in ("", BARE_STYLE, SERIAL_STYLE, "compact")


def build_read_date(text: str, written: str) -> ReadDate:
    """Return a date that is the same in both orders."""
    return ReadDate(text, text, written) if text else NO_READ_DATE


def build_date_text(year: str | None, month: str, day: str, clock: Sequence[str | None]) -> str:
    """Return a date such as 2026-09-03, or --09-03 without a year, with its time; "" if there is no such moment.

    The clock has what `CLOCK_PATTERN` finds: hour, minute, second, a or p, and what `format_offset` takes.
    """
    whole = (
        LEAP_YEAR if year is None else int(year) + (0 if len(year) == 4 else 2000 if int(year) < PIVOT_YEAR else 1900)
    )
    try:
        text = date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return ""
    if year is None:
        text = NO_YEAR + text[5:]
    if not any(clock):
        return text
    at, offset = format_clock(*clock[:4]), format_offset(*clock[4:])
    return "" if not at or offset is None else f"{text}T{at}{offset}"


def format_clock(hour: str | None, minute: str | None, second: str | None = None, half: str | None = None) -> str:
    """Return a time of day such as 20:15:00, where `half` is a or p of am and pm; "" if there is no such time."""
    hours = int(hour or 0) if half is None else int(hour or 0) % 12 + 12 * (half.lower() == "p")
    rest = int(minute or 0), int(second or 0)
    return f"{hours:02}:{rest[0]:02}:{rest[1]:02}" if hours < 24 and max(rest) < 60 else ""


def format_offset(zone: str | None, beside: str | None, alone: str | None) -> str | None:
    """Return an offset from UTC such as +01:00, "" where there is none; None for a zone that isn't known.

    An offset stands beside UTC or GMT, as in GMT+1, or alone, as in +0100.
    """
    if zone is None and alone is None:
        return ""
    hours = ZONE_HOURS.get((zone or "utc").lower())
    found = ZONE_OFFSET.fullmatch(beside or alone or "+0")
    if hours is None or found is None or (hours and beside):
        return None
    sign, whole, minutes = found.groups("00")
    given = int(whole) + abs(hours), int(minutes)
    sign = "-" if hours < 0 else sign
    return f"{sign}{given[0]:02}:{given[1]:02}" if given[0] <= FARTHEST_ZONE_HOURS and given[1] < 60 else None


def set_year(text: str, year: int) -> str:
    """Return a date without a year, such as --09-03, with this year; "" if the year has no such day."""
    try:
        date(year, int(text[2:4]), int(text[5:7]))
    except ValueError:
        return ""
    return f"{year:04}-{text[2:]}"
