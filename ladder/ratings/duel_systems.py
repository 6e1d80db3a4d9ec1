"""The systems of two players or sides: what they share, from the mean of a side to the gain of one number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .about import Step, declare_option
from .base import RatingSystem
from .margin import explain_margin, find_margin, find_margin_index
from .sides import (
    SHARED,
    SINGLES,
    TAKES_CHOICES,
    WHOLE,
    SideMatch,
    average_side,
    build_side_match,
    choose_kinds,
    explain_mean,
    explain_member,
    name_step_sides,
)
from .values import TEAM, Facts, Kind, Rating, Ratings, Result


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

    @property
    def balances(self) -> bool:
        return self.zero_sum and (self.takes == SINGLES or self.member_change == SHARED)

    def ratings_after(self, result: Result, before: Ratings) -> Ratings:
        if result.kind not in self.team_kinds:
            return super().ratings_after(result, before)
        played = self.pair_sides(result, before)
        after = super().ratings_after(played.result, played.before)
        found = []
        for seat, own in enumerate(before):
            side = played.side_of(seat)
            change = after[side].points - played.before[side].points
            if self.member_change == SHARED:
                change /= len(played.members[side])
            found.append(self.move(own, change, after[side].experience - played.before[side].experience))
        return tuple(found)

    def change(self, result: Result, before: Ratings, seat: int) -> float:
        if result.kind not in self.team_kinds:
            return super().change(result, before, seat)
        return self.ratings_after(result, before)[seat].points - before[seat].points

    def steps(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        if result.kind not in self.team_kinds:
            return super().steps(result, before, seat)
        played = self.pair_sides(result, before)
        side = played.side_of(seat)
        means = (step for one in (side, 1 - side) for step in explain_mean(played, result, before, one))
        usual = [name_step_sides(step, played, result) for step in super().steps(played.result, played.before, side)]
        change, count = self.change(result, before, seat), len(played.members[side])
        last = explain_member(
            change, usual[-1].value, count, result.players[seat], is_shared=self.member_change == SHARED
        )
        return (*means, *usual, last)

    def chances(self, result: Result, before: Ratings) -> tuple[float, ...] | None:
        if result.kind not in self.team_kinds:
            return super().chances(result, before)
        played = self.pair_sides(result, before)
        chances = super().chances(played.result, played.before)
        return chances and tuple(chances[played.side_of(seat)] for seat in range(len(before)))

    def pair_sides(self, result: Result, before: Ratings) -> SideMatch:
        """Return a match of teams as one between two players, which this system can rate."""
        return build_side_match(self, type(self).kinds[0], result, before)

    def combine(self, ratings: Sequence[Rating]) -> Rating:
        """Return what players count as who play as one side: the mean of their points and experience (S-1)."""
        if len(ratings) == 1:
            return ratings[0]
        points, experience = average_side(ratings)
        return self.opening(points, experience, experience)._replace(as_of=ratings[0].as_of)

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
        gained = self.gains(a, b, self.score(result), result.facts)
        weight = self.weight(result.facts)
        index = find_margin_index(find_margin(result)) if self.margin else 1
        first, second = a.points + gained[0] * index, b.points + gained[1] * index
        return (
            Rating(first, a.experience + weight, self.remember(a, first), a.as_of),
            Rating(second, b.experience + weight, self.remember(b, second), b.as_of),
        )

    def explain_all(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        if not self.margin or find_margin(result) < 2:
            return self.explain(result, before, seat)
        steps = self.explain(result._replace(games=()), before, seat)
        change = self.change(result, before, seat)
        return (*steps, explain_margin(result, steps[-1].value, change, seat))


class DuelSystem(GainsSystem, PairSystem):
    """A system for matches of two whose rating is one number, which also rates sides where its board takes teams."""

    def move(self, rating: Rating, change: float, experience: int) -> Rating:
        moved = super().move(rating, change, experience)
        return moved._replace(memory=self.remember(rating, moved.points))
