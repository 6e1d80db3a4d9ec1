"""How places moved since the club day before the latest one."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from ladder.models import Board, Match, Opening
from ladder.ratings import WALKOVER, Rating
from players.identity import selves, who

from .counting import less, tallied
from .days import midnight
from .ranking import State, ranks
from .spans import changes_in
from .stood import Stood

SIDE = (who("participant__player"), "participant__score", "participant__exit")
BEFORE = ("before_points", "before_experience", "before_memory", "before_as_of")


class Movement(NamedTuple):
    """A movement: up, down, same or new, and by how many places."""

    direction: str
    places: int = 0


class Moved(NamedTuple):
    """Everybody's movement, and the club day it is counted from."""

    by_player: Mapping[int, Movement]
    since: date | None


def moved(board: Board, rows: Sequence[Stood], places: Mapping[int, int]) -> Moved:
    """Compare the places with the table before the latest club day of these rows."""
    latest = max((row.played_at for row in rows if row.played_at), default=None)
    if latest is None:
        return Moved({}, None)
    day = timezone.localdate(latest)
    before = ranks(board.rating_system, states_before(board, rows, day), day)
    by_player = {player: movement(before.get(player), place) for player, place in places.items()}
    return Moved(by_player, last(board, midnight(day)))


def movement(before: int | None, now: int) -> Movement:
    """Return the movement between two places; without the first the player is new."""
    if before is None:
        return Movement("new")
    return Movement("up" if now < before else "down" if now > before else "same", abs(now - before))


def states_before(board: Board, rows: Sequence[Stood], day: date) -> list[State]:
    """Return the states before that day; only what was played on it is looked up, and what newcomers brought."""
    first: dict[int, Rating] = {}
    tallies: dict[int, Counter[str]] = {}
    for player, score, exit, *before in changes_in(board, day, 1).values_list(*SIDE, *BEFORE):
        first.setdefault(player, Rating(*before))
        tallies.setdefault(player, Counter()).update(tallied(score, exit))
    found = []
    for row in rows:
        rating, counts = first.get(row.player, row.rating), less(row.counts, tallies.get(row.player, {}))
        found.append(State(row.player, row.key, rating, counts))
    new = {state.player for state in found if state.player in first and not state.counts.played}
    new -= opened(board, new)
    return [state for state in found if state.player not in new]


def opened(board: Board, players: Collection[int]) -> set[int]:
    """Return those of these players who brought a rating; one query, none without players."""
    if not players:
        return set()
    brought = Opening.objects.filter(board=board, player__in=selves(players)).order_by()
    return set(brought.values_list(who("player"), flat=True))


def last(board: Board, start: datetime) -> date | None:
    """Return the last club day before that moment."""
    kinds = [kind.key for kind in (*board.rating_system.kinds, WALKOVER)]
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED, kind__in=kinds)
    newest_first = counted.filter(played_at__lt=start).order_by("-played_at", "-sequence")  # the index, from its end
    found = newest_first.values_list("played_at", flat=True).first()
    return timezone.localdate(found) if found else None
