"""The last twelve weeks of everybody on a board: what the line in the standings is made from."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, Value, When

from ladder.models import Board, Match
from players.identity import who

from .days import midnight
from .spans import changes_in, span

WEEKS = 12
DAYS = 7 * WEEKS
MATCH = ("participant__match", who("participant__player"), "before_points")
STATE = ("after_points", "after_experience", "after_memory", "after_as_of")

Change = tuple[Any, ...]
"""One change: week, points before, and the state after, of which a board without a clock has the points only."""
Trend = Mapping[int, Sequence[Change]]
"""Each player's changes of the last weeks, in the order of play."""


def trend(board: Board, day: date) -> Trend:
    """Return the changes of the twelve weeks that end with that day, in two queries."""
    weeks = weeks_of(board, day)
    state = STATE if board.rating_system.period else STATE[:1]
    rows = changes_in(board, span(day, DAYS)).values_list(*MATCH, *state)
    by_match: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        by_match[row[0]].append(row)
    found: dict[int, list[Change]] = defaultdict(list)
    for match, week in weeks.items():
        for _, player, *change in by_match.get(match, ()):
            found[player].append((week, *change))
    return found


def weeks_of(board: Board, day: date) -> dict[int, int]:
    """Return the matches of these weeks in the order of play, each with its week from 1 to 12."""
    weeks = [When(played_at__lt=midnight(end + timedelta(1)), then=Value(week)) for week, end in enumerate(ends(day))]
    matches = Match.objects.filter(span(day, DAYS), season=board.season_id).order_by("played_at", "sequence")
    rows = matches.annotate(week=Case(*weeks)).values_list("pk", "week")
    return dict(rows)


def ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (WEEKS - week)) for week in range(WEEKS + 1)]
