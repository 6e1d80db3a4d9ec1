"""Who stands where: one path for every board, in Python (decision 0002)."""

from collections.abc import Container, Iterable, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from django.utils import timezone

from ladder.models import Season
from ladder.ratings import Counts, Rank, Rating, RatingSystem, number_ranks


class PlayerState(NamedTuple):
    """What a place depends on; `key` is the player's name key, the last tie-break (G-4)."""

    player: int
    key: str
    rating: Rating
    counts: Counts


class Rankable(Protocol):
    """Anything that has what a place depends on."""

    @property
    def player(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def rating(self) -> Rating: ...
    @property
    def counts(self) -> Counts: ...


def give_ranks(system: RatingSystem, rows: Sequence[Rankable], absent: Container[int]) -> dict[int, Rank]:
    """Return each player's rank, or for the absent the one that they would have; the rows are in order already."""
    keys = [system.order(row.rating, row.counts) for row in rows]
    numbers = number_ranks(keys, [row.player not in absent for row in rows])
    return {row.player: rank for row, rank in zip(rows, numbers, strict=True)}


def sort_by_rank[R: Rankable](system: RatingSystem, rows: Iterable[R]) -> list[R]:
    """Return the rows in order of place; their ratings are already those of the day."""
    return sorted(rows, key=lambda row: (*system.order(row.rating, row.counts), row.key))


def find_standings_day(season: Season) -> date:
    """Return the day as of which a season's tables are read: today, or its last day when that is over."""
    today = timezone.localdate()
    last = season.ends_on or (timezone.localdate(season.closed_at) if season.closed_at else today)
    return min(last, today)
