"""Who stands where: one path for every board, in Python (decision 0002)."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple, Protocol

from django.db import models
from django.utils import timezone

from ladder.models import Board, Season, Standing
from ladder.ratings import Counts, Rating, RatingSystem, decayed


class State(NamedTuple):
    """What a place depends on; `key` is the player's name key, the last tie-break (G-4)."""

    player: int
    key: str
    rating: Rating
    counts: Counts


class Ranked(Protocol):
    """Anything that has what a place depends on."""

    @property
    def player(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def rating(self) -> Rating: ...
    @property
    def counts(self) -> Counts: ...


def ranks(system: RatingSystem, states: Iterable[Ranked], day: date) -> dict[int, int]:
    """Return each player's place on that day, first place first; numbers are consecutive."""
    current = (State(one.player, one.key, decayed(system, one.rating, day), one.counts) for one in states)
    return {state.player: place for place, state in enumerate(ranked(system, current), 1)}


def ranked[R: Ranked](system: RatingSystem, rows: Iterable[R]) -> list[R]:
    """Return the rows in order of place; their ratings are already those of the day."""
    return sorted(rows, key=lambda row: (*system.order(row.rating, row.counts), row.key))


def stored(board: Board) -> list[Standing]:
    """Return the board's standings with players and last matches, in no order."""
    rows = Standing.objects.filter(board=board).select_related("player", "last_match").order_by()
    return list(rows.fetch_mode(models.FETCH_RAISE))


def states(rows: Iterable[Standing]) -> list[State]:
    """Return the stored standings as states to rank."""
    return [State(row.player_id, row.player.key, row.rating, row.counts) for row in rows]


def as_of(season: Season) -> date:
    """Return the day as of which a season's tables are read: today, or its last day when that is over."""
    today = timezone.localdate()
    last = season.ends_on or (timezone.localdate(season.closed_at) if season.closed_at else today)
    return min(last, today)
