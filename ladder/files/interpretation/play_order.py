"""In which order the rows of one day were played: from the top, or from the bottom where the newest match is on top.

The dates of the rows say so where they run one way; where they run both ways, it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import NamedTuple

from ladder.files.interpretation.doubts import Doubt, DoubtWeight, SheetRows
from ladder.files.interpretation.row_numbers import get_sheet_name
from ladder.formats import format_times

FROM_TOP, FROM_BOTTOM, BY_PARTS = "top", "bottom", "parts"
STEPS_A_SLIP = 6  # steps one way for each step the other way, so that the other one is a slip
STEPS_A_PART = 2  # steps one way in each part of a list that is made of two
DAY_LENGTH = len("2026-11-21")
FROM_BOTTOM_REMARK = "The newest matches are on top, so the matches of one day are taken from the bottom up."
PLAY_ORDER_CHOICES = (
    (FROM_TOP, "From the top down"),
    (FROM_BOTTOM, "From the bottom up"),
    (BY_PARTS, "In each part of the list as its dates run"),
)


class PlayOrder(NamedTuple):
    """The numbers of the rows in the order of play, and what the page says of it."""

    rows: Sequence[int]
    remarks: tuple[str, ...] = ()


def find_play_order(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str], today: date) -> PlayOrder:
    """Return the order in which the rows were played; a question is added to `doubts` if their dates run both ways.

    It decides between matches of equal dates only, and where no dates are equal nothing is said or asked. Rows with a
    day to come are slips: they stand at the end.
    """
    slips = {number: cells for number, cells in found.items() if cells["date"][:DAY_LENGTH] > today.isoformat()}
    rows = [number for number in found if number not in slips]
    order = find_order_of_past_days({number: found[number]["date"] for number in rows}, doubts, answers)
    return order._replace(rows=[*order.rows, *slips])


def find_order_of_past_days(found: Mapping[int, str], doubts: list[Doubt], answers: Mapping[str, str]) -> PlayOrder:
    """Return the order in which rows with these dates were played."""
    rows, dates = list(found), list(found.values())
    if len(set(dates)) == len(dates):
        return PlayOrder(rows)
    if not all(len(one) > DAY_LENGTH for one in dates):
        dates = [one[:DAY_LENGTH] for one in dates]
    marks = [(get_sheet_name(row), one) for row, one in zip(rows, dates, strict=True)]
    runs = [[row for row, _ in run] for _, run in groupby(zip(rows, marks, strict=True), key=lambda one: one[1])]
    steps = [compare_marks(*pair) for pair in pairwise(mark for mark, _ in groupby(marks))]
    way, is_plain = judge_steps(steps)
    if not is_plain:
        doubt = build_play_order_doubt(steps, way)
        doubts.append(doubt)
        way = doubt.answer(answers)
    if way == FROM_BOTTOM:
        return PlayOrder(rows[::-1], (FROM_BOTTOM_REMARK,) if is_plain else ())
    if way == BY_PARTS:
        return PlayOrder([row for place, run in enumerate(runs) for row in turn_run(run, steps, place)])
    return PlayOrder(rows)


def compare_marks(before: tuple[str, str], later: tuple[str, str]) -> int:
    """Return 1 from a row to one of a later date, -1 to an earlier one; 0 to a row of another sheet."""
    if before[0] != later[0]:
        return 0
    return 1 if later[1] > before[1] else -1


def judge_steps(steps: Sequence[int]) -> tuple[str, bool]:
    """Return which way the dates run, and whether that is plain; the steps are those that `compare_marks` returns."""
    forward, back = steps.count(1), steps.count(-1)
    if back * STEPS_A_SLIP <= forward:
        return FROM_TOP, True
    if forward * STEPS_A_SLIP <= back:
        return FROM_BOTTOM, True
    parts = [len([*part]) for _, part in groupby(filter(None, steps))]
    if (len(parts) - 1) * STEPS_A_SLIP <= len(steps) or (len(parts) == 2 and min(parts) >= STEPS_A_PART):
        return BY_PARTS, False
    return FROM_BOTTOM if back > forward else FROM_TOP, False


def turn_run(run: list[int], steps: Sequence[int], place: int) -> list[int]:
    """Return the rows of one date in the order of play, as the dates around them run; `steps[place]` leads on."""
    near = steps[max(place - 2, 0) : place + 2]  # two before and two behind, so that one jump makes no difference
    return run[::-1] if (sum(near) or steps[max(place - 1, 0)]) < 0 else run


def build_play_order_doubt(steps: Sequence[int], likely: str) -> Doubt:
    """Return the doubt about rows whose dates run both ways."""
    title = "The dates run both ways. In which order were the matches of one day played?"
    later, earlier = (format_times(steps.count(way)) for way in (1, -1))
    detail = f"From one row to the next the date goes forward {later} and back {earlier}."
    return Doubt("played", DoubtWeight.PLAYED, title, PLAY_ORDER_CHOICES, likely, detail)
