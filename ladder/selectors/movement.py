"""How places moved since the club day before the latest one."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from ladder.models import Board, Match, Standing

from .days import midnight
from .past import table_before
from .ranking import State, ranks


class Movement(NamedTuple):
    """A movement: up, down, same or new, and by how many places."""

    direction: str
    places: int = 0


class Moved(NamedTuple):
    """Everybody's movement, and the club day it is counted from."""

    by_player: Mapping[int, Movement]
    since: date | None


def moved(board: Board, rows: Sequence[Standing], places: Mapping[int, int]) -> Moved:
    """Compare the places with the table before the board's latest club day."""
    latest = max((row.last_match.played_at for row in rows if row.last_match), default=None)
    if latest is None:
        return Moved({}, None)
    day = timezone.localdate(latest)
    start = midnight(day)
    before = ranks(board.rating_system, states_before(board, rows, start), day)
    return Moved({player: movement(before.get(player), place) for player, place in places.items()}, last(board, start))


def movement(before: int | None, now: int) -> Movement:
    """Return the movement between two places; without the first the player is new."""
    if before is None:
        return Movement("new")
    return Movement("up" if now < before else "down" if now > before else "same", abs(now - before))


def states_before(board: Board, rows: Sequence[Standing], start: datetime) -> list[State]:
    """Return the states before that moment: only who has played since is looked up."""
    since = {row.player_id for row in rows if row.last_match and row.last_match.played_at >= start}
    past = table_before(board, (start, -1), since)
    found = []
    for row in rows:
        if row.player_id not in since:
            found.append(State(row.player_id, row.player.key, row.rating, row.counts))
        elif state := past.get(row.player_id):
            found.append(State(row.player_id, row.player.key, state.rating, state.counts))
    return found


def last(board: Board, start: datetime) -> date | None:
    """Return the last club day before that moment."""
    kinds = [kind.key for kind in board.rating_system.kinds]
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED, kind__in=kinds)
    found = counted.filter(played_at__lt=start).aggregate(at=Max("played_at"))["at"]
    return timezone.localdate(found) if found else None
