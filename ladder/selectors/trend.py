"""The last twelve weeks of everybody on a board: what the line in the standings is made from."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from ladder.models import Board
from players.identity import who

from .days import midnight
from .past import AT
from .spans import changes_in

WEEKS = 12
DAYS = 7 * WEEKS
PLAYED = Cast(f"{AT}played_at", TextField())  # to make a moment of each takes longer than the whole query
WHO = who("participant__player")
AS_OF = Cast("after_as_of", TextField())

Change = Sequence[Any]
"""One change: week, points before, points after; on a board with a clock also experience, memory and, as text, day."""
Trend = Mapping[int, Sequence[Change]]
"""Each player's changes of the last weeks, in the order of play."""


def trend(board: Board, day: date) -> Trend:
    """Return the changes of the twelve weeks that end with that day, in one query."""
    clock: list[Any] = ["after_experience", "after_memory", AS_OF] if board.rating_system.period else []
    rows = changes_in(board, day, DAYS)
    found: dict[int, list[Change]] = defaultdict(list)
    begins = beginnings(day)
    for player, played, *change in rows.values_list(WHO, PLAYED, "before_points", "after_points", *clock):
        found[player].append((bisect(begins, played), *change))
    return found


def beginnings(day: date) -> list[str]:
    """Return when each of the twelve weeks begins, as the text that a database has for it."""
    moments = (midnight(end + timedelta(1)).astimezone(UTC) for end in ends(day)[:-1])
    return [moment.replace(tzinfo=None).isoformat(" ", "seconds") for moment in moments]


def ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (WEEKS - week)) for week in range(WEEKS + 1)]
