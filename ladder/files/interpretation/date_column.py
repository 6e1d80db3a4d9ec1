"""The dates of a sheet, read by the column.

What can't be told from the cells is asked: which of day and month comes first, the year of dates without one, and what
to do with rows that have no date.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.date_styles import (
    DAY_FIRST,
    LEAP_YEAR,
    MONTH_FIRST,
    NO_YEAR,
    SERIAL_STYLE,
    TYPED,
    YEAR_FIRST_STYLE,
    ReadDate,
    read_date,
    set_year,
)
from ladder.files.interpretation.doubts import KEEP, LEAVE, Doubt, DoubtWeight, FilterStep, SheetRows
from ladder.files.interpretation.row_numbers import format_row_numbers, get_sheet_name

ABOVE, BELOW = "above", "below"
ABOVE_FIRST_DATE = ", above the first date"
Choices = tuple[tuple[str, str], ...]
DATE_SIGN = re.compile(r"\d ?([./-])", re.ASCII)  # between the numbers of a date
DATE_ORDERS = (("0", "Day first: 3/4 is 3 April"), ("1", "Month first: 3/4 is 4 March"))
NO_DATE_ANSWERS = ((ABOVE, "Same day as the row above"), (BELOW, "Same day as the row below"), (LEAVE, "Leave out"))
YEARS_BACK = 40  # that are offered for days without one
HALF_A_YEAR = 6  # months
MONTHS_A_YEAR = 12
FEWEST_MADE_DATES = 3  # different dates of a spreadsheet that tell whether it exchanged day and month
EXCHANGED_KEY = "exchanged"
DATES_SHOWN = 20  # unreadable dates that are asked about one by one
MONTH_FIRST_ZONES = re.compile(  # of countries that write the month first
    r"(?:US|America/(?:Indiana|Kentucky|North_Dakota))/.*|Asia/Manila|Pacific/(?:Honolulu|Guam|Saipan|Palau|Majuro|Pago_Pago)"
    r"|America/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat"
    r"|Nome|Adak|Menominee|Puerto_Rico|St_Thomas)"
)
AMERICAN_STAMP = re.compile(r"[1-9]\d?/[1-9]\d?/\d{4} \d{1,2}:\d\d:\d\d(?: [AP]M)?", re.ASCII)  # as forms make it


class DateOrder(NamedTuple):
    """The order of day and month in a column, and whether it had to be guessed."""

    order: int
    is_open: bool


def find_likely_order(texts: Sequence[str], zone: str) -> int:
    """Return the order that is likely where dates tell nothing: that of the country, or of a form's own stamps."""
    is_american = all(map(AMERICAN_STAMP.fullmatch, filter(None, texts)))
    return MONTH_FIRST if is_american or MONTH_FIRST_ZONES.fullmatch(zone) else DAY_FIRST


def find_date_order(texts: Iterable[str], today: date, likely: int = DAY_FIRST) -> DateOrder:
    """Return the order in which a column is best read.

    Dates that are impossible or in the future in one order tell the other one, to all that are written with the same
    sign between their numbers. Where they tell nothing, the order in which the dates run straighter is likely, and
    where they run straight in both, `likely` is.
    """
    by_sign: dict[str, list[ReadDate]] = defaultdict(list)
    for text in texts:
        by_sign["".join(DATE_SIGN.findall(text)[:1])].append(read_date(text))
    last = today.isoformat()
    asked = [reads for reads in by_sign.values() if any(one.is_open for one in reads)]
    faults = [[count_faults(reads, order, last) for order in (DAY_FIRST, MONTH_FIRST)] for reads in asked]
    told = {each.index(0) if each.count(0) == 1 else None for each in faults}
    if len(told) == 1 and None not in told:
        return DateOrder(faults[0].index(0), False)
    day_first, month_first = (sum(each[order] for each in faults) for order in (DAY_FIRST, MONTH_FIRST))
    if day_first != month_first:
        return DateOrder(DAY_FIRST if day_first < month_first else MONTH_FIRST, True)
    found = [read for reads in by_sign.values() for read in reads if any(read[:2])]
    turns = [count_turns([pick_by_order(one, order) for one in found]) for order in (DAY_FIRST, MONTH_FIRST)]
    is_even = turns[DAY_FIRST] == turns[MONTH_FIRST]
    return DateOrder(likely if is_even else turns.index(min(turns)), bool(asked))


