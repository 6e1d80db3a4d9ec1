"""The values that a rating system takes and returns: ratings and counts, besides the results of `ladder.formats`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from ladder.formats import (
    FRIENDLY,
    LADDER,
    RATED,
    TEAM,
    TOURNAMENT,
    UNRATED,
    VERY_FRIENDLY,
    WALKOVER,
    Exit,
    Facts,
    Key,
    Kind,
    RatingError,
    Result,
)

__all__ = [
    "FRIENDLY",
    "LADDER",
    "RATED",
    "TEAM",
    "TOURNAMENT",
    "UNRATED",
    "VERY_FRIENDLY",
    "WALKOVER",
    "Counts",
    "Exit",
    "Facts",
    "Key",
    "Kind",
    "Rating",
    "RatingError",
    "Ratings",
    "Result",
]


class Rating(NamedTuple):
    """A player's whole state on one board."""

    points: float
    experience: int = 0
    memory: Any = None  # only its own system looks inside; plain JSON values
    as_of: date | None = None  # with a period: the club's day up to which the rating was advanced


Ratings = Sequence[Rating]


class Counts(NamedTuple):
    """How often a player took part, and how it ended; the same for all systems (W-11)."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    died: int = 0
