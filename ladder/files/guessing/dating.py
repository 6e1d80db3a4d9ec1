"""The dates of a club's spreadsheet: in which order they are written, and the rows that have none."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise

from ladder.files.guessing import days
from ladder.files.guessing.days import NO_YEAR, ReadDate, find_date_order, read_date, set_year
from ladder.files.guessing.doubts import LEAVE, Doubt, DoubtWeight, FilterStep, SheetRows, format_row_numbers
from ladder.files.values import shorten_cell

ABOVE = "above"
ORDERS = (("0", "Day first: 3/4 is 3 April"), ("1", "Month first: 3/4 is 4 March"))
NO_DATE = ((ABOVE, "Same day as the row above"), (LEAVE, "Leave out"))
YEARS = 40  # that are offered for days without one
HALF_A_YEAR = 6  # months
SHOWN = 20  # unreadable dates that are asked about one by one


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
    title = f"Dates have no year, such as “{shorten_cell(format_day_and_month(next(iter(bare.values()))))}” in row {next(iter(bare)):,}."
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
    return f"{int(day[5:7])} {date(days.LEAP, int(day[2:4]), 1):%B}"


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