def count_faults(reads: Iterable[ReadDate], order: int, last: str) -> int:
    """Return how many dates are impossible or after the last day in this order, and not in the other one."""
    return sum(is_fault(one[order], last) and not is_fault(one[1 - order], last) for one in reads)


def is_fault(day: str, last: str) -> bool:
    """Return whether a day is impossible, or after the last one."""
    return not day or (day[:2] != NO_YEAR and day[:10] > last)


def count_turns(days: list[str]) -> int:
    """Return how many dates go back in a column that mostly goes forward, or forward in one that goes back."""
    steps = [(later > before) - (later < before) for before, later in pairwise(days)]
    return min(steps.count(1), steps.count(-1))


def make_date_step(today: date, common: date | None = None, zone: str = "") -> FilterStep:
    """Return the step that reads the dates and drops the rows that have none.

    `common` is the day of all rows, and `zone` the name of the club's time zone.
    """

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        if common:
            found = {number: cells | {"date": common.isoformat()} for number, cells in found.items()}
        order = ask_for_order(found, doubts, answers, today, zone)
        read = {number: pick_by_order(read_date(cells["date"]), order) for number, cells in found.items()}
        read |= ask_for_exchanged({number: cells["date"] for number, cells in found.items()}, doubts, answers)
        without_year = {number: day for number, day in read.items() if day[:2] == NO_YEAR}
        read |= ask_for_years(without_year, doubts, answers, today)
        odd = {number: found[number]["date"] for number, day in read.items() if not day}
        read |= ask_for_missing_dates(odd, read, doubts, answers)
        return {
            number: cells | {"date": day} | read_start_moment(cells, order, day)
            for number, cells in found.items()
            if (day := read[number])
        }

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
    choices = [
        (str(year), format_year_span(year - span, year)) for year in range(today.year, today.year - YEARS_BACK, -1)
    ]

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
    return f"{int(day[5:7])} {date(LEAP_YEAR, int(day[2:4]), 1):%B}"


def read_start_moment(cells: Mapping[str, str], order: int, day: str) -> dict[str, str]:
    """Return the cell with the moment at which the match began, if the row has one."""
    read = pick_by_order(read_date(cells.get("started", "")), order)
    return {"started": set_year(read, int(day[:4])) if read[:2] == NO_YEAR else read} if read else {}


def ask_for_order(
    found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str], today: date, zone: str = ""
) -> int:
    """Return whether the day or the month comes first; a question is added to `doubts` if both are possible."""
    texts = [cells["date"] for cells in found.values()]
    order = find_date_order(texts, today, find_likely_order(texts, zone))
    example = next((text for text in texts if read_date(text).is_open), "")
    if example and order.is_open:
        title = f"“{shorten_cell(example)}” could be either of two dates."
        doubt = Doubt("order", DoubtWeight.ORDER, title, DATE_ORDERS, str(order.order))
        doubts.append(doubt)
        return int(doubt.answer(answers))
    return order.order


def ask_for_exchanged(texts: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str]) -> dict[int, str]:
    """Return dates whose day and month a spreadsheet seems to have exchanged, by row number, if that was answered.

    It does so with 06.02.2026 where it expects the month first, and leaves 17.02.2026 as a text.
    """
    reads = {number: read for number, text in texts.items() if any((read := read_date(text))[:2])}
    made = {number: read[0] for number, read in reads.items() if read.written in (YEAR_FIRST_STYLE, SERIAL_STYLE)}
    turned = {number: f"{day[:5]}{day[8:10]}-{day[5:7]}{day[10:]}" for number, day in made.items()}
    number = next((number for number, day in made.items() if day != turned[number]), None)
    if number is None or not look_exchanged(reads.values(), {*made.values()}):
        return {}
    text = next(texts[number] for number, read in reads.items() if read.written == TYPED)
    choices = (
        (KEEP, f"No: row {number:,} is of {format_plain_day(made[number])}"),
        (EXCHANGED_KEY, f"Yes: row {number:,} is of {format_plain_day(turned[number])}"),
    )
    title = "Did the spreadsheet exchange the day and the month of its dates?"
    detail = f"“{shorten_cell(text)}” is a text, and no date of the spreadsheet is after the 12th of a month."
    doubt = Doubt(EXCHANGED_KEY, DoubtWeight.ORDER, title, choices, KEEP, detail)
    doubts.append(doubt)
    return turned if doubt.answer(answers) == EXCHANGED_KEY else {}


