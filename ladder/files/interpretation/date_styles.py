"""Dates as people write them in spreadsheets: read with the day first and with the month first, and by the column.

What can't be told from the cells is asked: which of day and month comes first, the year of dates without one, and what
to do with rows that have no date.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ladder.files.cell_values import MOMENT, shorten_cell
from ladder.files.interpretation.doubts import LEAVE, Doubt, DoubtWeight, FilterStep, SheetRows, format_row_numbers

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

ABOVE = "above"
ORDERS = (("0", "Day first: 3/4 is 3 April"), ("1", "Month first: 3/4 is 4 March"))
NO_DATE = ((ABOVE, "Same day as the row above"), (LEAVE, "Leave out"))
YEARS = 40  # that are offered for days without one
HALF_A_YEAR = 6  # months
SHOWN = 20  # unreadable dates that are asked about one by one


class ReadDate(NamedTuple):
    """A text as a date of a match file, read either way, "" where it can't be; and how it is written."""

    day_first: str
    month_first: str
    written: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is two different days."""
        return bool(self.day_first and self.month_first) and self.day_first != self.month_first


NO_READ_DATE = ReadDate("", "")


@lru_cache(maxsize=1 << 14)
def read_date(text: str) -> ReadDate:
    """Return the text as a date, as far as it is one."""
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
    return ReadDate(text, text, written) if text else NO_READ_DATE


@lru_cache(maxsize=1 << 10)
def find_month(word: str) -> str:
    """Return a month's number; none for another word, or one that begins two of them."""
    letters = (one for one in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(one))
    plain = "".join(letters)
    found = [number for number, names in enumerate(MONTHS, 1) if any(map(make_beginning_test(plain), names.split()))]
    return str(found[0]) if len(found) == 1 else ""


def make_beginning_test(plain: str) -> Callable[[str], bool]:
    return lambda name: name.startswith(plain)


def build_date_text(year: str | None, month: str, day: str, clock: Iterable[str | None]) -> str:
    """Return the parts as one date or moment, --09-03 without a year; nothing where there is no such day or time."""
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
    """Return a day without a year in that year; nothing where it has no such day."""
    try:
        date(year, int(text[2:4]), int(text[5:7]))
    except ValueError:
        return ""
    return f"{year:04}-{text[2:]}"


class DateOrder(NamedTuple):
    """Whether a column has the day first, whether that had to be guessed, and how many ways of writing it has."""

    order: int
    is_open: bool
    ways: int


def find_date_order(texts: Iterable[str], today: date) -> DateOrder:
    """Return how a column is best read: what can't be, or lies ahead, decides; else which order runs straighter."""
    found = [one for one in map(read_date, texts) if one.day_first or one.month_first]
    ways = len({one.written for one in found})
    last = today.isoformat()
    wrong = [sum(not one[order] or one[order][:10] > last for one in found) for order in (DAY_FIRST, MONTH_FIRST)]
    if wrong[0] != wrong[1]:
        return DateOrder(wrong.index(min(wrong)), min(wrong) > 0, ways)
    turns = [count_turns([one[order] or one[1 - order] for one in found]) for order in (DAY_FIRST, MONTH_FIRST)]
    return DateOrder(turns.index(min(turns)), any(one.is_open for one in found), ways)


def count_turns(days: list[str]) -> int:
    """Return how many steps go against the direction in which the column runs."""
    steps = [(later > before) - (later < before) for before, later in pairwise(days)]
    return min(steps.count(1), steps.count(-1))


def make_date_step(today: date) -> FilterStep:
    """Return the step that reads the dates, and takes out the rows that have none."""

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        order = ask_for_order(found, doubts, answers, today)
        read = {number: pick_by_order(read_date(said["date"]), order) for number, said in found.items()}
        read |= ask_for_years(
            {number: day for number, day in read.items() if day[:2] == NO_YEAR}, doubts, answers, today
        )
        odd = build_date_doubts({number: found[number]["date"] for number, day in read.items() if not day})
        doubts.extend(odd)
        asked = {doubt.key: doubt.answer(answers) for doubt in odd}
        kept: SheetRows = {}
        above = ""
        for number, said in found.items():
            day = read[number] or (above if asked.get(build_date_doubt_key(said["date"])) == ABOVE else "")
            if day:
                kept[number] = said | {"date": day} | read_start_moment(said, order, day)
                above = day
        return kept

    return step


