"""The systems that keep a whole table, in which a match may move players who did not play in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from .about import Step
from .base import RatingSystem
from .idle_calendar import Breaks
from .values import Key, Rating, Ratings, Result


class TableSystem(RatingSystem):
    """A system in which a match may move players who did not play in it, such as a ladder of positions.

    It is replayed match by match over the whole table. It has no period and does not look back.
    """

    def initial(self) -> Rating:
        """Return the rating of the first player on an empty table; others get theirs from `enter`."""
        return self.enter({})

    def enter(self, table: Mapping[Key, Rating]) -> Rating:
        """Return the rating of a new player who joins this table of all others."""
        raise NotImplementedError

    def arrange(self, carried: Mapping[Key, Rating], given: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the table with which a season starts, of all whose rating is carried over or was given by hand."""
        return {**carried, **given}

    def find_clash(self, given: Mapping[Key, Rating]) -> tuple[Key, Key] | None:
        """Return two players who can't both start with what they are given; None where all can."""
        return None

    def rate_table(self, result: Result, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new ratings of all players whom the match moves.

        The table has all players, those of the match included.
        """
        raise NotImplementedError

    def pass_time(self, result: Result, table: Mapping[Key, Rating], breaks: Breaks) -> Mapping[Key, Rating]:
        """Return the new ratings of all whom the time up to this match moves; the match itself is rated already."""
        return {}

    @property
    def keeps_days(self) -> bool:
        """Whether it counts days without a match, of which those of breaks are none."""
        return False

    def seat_newcomer(self, player: Key, result: Result, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new ratings of all whom a player moves who is new on this table with this match, theirs too."""
        return {}

    def advance_table(self, table: Mapping[Key, Rating], day: date, breaks: Breaks) -> Mapping[Key, Rating]:
        """Return the new ratings of all whom the calendar moved since the last match, up to the morning of a day."""
        return {}

    def explain_shift(self, before: Rating, after: Rating) -> str:
        """Return why time moved somebody: "no match for 30 days"; an empty text where the match of others did."""
        return ""

    def explain_days(self, since: Rating, before: Rating) -> tuple[Step, ...]:
        """Return the steps by which the calendar moved a player between two matches; `since` is after the first."""
        return ()

    def rate(self, result: Result, before: Ratings) -> Ratings:
        """Return the ratings of the players in the match, as if nobody else were on the table."""
        moved = self.rate_table(result, dict(zip(result.players, before, strict=True)))
        return tuple(moved.get(player, old) for player, old in zip(result.players, before, strict=True))

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating unchanged, unless everybody starts afresh: a share of a position means nothing."""
        return rating if keep else self.initial()


def find_joining_points(system: RatingSystem, points: float) -> float:
    """Return the points that a joining player counts as having had before: the starting rating, or on a table these."""
    return points if isinstance(system, TableSystem) else system.initial().points
