"""What a rating system takes and returns: ratings, results, and the kinds of match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, NamedTuple

Key = Any
"""Whatever names a player and can be hashed: a primary key in the database, a name in a file."""
Facts = Mapping[str, float]
Shape = Literal["duel", "battle", "tournament", "any"]


class Kind(NamedTuple):
    """A kind of match, such as rated or friendly, and how many take part in which roles."""

    key: str
    label: str
    shape: Shape


RATED = Kind("rated", "Rated", "duel")
LADDER = Kind("ladder", "Ladder", "battle")
FRIENDLY = Kind("friendly", "Friendly", "battle")
VERY_FRIENDLY = Kind("very-friendly", "Very friendly", "battle")
TOURNAMENT = Kind("tournament", "Tournament", "tournament")
UNRATED = Kind("unrated", "Unrated", "any")
WALKOVER = Kind("walkover", "Walkover", "any")  # agreed and not played: counted as won and lost, never rated


class RatingError(ValueError):
    """Something a rating system must refuse; the text is a sentence for the person who entered it.

    `field` names the option or fact that is at fault, if it is one.
    """

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


class Rating(NamedTuple):
    """A player's whole state on one board."""

    points: float
    experience: int = 0
    memory: Any = None  # only its own system looks inside; plain JSON values
    as_of: date | None = None  # on a board with a clock: the club's day up to which decay is in


Ratings = Sequence[Rating]


class Counts(NamedTuple):
    """How often a player took part, and how it ended; the same for all systems (W-11)."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    died: int = 0


class Exit(NamedTuple):
    """How a player left a battle: `standing`, `surrendered` or `dead`, and in which round."""

    how: str
    round: int | None = None


class Result(NamedTuple):
    """One match; made by `duel()`, `battle()` or `tournament()`, which decide who won."""

    kind: Kind
    ended: datetime  # in the club's zone
    players: tuple[Key, ...]
    scores: tuple[float, ...]  # 1, 1/2, 0; nan where there is none
    facts: Facts = {}
    exits: tuple[Exit, ...] = ()
    places: tuple[int, ...] = ()
    started: datetime | None = None
    at_start: Ratings = ()  # put in by replay: the ratings when the match began