def look_exchanged(reads: Iterable[ReadDate], made: Collection[str]) -> bool:
    """Return whether all typed dates are possible in one order only, and all that a program made are in both."""
    ways = {(bool(read.day_first), bool(read.month_first)) for read in reads if read.written == TYPED}
    is_one_way = ways in ({(True, False)}, {(False, True)})
    return is_one_way and len(made) >= FEWEST_MADE_DATES and all(int(day[8:10]) <= MONTHS_A_YEAR for day in made)


def format_plain_day(day: str) -> str:
    """Return a date such as 2026-09-03 in words."""
    return f"{int(day[8:10])} {date(LEAP_YEAR, int(day[5:7]), 1):%B} {day[:4]}"


def ask_for_missing_dates(
    odd: Mapping[int, str], read: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str]
) -> dict[int, str]:
    """Return the dates of rows whose texts are no dates, by row number; "" for rows that are left out.

    Rows above the first date are asked about by themselves. `read` has the dates of all rows.
    """
    rows = list(read)
    dated = [number for number in rows if read[number]] or rows[:1]
    first = {get_sheet_name(number): number for number in reversed(dated)}
    above = {number: text for number, text in odd.items() if number < first.get(get_sheet_name(number), number)}
    rest = {number: text for number, text in odd.items() if number not in above}
    is_below = bool(above) and dated[-1] == rows[-1]  # each date stands in the last row of its day
    ways = NO_DATE_ANSWERS if above else NO_DATE_ANSWERS[:1] + NO_DATE_ANSWERS[2:]
    asked = [
        *build_date_doubts(above, NO_DATE_ANSWERS[1:], BELOW, ABOVE_FIRST_DATE),
        *build_date_doubts(rest, ways, BELOW if is_below else ABOVE),
    ]
    doubts.extend(doubt for doubt, _ in asked)
    given = {number: doubt.answer(answers) for doubt, numbers in asked for number in numbers}
    near = {ABOVE: fill_dates(rows, read), BELOW: fill_dates(rows[::-1], read)}
    return {number: near[given[number]][number] if given.get(number) in near else "" for number in odd}


def fill_dates(rows: Sequence[int], read: Mapping[int, str]) -> dict[int, str]:
    """Return the date of each row, or that of the nearest row before it; "" where there is none."""
    filled, last = {}, ""
    for number in rows:
        last = filled[number] = read[number] or last
    return filled


def build_date_doubts(
    texts: Mapping[int, str], ways: Choices, likely: str, where: str = ""
) -> list[tuple[Doubt, Sequence[int]]]:
    """Return a doubt with its rows for each text that is no date; rows without any text are one doubt."""
    odd: dict[str, list[int]] = defaultdict(list)
    for number, text in texts.items():
        odd[text].append(number)
    return [
        (build_date_doubt(text, numbers, ways, likely, where), numbers)
        for text, numbers in list(odd.items())[:DATES_SHOWN]
    ]


def build_date_doubt(text: str, numbers: Sequence[int], ways: Choices, likely: str, where: str) -> Doubt:
    """Return the doubt about a text that is no date; for a blank cell the day of a row beside it is preset."""
    rows = format_row_numbers(numbers)
    title = f"“{shorten_cell(text)}” is not a date ({rows}{where})." if text else f"No date in {rows}{where}."
    return Doubt(
        f"{build_date_doubt_key(text)}{'-first' if where else ''}",
        DoubtWeight.DATE,
        title,
        ways,
        LEAVE if text else likely,
    )


def build_date_doubt_key(text: str) -> str:
    """Return the key of the doubt about a text that is no date."""
    return f"date-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
