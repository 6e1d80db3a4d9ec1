"""The dates of a club's spreadsheet: in which order they are written, and the rows that have none."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise

from ..values import shorten
from . import days
from .doubts import LEAVE, Doubt, Step, Told, Weight, rows_named

ABOVE = "above"
ORDERS = (("0", "Day first: 3/4 is 3 April"), ("1", "Month first: 3/4 is 4 March"))
NO_DATE = ((ABOVE, "Same day as the row above"), (LEAVE, "Leave out"))
YEARS = 40  # that are offered for days without one
HALF_A_YEAR = 6  # months
SHOWN = 20  # unreadable dates that are asked about one by one


def dated(today: date) -> Step:
    """Return the step that reads the dates, and takes out the rows that have none."""

    def step(found: Told, doubts: list[Doubt], answers: Mapping[str, str]) -> Told:
        order = order_asked(found, doubts, answers, today)
        read = {number: one_of(days.read(said["date"]), order) for number, said in found.items()}
        read |= years_asked(
            {number: day for number, day in read.items() if day[:2] == days.SAME}, doubts, answers, today
        )
        odd = odd_dates({number: found[number]["date"] for number, day in read.items() if not day})
        doubts.extend(odd)
        asked = {doubt.key: doubt.answer(answers) for doubt in odd}
        kept: Told = {}
        above = ""
        for number, said in found.items():
            day = read[number] or (above if asked.get(key_of(said["date"])) == ABOVE else "")
            if day:
                kept[number] = said | {"date": day} | started(said, order, day)
                above = day
        return kept

    return step


def one_of(read: days.Read, order: int) -> str:
    """Return a date read in that order, or in the other one where it is none."""
    return read[order] or read[1 - order]


def years_asked(
    bare: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str], today: date
) -> dict[int, str]:
    """Return the days without a year in the years that were answered, by row.

    A column that goes from December to January, or back, goes into the next year, or into the one before.
    """
    if not bare:
        return {}
    turns = turns_of([int(day[2:4]) for day in bare.values()])
    first, span = min(turns), max(turns) - min(turns)
    choices = [(str(year), span_of(year - span, year)) for year in range(today.year, today.year - YEARS, -1)]

    def in_years(last: int) -> dict[int, str]:
        years = (last - span + turn - first for turn in turns)
        return {number: days.with_year(day, year) for (number, day), year in zip(bare.items(), years, strict=True)}

    ahead = any(day[:10] > today.isoformat() for day in in_years(today.year).values())
    default = str(today.year - 1 if ahead else today.year)
    title = f"Dates have no year, such as “{shorten(shown_of(next(iter(bare.values()))))}” in row {next(iter(bare)):,}."
    doubt = Doubt("year", Weight.YEAR, title, tuple(choices), default)
    doubts.append(doubt)
    return in_years(int(doubt.answer(answers)))


def span_of(first: int, last: int) -> str:
    """Return the years that the days are in: 2026, 2025 and 2026, or 2024 to 2026."""
    return str(last) if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"


def turns_of(months: Sequence[int]) -> list[int]:
    """Return how many years after the first row each row is, as told by jumps of more than half a year."""
    years = [0]
    for before, month in pairwise(months):
        years.append(years[-1] + (before - month > HALF_A_YEAR) - (month - before > HALF_A_YEAR))
    return years


def shown_of(day: str) -> str:
    """Return a day without a year in words."""
    return f"{int(day[5:7])} {date(days.LEAP, int(day[2:4]), 1):%B}"


def started(said: Mapping[str, str], order: int, day: str) -> dict[str, str]:
    """Return when the match began, where the row says so."""
    read = one_of(days.read(said.get("started", "")), order)
    return {"started": days.with_year(read, int(day[:4])) if read[:2] == days.SAME else read} if read else {}


def order_asked(found: Told, doubts: list[Doubt], answers: Mapping[str, str], today: date) -> int:
    """Return whether the day or the month comes first; asked where both could be."""
    texts = [said["date"] for said in found.values()]
    order = days.order_of(texts, today)
    example = next((text for text in texts if days.read(text).is_open), "")
    if example and (order.is_open or order.ways > 1):
        title = f"“{shorten(example)}” could be either of two dates."
        detail = f"Dates are written in {order.ways} ways in this column." if order.ways > 1 else ""
        doubt = Doubt("order", Weight.ORDER if order.is_open else Weight.WAYS, title, ORDERS, str(order.order), detail)
        doubts.append(doubt)
        return int(doubt.answer(answers))
    return order.order


def odd_dates(texts: Mapping[int, str]) -> list[Doubt]:
    """Return the doubts about rows without a date, and about texts that are none, each text once."""
    odd: dict[str, list[int]] = defaultdict(list)
    for number, text in texts.items():
        odd[text].append(number)
    return [odd_date(text, numbers) for text, numbers in list(odd.items())[:SHOWN]]


def odd_date(text: str, numbers: Sequence[int]) -> Doubt:
    """Return the doubt about a text that is no date; a blank cell most often means the day above."""
    where = rows_named(numbers)
    title = f"“{shorten(text)}” is not a date ({where})." if text else f"No date in {where}."
    return Doubt(key_of(text), Weight.DATE, title, NO_DATE, LEAVE if text else ABOVE)


def key_of(text: str) -> str:
    """Return the key of the doubt about a date."""
    return f"date-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
