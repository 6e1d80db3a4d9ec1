"""The last twelve weeks of everybody on a board: what the line in the standings is made from."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from ladder.models import Board
from ladder.selectors.days import start_of_day
from ladder.selectors.past import MATCH_PATH
from ladder.selectors.spans import select_changes_in_days
from players.identity import resolve_player

WEEKS = 12
DAYS = 7 * WEEKS
PLAYED = Cast(f"{MATCH_PATH}played_at", TextField())  # to make a moment of each takes longer than the whole query
WHO = resolve_player("participant__player")
AS_OF = Cast("after_as_of", TextField())

WeekChange = Sequence[Any]
"""One change: week, points before, points after; on a board with a clock also experience, memory and, as text, day."""
RecentChanges = Mapping[int, Sequence[WeekChange]]
"""Each player's changes of the last weeks, in the order of play."""


def load_recent_changes(board: Board, day: date) -> RecentChanges:
    """Return the changes of the twelve weeks that end with that day, in one query."""
    clock: list[Any] = ["after_experience", "after_memory", AS_OF] if board.rating_system.period else []
    rows = select_changes_in_days(board, day, DAYS)
    found: dict[int, list[WeekChange]] = defaultdict(list)
    begins = list_week_beginnings(day)
    for player, played, *change in rows.values_list(WHO, PLAYED, "before_points", "after_points", *clock):
        found[player].append((bisect(begins, played), *change))
    return found


def list_week_beginnings(day: date) -> list[str]:
    """Return when each of the twelve weeks begins, as the text that a database has for it."""
    moments = (start_of_day(end + timedelta(1)).astimezone(UTC) for end in list_week_ends(day)[:-1])
    return [moment.replace(tzinfo=None).isoformat(" ", "seconds") for moment in moments]


def list_week_ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (WEEKS - week)) for week in range(WEEKS + 1)]
