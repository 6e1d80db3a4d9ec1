"""The numbers of a chart as a table: its days, weeks, months or years."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from ladder.ledger.storage.tables import start_of_day
from ladder.pages.figures import find_direction, format_rating, format_short_day, format_visible_change
from ladder.profiles.queries.chart_axis import TimeAxis
from ladder.profiles.queries.chart_view import ShownCareer
from ladder.ratings import Rating, advance_rating

MOST_CHART_ROWS = 15


class ChartRow(NamedTuple):
    """The days from one on: how many matches, by how much the rating changed, what it was at their end, another's, and
    what happened."""

    since: str
    matches: int
    change: str
    direction: str
    rating: str
    other: str
    events: str


def list_chart_rows(
    shown: ShownCareer, other: ShownCareer | None, axis: TimeAxis, events: Mapping[int, str]
) -> list[ChartRow]:
    """Return the days of an axis in 15 rows at most, the latest first."""
    first = timezone.localdate(axis.begin)
    days = [first, *(day for day in axis.list_first_days(MOST_CHART_ROWS - 1) if day > first)]
    last_day = max(shown.career.day, timezone.localdate(axis.end))
    ends = [*days[1:], last_day + timedelta(1)]
    system, ratings = shown.career.board.rating_system, list_ratings_before(shown, ends)
    others = list_ratings_before(other, ends) if other else []
    matches = shown.career.matches[shown.places.start :]
    counts = [0, *(bisect_left(matches, start_of_day(end), key=attrgetter("at")) for end in ends)]
    rows, last = [], shown.before
    for number, (day, rating) in enumerate(zip(days, ratings, strict=True)):
        change = rating.points - last.points
        printed = format_visible_change(system, change), find_direction(change), format_rating(system, rating)
        beside = format_rating(system, others[number]) if others else ""
        played = matches[counts[number] : counts[number + 1]]
        told = "; ".join(events[match.key] for match in played if match.key in events)
        rows.append(ChartRow(format_short_day(day), len(played), *printed, beside, told))
        last = rating
    return rows[::-1]


def list_ratings_before(shown: ShownCareer, ends: Sequence[date]) -> list[Rating]:
    """Return the rating at the beginning of each of these days, with what time alone had done by then."""
    found = []
    for end in ends:
        place = bisect_left(shown.steps, start_of_day(end), key=attrgetter("at"))
        rating = shown.steps[place - 1].after if place else shown.before
        found.append(advance_rating(shown.career.board.rating_system, rating, end - timedelta(1)))
    return found