def pick_by_order(read: ReadDate, order: int) -> str:
    """Return a date read in that order, or in the other one where it is none."""
    return read[order] or read[1 - order]


def ask_for_years(
    bare: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str], today: date
) -> dict[int, str]:
    """Return the days without a year in the years that were answered, by row.

    A column that goes from December to January, or back, goes into the next year, or into the one before.
    """
    if not bare:
        return {}
    turns = count_year_turns([int(day[2:4]) for day in bare.values()])
    first, span = min(turns), max(turns) - min(turns)
    choices = [(str(year), format_year_span(year - span, year)) for year in range(today.year, today.year - YEARS, -1)]

    def in_years(last: int) -> dict[int, str]:
        years = (last - span + turn - first for turn in turns)
        return {number: set_year(day, year) for (number, day), year in zip(bare.items(), years, strict=True)}

    ahead = any(day[:10] > today.isoformat() for day in in_years(today.year).values())
    default = str(today.year - 1 if ahead else today.year)
    row, day = next(iter(bare.items()))
    title = f"Dates have no year, such as “{shorten_cell(format_day_and_month(day))}” in row {row:,}."
    doubt = Doubt("year", DoubtWeight.YEAR, title, tuple(choices), default)
    doubts.append(doubt)
    return in_years(int(doubt.answer(answers)))


def format_year_span(first: int, last: int) -> str:
    """Return the years that the days are in: 2026, 2025 and 2026, or 2024 to 2026."""
    return str(last) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"


def count_year_turns(months: Sequence[int]) -> list[int]:
    """Return how many years after the first row each row is, as told by jumps of more than half a year."""
    years = [0]
    for before, month in pairwise(months):
        years.append(years[-1] + (before - month > HALF_A_YEAR) - (month - before > HALF_A_YEAR))
    return years


def format_day_and_month(day: str) -> str:
    """Return a day without a year in words."""
    return f"{int(day[5:7])} {date(LEAP, int(day[2:4]), 1):%B}"


def read_start_moment(said: Mapping[str, str], order: int, day: str) -> dict[str, str]:
    """Return when the match began, where the row says so."""
    read = pick_by_order(read_date(said.get("started", "")), order)
    return {"started": set_year(read, int(day[:4])) if read[:2] == NO_YEAR else read} if read else {}


def ask_for_order(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str], today: date) -> int:
    """Return whether the day or the month comes first; asked where both could be."""
    texts = [said["date"] for said in found.values()]
    order = find_date_order(texts, today)
    example = next((text for text in texts if read_date(text).is_open), "")
    if example and (order.is_open or order.ways > 1):
        title = f"“{shorten_cell(example)}” could be either of two dates."
        detail = f"Dates are written in {order.ways} ways in this column." if order.ways > 1 else ""
        doubt = Doubt(
            "order", DoubtWeight.ORDER if order.is_open else DoubtWeight.WAYS, title, ORDERS, str(order.order), detail
        )
        doubts.append(doubt)
        return int(doubt.answer(answers))
    return order.order


def build_date_doubts(texts: Mapping[int, str]) -> list[Doubt]:
    """Return the doubts about rows without a date, and about texts that are none, each text once."""
    odd: dict[str, list[int]] = defaultdict(list)
    for number, text in texts.items():
        odd[text].append(number)
    return [build_date_doubt(text, numbers) for text, numbers in list(odd.items())[:SHOWN]]


def build_date_doubt(text: str, numbers: Sequence[int]) -> Doubt:
    """Return the doubt about a text that is no date; a blank cell most often means the day above."""
    where = format_row_numbers(numbers)
    title = f"“{shorten_cell(text)}” is not a date ({where})." if text else f"No date in {where}."
    return Doubt(build_date_doubt_key(text), DoubtWeight.DATE, title, NO_DATE, LEAVE if text else ABOVE)


def build_date_doubt_key(text: str) -> str:
    """Return the key of the doubt about a date."""
    return f"date-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
