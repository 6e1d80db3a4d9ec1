"""The calendar of a ladder of places: who played too little in its days, weeks, fortnights or months, and breaks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from .values import Key

WEEK, FORTNIGHT, MONTH = "week", "fortnight", "month"
PERIOD_DAYS = {WEEK: 7, FORTNIGHT: 14}
ONE_DAY = timedelta(1)
Break = tuple[date, date]
"""The first day of a break, and the day on which the player is back."""
Breaks = Mapping[Key, Sequence[Break]]
"""The breaks of players; who took none may be left out."""


def find_period(kind: str, day: date) -> Break:
    """Return the first and the last day of the week, fortnight or calendar month in which a day is.

    Weeks begin on Monday; fortnights are always the same ones, whoever asks.
    """
    if kind == MONTH:
        first = day.replace(day=1)
        return first, (first + timedelta(31)).replace(day=1) - ONE_DAY
    length = PERIOD_DAYS[kind]
    first = day - timedelta((day.toordinal() - 1) % length)  # day 1 of all days is a Monday
    return first, first + timedelta(length - 1)


def count_days_off(since: date, days: int, breaks: Sequence[Break]) -> date:
    """Return the day at whose end so many days are over after the day `since`; those of breaks don't count."""
    last = since + timedelta(days)
    for first, back in sorted(breaks):
        if first <= last and back > since + ONE_DAY:
            last += back - max(first, since + ONE_DAY)
    return last


def cut_breaks(breaks: Sequence[Break], day: date) -> list[Break]:
    """Return the parts of breaks that are over on the morning of a day; what comes then may still change."""
    return [(first, min(back, day)) for first, back in breaks if first < day]


def is_free_of_breaks(first: date, last: date, breaks: Sequence[Break]) -> bool:
    """Return whether no break has one of these days."""
    return not any(begun <= last and back > first for begun, back in breaks)


def drop_players(order: Sequence[Key], due: Collection[Key], rungs: int) -> list[Key]:
    """Return the new order, lowest rung first, where these go down so many rungs, but never past each other."""
    moved = list(order)
    for player in (one for one in order if one in due):
        place = moved.index(player)
        end = place
        while place - end < rungs and end > 0 and moved[end - 1] not in due:
            end -= 1
        moved.insert(end, moved.pop(place))
    return moved
