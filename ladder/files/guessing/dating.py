"""The dates of a club's spreadsheet: in which order they are written, and the rows that have none."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from ..values import shorten
from . import days
from .doubts import LEAVE, Doubt, Step, Told, Weight, rows_named

ABOVE = "above"
ORDERS = (("0", "Day first: 3/4 is 3 April"), ("1", "Month first: 3/4 is 4 March"))
NO_DATE = ((ABOVE, "Same day as the row above"), (LEAVE, "Leave out"))
SHOWN = 20  # unreadable dates that are asked about one by one


def dated(today: date) -> Step:
    """Return the step that reads the dates, and takes out the rows that have none."""

    def step(found: Told, doubts: list[Doubt], answers: Mapping[str, str]) -> Told:
        order = order_asked(found, doubts, answers, today)
        asked = {doubt.key: doubt.answer(answers) for doubt in odd_dates(found)}
        doubts.extend(odd_dates(found))
        kept: Told = {}
        above = ""
        for number, said in found.items():
            read = days.read(said["date"])
            day = (read[order] or read[1 - order]) or (above if asked.get(key_of(said["date"])) == ABOVE else "")
            if day:
                kept[number] = said | {"date": day} | started(said, order)
                above = day
        return kept

    return step


def started(said: Mapping[str, str], order: int) -> dict[str, str]:
    """Return when the match began, where the row says so."""
    read = days.read(said.get("started", ""))
    return {"started": read[order] or read[1 - order]} if any(read[:2]) else {}


def order_asked(found: Told, doubts: list[Doubt], answers: Mapping[str, str], today: date) -> int:
    """Return whether the day or the month comes first; asked where both could be."""
    texts = [said["date"] for said in found.values()]
    order = days.order_of(texts, today)
    example = next((text for text in texts if days.read(text).is_open), "")
    if example and (order.is_open or order.ways > 1):
        title = f"“{shorten(example)}” can be two days."
        detail = f"Dates are written in {order.ways} ways in this column." if order.ways > 1 else ""
        doubt = Doubt("order", Weight.ORDER if order.is_open else Weight.WAYS, title, ORDERS, str(order.order), detail)
        doubts.append(doubt)
        return int(doubt.answer(answers))
    return order.order


def odd_dates(found: Told) -> list[Doubt]:
    """Return the doubts about rows without a date, and about texts that are none, each text once."""
    odd: dict[str, list[int]] = defaultdict(list)
    for number, said in found.items():
        if not any(days.read(said["date"])[:2]):
            odd[said["date"]].append(number)
    return [odd_date(text, numbers) for text, numbers in list(odd.items())[:SHOWN]]


def odd_date(text: str, numbers: Sequence[int]) -> Doubt:
    """Return the doubt about a text that is no date; a blank cell most often means the day above."""
    where = rows_named(numbers)
    title = f"“{shorten(text)}” is no date ({where})." if text else f"No date in {where}."
    return Doubt(key_of(text), Weight.DATE, title, NO_DATE, LEAVE if text else ABOVE)


def key_of(text: str) -> str:
    """Return the key of the doubt about a date."""
    return f"date-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
