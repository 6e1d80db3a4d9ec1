"""Who stands where: one path for every board, in Python (decision 0002)."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

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


def ranks(system: RatingSystem, states: Iterable[State], day: date) -> dict[int, int]:
    """Return each player's place on that day, first place first; numbers are consecutive."""

    def order(state: State) -> tuple[float | str, ...]:
        return *system.order(decayed(system, state.rating, day), state.counts), state.key

    return {state.player: place for place, state in enumerate(sorted(states, key=order), 1)}


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
