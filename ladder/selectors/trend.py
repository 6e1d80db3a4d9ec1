"""The last twelve weeks of everybody on a board: what the line in the standings is made from."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, When

from ladder.models import Board
from players.identity import who

from .days import midnight
from .past import AT
from .spans import changes_in

WEEKS = 12
DAYS = 7 * WEEKS
WHEN = (who("participant__player"), "week", "before_points")
STATE = ("after_points", "after_experience", "after_memory", "after_as_of")

Change = Sequence[Any]
"""One change: week, points before, and the state after, of which a board without a clock has the points only."""
Trend = Mapping[int, Sequence[Change]]
"""Each player's changes of the last weeks, in the order of play."""


def trend(board: Board, day: date) -> Trend:
    """Return the changes of the twelve weeks that end with that day, in one query."""
    state = STATE if board.rating_system.period else STATE[:1]
    rows = changes_in(board, day, DAYS)
    found: dict[int, list[Change]] = defaultdict(list)
    for player, *change in rows.annotate(week=week_of(day)).values_list(*WHEN, *state):
        found[player].append(change)
    return found


def week_of(day: date) -> Case:
    """Return the week of a change, from 1 to 12, for a query; the last week ends with that day."""
    earlier = ((midnight(end + timedelta(1)), week) for week, end in enumerate(ends(day)[1:-1], 1))
    weeks = (When(**{f"{AT}played_at__lt": end}, then=week) for end, week in earlier)
    return Case(*weeks, default=WEEKS)


def ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (WEEKS - week)) for week in range(WEEKS + 1)]
