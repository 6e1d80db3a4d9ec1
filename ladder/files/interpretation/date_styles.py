"""Dates as people write them in spreadsheets: read with the day first and with the month first, and by the column.

What can't be told from the cells is asked: which of day and month comes first, the year of dates without one, and what
to do with rows that have no date.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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


class DateOrder(NamedTuple):
    """The order of day and month in a column, whether it had to be guessed, and how many styles the column mixes."""

    order: int
    is_open: bool
    ways: int


def find_date_order(texts: Iterable[str], today: date) -> DateOrder:
    """Return the order in which a column is best read.

    The order with fewer impossible or future dates is taken, else the one in which the dates run straighter.
    """
    found = [one for one in map(read_date, texts) if one.day_first or one.month_first]
    ways = len({one.written for one in found})
    last = today.isoformat()
    wrong = [sum(not one[order] or one[order][:10] > last for one in found) for order in (DAY_FIRST, MONTH_FIRST)]
    if wrong[0] != wrong[1]:
        return DateOrder(wrong.index(min(wrong)), min(wrong) > 0, ways)
    turns = [count_turns([one[order] or one[1 - order] for one in found]) for order in (DAY_FIRST, MONTH_FIRST)]
    return DateOrder(turns.index(min(turns)), any(one.is_open for one in found), ways)


def count_turns(days: list[str]) -> int:
    """Return how many dates go back in a column that mostly goes forward, or forward in one that goes back."""
    steps = [(later > before) - (later < before) for before, later in pairwise(days)]
    return min(steps.count(1), steps.count(-1))


def make_date_step(today: date) -> FilterStep:
    """Return the step that reads the dates and drops the rows that have none."""

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        order = ask_for_order(found, doubts, answers, today)
        read = {number: pick_by_order(read_date(cells["date"]), order) for number, cells in found.items()}
        without_year = {number: day for number, day in read.items() if day[:2] == NO_YEAR}
        read |= ask_for_years(without_year, doubts, answers, today)
        odd = build_date_doubts({number: found[number]["date"] for number, day in read.items() if not day})
        doubts.extend(odd)
        asked = {doubt.key: doubt.answer(answers) for doubt in odd}
        kept: SheetRows = {}
        above = ""
        for number, cells in found.items():
            day = read[number] or (above if asked.get(build_date_doubt_key(cells["date"])) == ABOVE else "")
            if day:
                kept[number] = cells | {"date": day} | read_start_moment(cells, order, day)
                above = day
        return kept

    return step


def pick_by_order(read: ReadDate, order: int) -> str:
    """Return a date in this order, or in the other one if it is no date in this."""
    return read[order] or read[1 - order]


def ask_for_years(
    without_year: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str], today: date
) -> dict[int, str]:
    """Return the days without a year with the year that was answered, by row number; the question is added to `doubts`.

    A column that goes from December to January goes into the next year, one that goes back into the year before.
    """
    if not without_year:
        return {}
    turns = count_year_turns([int(day[2:4]) for day in without_year.values()])
    first, span = min(turns), max(turns) - min(turns)
    choices = [(str(year), format_year_span(year - span, year)) for year in range(today.year, today.year - YEARS, -1)]

    def in_years(last: int) -> dict[int, str]:
        years = (last - span + turn - first for turn in turns)
        return {number: set_year(day, year) for (number, day), year in zip(without_year.items(), years, strict=True)}

    ahead = any(day[:10] > today.isoformat() for day in in_years(today.year).values())
    default = str(today.year - 1 if ahead else today.year)
    row, example = next(iter(without_year.items()))
    title = f"Dates have no year, such as “{format_day_and_month(example)}” in row {row:,}."
    doubt = Doubt("year", DoubtWeight.YEAR, title, tuple(choices), default)
    doubts.append(doubt)
    return in_years(int(doubt.answer(answers)))


def format_year_span(first: int, last: int) -> str:
    """Return one or several years in words: 2026, 2025 and 2026, or 2024 to 2026."""
    return str(last) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"


def count_year_turns(months: Sequence[int]) -> list[int]:
    """Return how many years after the first row each row is; a jump of more than six months means another year."""
    years = [0]
    for before, month in pairwise(months):
        years.append(years[-1] + (before - month > HALF_A_YEAR) - (month - before > HALF_A_YEAR))
    return years


def format_day_and_month(day: str) -> str:
    """Return a date without a year, such as --09-03, in words."""
    return f"{int(day[5:7])} {date(LEAP, int(day[2:4]), 1):%B}"


def read_start_moment(cells: Mapping[str, str], order: int, day: str) -> dict[str, str]:
    """Return the cell with the moment at which the match began, if the row has one."""
    read = pick_by_order(read_date(cells.get("started", "")), order)
    return {"started": set_year(read, int(day[:4])) if read[:2] == NO_YEAR else read} if read else {}


def ask_for_order(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str], today: date) -> int:
    """Return whether the day or the month comes first; a question is added to `doubts` if both are possible."""
    texts = [cells["date"] for cells in found.values()]
    order = find_date_order(texts, today)
    example = next((text for text in texts if read_date(text).is_open), "")
    if example and (order.is_open or order.ways > 1):
        title = f"“{shorten_cell(example)}” could be either of two dates."
        detail = f"Dates are written in {order.ways} ways in this column." if order.ways > 1 else ""
        weight = DoubtWeight.ORDER if order.is_open else DoubtWeight.WAYS
        doubt = Doubt("order", weight, title, ORDERS, str(order.order), detail)
        doubts.append(doubt)
        return int(doubt.answer(answers))
    return order.order


def build_date_doubts(texts: Mapping[int, str]) -> list[Doubt]:
    """Return a doubt for each text that is no date, by row number; rows without any text are one doubt."""
    odd: dict[str, list[int]] = defaultdict(list)
    for number, text in texts.items():
        odd[text].append(number)
    return [build_date_doubt(text, numbers) for text, numbers in list(odd.items())[:SHOWN]]


def build_date_doubt(text: str, numbers: Sequence[int]) -> Doubt:
    """Return the doubt about a text that is no date; for a blank cell the preset answer is the day above."""
    where = format_row_numbers(numbers)
    title = f"“{shorten_cell(text)}” is not a date ({where})." if text else f"No date in {where}."
    return Doubt(build_date_doubt_key(text), DoubtWeight.DATE, title, NO_DATE, LEAVE if text else ABOVE)


def build_date_doubt_key(text: str) -> str:
    """Return the key of the doubt about a text that is no date."""
    return f"date-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
