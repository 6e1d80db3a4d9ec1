"""The plain values of a match: its facts, its games, and how each participant ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Key = Any
"""The key of a player: a primary key in the database, a name in a file."""
Facts = Mapping[str, float]

STANDING, SURRENDERED, DEAD = "standing", "surrendered", "dead"
WON, DRAWN, LOST = 1.0, 0.5, 0.0
OUTCOME_WORDS = {WON: "won", DRAWN: "drew", LOST: "lost"}


class RatingError(ValueError):
    """Something that a format or a rating system refuses; its text is a sentence for the person who entered it.

    `field` names what is at fault, if it is one thing: an option, a fact, or a part of the result.
    """

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


class Fact(NamedTuple):
    """A number about a match or a participant, besides who played and how it ended."""

    name: str
    label: str
    low: float = 0
    high: float = 1_000_000
    whole: bool = True
    required: bool = True
    usual: tuple[int, ...] = ()  # offered as buttons; the first use preselects `default`
    default: int | None = None
    help: str = ""
    always: tuple[int, ...] = ()  # usual on every ladder, whatever else it sets; `help` says what they mean


MATCH_LENGTH = Fact(
    "length", "Match length", low=1, high=999, usual=(1, 3, 5, 7, 9, 11, 13), default=5, help="Points played to."
)


class Exit(NamedTuple):
    """How a player left a battle: `standing`, `surrendered` or `dead`, and in which round."""

    how: str
    round: int | None = None


class Game(NamedTuple):
    """The points of one game, set or frame: those of the first side, then of the second.

    The first side is side 1, and in a match of two the player in the first seat. Of a match that says no more than how
    many games each side won, one value has these two numbers, and `unit` says what they count.
    """

    first: int
    second: int
    tie_break: int | None = None  # of a set: the points of whoever lost its tie-break
    unit: str = ""  # "game", "set", "frame" or "leg" where the numbers are those won, and not points


class ParticipantResult(NamedTuple):
    """How a match ended for one player: a score, an exit or a finishing place; `side` says who played together."""

    player: Any
    score: float | None = None
    exit: Exit | None = None
    place: int | None = None
    side: int = 0
