"""The systems of two players or sides: what they share, from the mean of a side to the gain of one number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .about import declare_option
from .base import RatingSystem
from .margin import find_margin, find_margin_index
from .rounding import round_half_up
from .sides import SHARED, SINGLES, TAKES_CHOICES, WHOLE, choose_kinds
from .values import TEAM, Facts, Kind, Rating, Ratings, Result

Gains = Callable[[Rating, Rating, float, Facts], tuple[float, float]]


@dataclass(frozen=True)
class PairSystem(RatingSystem):
    """A system for matches of two. Where its board takes teams, a side counts as one player.

    `rate`, `explain` and `expected` know only matches of two players. Override `combine` and `move` where a rating
    is more than points and experience.
    """

    team_kinds: ClassVar[tuple[Kind, ...]] = (TEAM,)
    takes: str = declare_option(
        SINGLES,
        label="Matches that count",
        help="Which matches this board rates.",
        rule="S-1",
        kw_only=True,
        choices=TAKES_CHOICES,
    )
    member_change: str = declare_option(
        WHOLE,
        label="In a team each player moves by",
        help="Equal shares: what one side gains the other loses, even if one has more players.",
        rule="S-2",
        kw_only=True,
        choice=True,
        choices=((WHOLE, "what the side would move by"), (SHARED, "an equal share of it")),
    )

    def __post_init__(self) -> None:
        """Set the kinds that the board takes."""
        object.__setattr__(self, "kinds", choose_kinds(self.takes, type(self).kinds, self.team_kinds))

    def combine(self, ratings: Sequence[Rating]) -> Rating:
        """Return what players count as who play as one side: the mean of their points and experience (S-1)."""
        if len(ratings) == 1:
            return ratings[0]
        count = len(ratings)
        experience = int(round_half_up(sum(one.experience for one in ratings) / count, 0))
        mean = self.opening(sum(one.points for one in ratings) / count, experience, experience)
        return mean._replace(as_of=ratings[0].as_of)

    def move(self, rating: Rating, change: float, experience: int) -> Rating:
        """Return a player's rating after a match of sides that moves it by `change` and adds to experience (S-2)."""
        return rating._replace(points=rating.points + change, experience=rating.experience + experience)


class GainsSystem(RatingSystem):
    """A system for two players whose rating is one number; `rate` and `initial` follow from `gains`."""

    start: float
    margin: bool = False  # whether a clear win counts more; an option of the systems that declare it

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        """Return by how much the points of both players change when the first player's score is `score`."""
        raise NotImplementedError

    def weight(self, facts: Facts) -> int:
        """Return what a match adds to experience."""
        return 1

    def score(self, result: Result) -> float:
        """Return the score of the first player, as this system counts it."""
        return result.scores[0]

    @property
    def keeps_memory(self) -> bool:
        """Return whether `remember` may say something, with these options."""
        return False

    def remember(self, before: Rating, points: float) -> Any:
        """Return the memory of a rating whose points become these."""
        return before.memory

    def initial(self) -> Rating:
        return Rating(self.start)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        a, b = before
        gained, lost = self.gains(a, b, self.score(result), result.facts)
        weight = self.weight(result.facts)
        index = find_margin_index(find_margin(result)) if self.margin else 1
        first, second = a.points + gained * index, b.points + lost * index
        return (
            Rating(first, a.experience + weight, self.remember(a, first), a.as_of),
            Rating(second, b.experience + weight, self.remember(b, second), b.as_of),
        )


class DuelSystem(GainsSystem, PairSystem):
    """A system for matches of two whose rating is one number, which also rates sides where its board takes teams."""

    def move(self, rating: Rating, change: float, experience: int) -> Rating:
        moved = super().move(rating, change, experience)
        return moved._replace(memory=self.remember(rating, moved.points))
