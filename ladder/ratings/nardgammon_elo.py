"""Nardgammon Elo: a steep backgammon Elo in which new players move faster.

Units: rating points, unrounded. Not zero-sum, since the factor R is each player's own (N-7). No draws, no provisional
period, no clock. Source: rules N-1 to N-9; the formula of R is our assumption (N-6).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from . import nardgammon_steps as steps
from .about import RATED, About, Fact, Kind, Step, option
from .base import RatingSystem
from .expectation import expected_score
from .nardgammon_about import ABOUT, SPREAD, STAKE
from .registry import register
from .results import WON
from .values import Rating, Ratings, Result

LENGTH = Fact(
    "length",
    "Match length",
    low=1,
    high=999,
    usual=(1, 3, 5, 7, 9, 11, 13),
    default=5,
    help="1 for a money game.",
)
WINNER_MINUS_LOSER, OWN_MINUS_OPPONENT = "winner-minus-loser", "own-minus-opponent"
GAMES, LENGTHS = "games", "lengths"
ASSUMED = "An assumption: the source breaks off where it defines R. "


@register
@dataclass(frozen=True)
class NardgammonElo(RatingSystem):
    """The Elo of seed 002; a rating's experience is G."""

    key: ClassVar[str] = "nardgammon-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (LENGTH,)
    start: float = option(1500.0, label="Starting rating", rule="N-1", low=-100_000, high=100_000)
    begin: float = option(
        5.0, label="R of a newcomer", rule="N-6", low=0.01, high=100, choice=True, help=ASSUMED + "1 makes R constant."
    )
    end: float = option(1.0, label="Final R", rule="N-6", low=0.01, high=100, choice=True, help=ASSUMED)
    games: int = option(
        400,
        label="Games until the final R",
        rule="N-6",
        low=1,
        high=100_000,
        choice=True,
        help=ASSUMED + "R falls evenly.",
    )
    count: str = option(
        GAMES,
        label="G counts",
        rule="N-6",
        choices=((GAMES, "games"), (LENGTHS, "match lengths")),
        choice=True,
        help=ASSUMED + "FIBS adds up match lengths.",
    )
    sign: str = option(
        WINNER_MINUS_LOSER,
        label="D is",
        rule="N-5",
        choices=((WINNER_MINUS_LOSER, "winner minus loser"), (OWN_MINUS_OPPONENT, "own minus opponent")),
        choice=True,
        help="“Own minus opponent” is what the source says, but then a favourite who loses would lose almost nothing.",
    )

    @property
    def unit(self) -> str:
        """What G counts (N-6)."""
        return "points of match length" if self.count == LENGTHS else "games"

    def initial(self) -> Rating:
        return Rating(self.start)

    def factor(self, rating: Rating) -> float:
        """Return R, from all games that the player completed before this match (N-6)."""
        if rating.experience >= self.games:
            return self.end
        return self.begin - (self.begin - self.end) * rating.experience / self.games

    def first_seat(self, result: Result, seat: int) -> int:
        """Return whose rating D starts from: the winner's, or the player's own in the literal text (N-5)."""
        return seat if result.scores[seat] == WON or self.sign == OWN_MINUS_OPPONENT else 1 - seat

    def lead(self, result: Result, before: Ratings, seat: int) -> float:
        """Return D for one player (N-5)."""
        first = self.first_seat(result, seat)
        return before[first].points - before[1 - first].points

    def share(self, result: Result, before: Ratings, seat: int) -> float:
        """Return the part of the stake that moves, from 0 to 1: the less likely the result, the more (N-4)."""
        return expected_score(0, self.lead(result, before, seat), SPREAD / sqrt(result.facts["length"]))

    def worth(self, result: Result, before: Ratings, seat: int) -> float:
        """Return what one player gains or, below zero, loses (N-3)."""
        moved = self.factor(before[seat]) * STAKE * sqrt(result.facts["length"]) * self.share(result, before, seat)
        return moved if result.scores[seat] == WON else -moved

    def rate(self, result: Result, before: Ratings) -> Ratings:
        added = int(result.facts["length"]) if self.count == LENGTHS else 1
        return tuple(
            Rating(old.points + self.worth(result, before, seat), old.experience + added, old.memory, old.as_of)
            for seat, old in enumerate(before)
        )

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        chance = expected_score(before[0].points, before[1].points, SPREAD / sqrt(result.facts["length"]))
        return chance, 1 - chance

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return a brought rating; its G is what `count` says, match lengths or games (N-6)."""
        counted = experience or games if self.count == LENGTHS else games or experience
        return Rating(points, counted)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating for the next season; G counts for all time (N-6)."""
        points = rating.points if keep == 1 else self.start + keep * (rating.points - self.start)
        return Rating(points, rating.experience, rating.memory, rating.as_of)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        return (
            steps.gap(self, result, before, seat),
            steps.surprise(self, result, before, seat),
            steps.speed(self, result, before, seat),
            steps.moved(self, result, before, seat),
        )
