"""Warlocks score: win a point for each opponent, surrender to save the rest, die and lose it all.

Units: whole points. Not zero-sum. A battle may have no winner; no provisional period, no clock.
Source: rules W-1 to W-12.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from .about import FRIENDLY, LADDER, UNRATED, VERY_FRIENDLY, About, Kind, Message, Step, option
from .base import RatingSystem
from .registry import register
from .results import DEAD, WON
from .rounding import fixed
from .values import Counts, Rating, Ratings, Result
from .warlocks_score_about import ABOUT
from .warlocks_steps import ceiling, counted, friendly, gain, loss, mean_at_start, outcome

MELEES = (("every-pair", "Every two players must be in reach"), ("one-pair", "Two players in reach are enough"))


@register
@dataclass(frozen=True)
class WarlocksScore(RatingSystem):
    """The score of seed 001."""

    key: ClassVar[str] = "warlocks-score"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (LADDER, FRIENDLY)
    uncounted: ClassVar[tuple[Kind, ...]] = (VERY_FRIENDLY, UNRATED)  # W-7
    draws: ClassVar[bool] = True
    tie_breaks: ClassVar[tuple[str, ...]] = ("fewer deaths a game", "more wins a game")
    looks_back: ClassVar[bool] = True
    start: int = option(0, label="Starting score", rule="W-12", low=0, high=100_000, choice=True)
    reach: int = option(5, label="Largest difference for a ladder battle", rule="W-9", low=0, high=100_000)
    melee: str = option("every-pair", label="Reach in a melee", rule="W-9", choices=MELEES, choice=True)
    cap: int = option(
        5,
        label="Lead that gains nothing",
        rule="W-8",
        low=0,
        high=100_000,
        choice=True,
        help="Over the mean, in duels.",
    )

    def initial(self) -> Rating:
        return Rating(self.start)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        return tuple(
            Rating(self.points_after(result, old.points, seat), old.experience + 1, old.memory, old.as_of)
            for seat, old in enumerate(before)
        )

    def points_after(self, result: Result, points: float, seat: int) -> float:
        if result.kind == FRIENDLY:
            return points  # W-6
        if result.scores[seat] == WON:
            return points if self.capped(result, points) else points + len(result.players) - 1  # W-3, W-8
        return 0 if result.exits[seat].how == DEAD else max(points - 1, 0)  # W-3, W-4

    def capped(self, result: Result, points: float) -> bool:
        """Say whether a winner with that score gains nothing (W-8)."""
        return self.has_cap(result) and points >= mean_at_start(result) + self.cap

    def has_cap(self, result: Result) -> bool:
        recorded = result.started is not None and bool(result.at_start)
        return recorded and result.kind == LADDER and len(result.players) == 2

    def eligible(self, result: Result, before: Ratings) -> Message | None:
        if result.kind != LADDER:
            return None
        points = [rating.points for rating in result.at_start or before]
        seats = sorted(range(len(points)), key=points.__getitem__)
        strict = self.melee == "every-pair"
        pairs = [(seats[0], seats[-1])] if strict else pairwise(seats)
        low, high = min(pairs, key=lambda pair: points[pair[1]] - points[pair[0]])
        gap = points[high] - points[low]
        if gap <= self.reach:
            return None
        a, b = sorted((low, high))
        words = "{a} and {b} are {gap} apart; the limit is {reach}."
        if not strict and len(points) > 2:
            words = "Even the closest two, {a} and {b}, are {gap} apart; the limit is {reach}."
        params = {"gap": counted(gap, "point"), "reach": fixed(self.reach, 0)}
        return Message(words, params, {"a": result.players[a], "b": result.players[b]})

    def order(self, rating: Rating, counts: Counts) -> tuple[float, ...]:
        # W-10. Two unlike ratios of whole numbers below 2 ** 26 lie further apart than two
        # neighbouring floats, and like ones give the same float: dividing compares exactly.
        played = counts.played or 1  # without a game both ratios are 0
        return 0 - rating.points, counts.died / played, -counts.won / played

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        points, after = before[seat].points, self.points_after(result, before[seat].points, seat)
        if result.kind == FRIENDLY:
            return (friendly(result, points, seat),)
        if result.scores[seat] != WON:
            return outcome(result), loss(result, points, after, seat)
        if not self.has_cap(result):
            return outcome(result), gain(result, points, after, seat)
        return outcome(result), ceiling(result, points, self.cap, seat), gain(result, points, after, seat)
