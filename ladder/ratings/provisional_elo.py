"""Provisional Elo: a plain mean of performance scores for the first 20 games, then Elo.

Units: rating points, unrounded, shown as whole numbers. Not zero-sum. Provisional until 20 counted games. No clock.
Source: rules R-1 to R-13.

While a player is provisional, `Rating.memory` holds the scores of his games, oldest first; then it is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import provisional_steps as steps
from .about import RATED, About, Fact, Kind, Step, option
from .base import RatingSystem
from .expectation import expected_score
from .provisional_about import ABOUT
from .provisional_sums import k_band, mean, scores_of
from .registry import register
from .values import Key, Rating, Ratings, Result

MOVES = Fact("moves", "Fewest moves made by either side", high=10_000, required=False, help="Leave empty if enough.")
ENOUGH_MOVES = 2


@register
@dataclass(frozen=True)
class ProvisionalElo(RatingSystem):
    """The rating of seed 003; a rating's experience is the number of completed games."""

    key: ClassVar[str] = "provisional-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (MOVES,)
    draws: ClassVar[bool] = True
    start: float = option(1200.0, label="Starting rating", rule="R-1", low=-100_000, high=100_000)
    games: int = option(20, label="Provisional games", rule="R-3", low=1, high=1_000)
    bonus: float = option(400.0, label="Bonus for a win", rule="R-3", low=0, high=10_000)
    small_bonus: float = option(200.0, label="Bonus against a provisional player", rule="R-5", low=0, high=10_000)
    newcomer_games: int = option(5, label="Games of a newcomer, fewer than", rule="R-6", low=0, high=1_000)
    newcomer_rating: float = option(1200.0, label="A newcomer counts as", rule="R-6", low=-100_000, high=100_000)

    def initial(self) -> Rating:
        return Rating(self.start, 0, ())

    def concerns(self, result: Result) -> bool:
        """Say whether the game is rated and long enough (R-2)."""
        return result.kind in self.kinds and result.facts.get("moves", ENOUGH_MOVES) >= ENOUGH_MOVES

    def provisional_left(self, rating: Rating) -> int:
        return max(self.games - rating.experience, 0)

    def is_provisional(self, rating: Rating) -> bool:
        return rating.experience < self.games

    def is_newcomer(self, opponent: Rating) -> bool:
        return self.is_provisional(opponent) and opponent.experience < self.newcomer_games

    def worth(self, opponent: Rating) -> float:
        """Return what an opponent counts as (R-6, R-11)."""
        return self.newcomer_rating if self.is_newcomer(opponent) else opponent.points

    def swing(self, opponent: Rating) -> float:
        return self.small_bonus if self.is_provisional(opponent) else self.bonus

    def performance(self, opponent: Rating, score: float) -> float:
        """Return a game's score, fixed for good when it ends (R-3, R-4)."""
        return self.worth(opponent) + (2 * score - 1) * self.swing(opponent)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        a, b = before
        return self.after(a, b, result.scores[0]), self.after(b, a, result.scores[1])

    def after(self, own: Rating, opponent: Rating, score: float) -> Rating:
        played = own.experience + 1
        if not self.is_provisional(own):
            return Rating(own.points + self.elo_change(own, opponent, score), played, None, own.as_of)
        scores = (*scores_of(own), self.performance(opponent, score))
        return Rating(mean(scores), played, scores if played < self.games else None, own.as_of)

    def chance(self, own: Rating, opponent: Rating) -> float:
        return expected_score(own.points, self.worth(opponent))

    def elo_change(self, own: Rating, opponent: Rating, score: float) -> float:
        """Return an established player's change (R-8), halved against a provisional one (R-10)."""
        change = k_band(own.points)[0] * (score - self.chance(own, opponent))
        return change / 2 if self.is_provisional(opponent) else change

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        """Return R-8's expectation from the two ratings as they are shown."""
        chance = expected_score(before[0].points, before[1].points)
        return chance, 1 - chance

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return a brought rating; up to game 20 it stands for that many equal scores."""
        played = games or experience
        return Rating(points, played, (points,) * played if played < self.games else None)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating for the next season; the scores of its mean shrink with it."""
        carried = super().carry(rating, keep)
        if keep in (0, 1) or not self.is_provisional(rating):
            return carried
        scores = tuple(self.start + keep * (score - self.start) for score in scores_of(rating))
        return carried._replace(memory=scores)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        own, opponent, score = before[seat], before[1 - seat], result.scores[seat]
        who: dict[str, Key] = {"me": result.players[seat], "other": result.players[1 - seat]}
        first = steps.counted(self, own, opponent, who)
        change = self.change(result, before, seat)
        if self.is_provisional(own):
            rest = steps.averaged(self, own, opponent, score, change, who)
            return first, steps.scored(self, opponent, score, who), *rest
        last = steps.moved(self, own, opponent, score, change, who)
        return first, steps.likely(self, own, opponent, who), steps.stake(own, who), last
