"""The lane for duels: systems whose rating is one number, rated two players at a time."""

from __future__ import annotations

from collections.abc import Callable

from .base import Facts, Key, Rating, Ratings, RatingSystem, Result
from .history import History
from .results import DRAWN, WON

Step = Callable[[int, Result], None]


class DuelSystem(RatingSystem):
    """A rating that is one number; `rate` and `initial` are written once, from `gains`."""

    start: float

    def gains(self, a: float, b: float, score: float, facts: Facts) -> tuple[float, float]:
        """Return what both ratings change by, when the first player scored `score`."""
        raise NotImplementedError

    def weight(self, facts: Facts) -> int:
        """Return what a match adds to experience."""
        return 1

    def score(self, result: Result) -> float:
        """Return the first player's score as this system sees it."""
        return result.scores[0]

    def initial(self) -> Rating:
        return Rating(self.start)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        a, b = before
        gained = self.gains(a.points, b.points, self.score(result), result.facts)
        weight = self.weight(result.facts)
        return (
            Rating(a.points + gained[0], a.experience + weight, a.memory, a.as_of),
            Rating(b.points + gained[1], b.experience + weight, b.memory, b.as_of),
        )


def fast_lane(
    system: RatingSystem,
    table: dict[Key, Rating],
    tallies: dict[Key, list[int]],
    history: History,
    last: dict[Key, int],
) -> Step | None:
    """Return the step for a system that the short way suits, else None.

    It gives the very figures of the general loop: `gains` is the same, only the objects are fewer.
    """
    plain = (DuelSystem.rate, DuelSystem.score, RatingSystem.concerns, None)
    kind = type(system)
    if not isinstance(system, DuelSystem) or (kind.rate, kind.score, kind.concerns, system.period) != plain:
        return None
    gains, weight, initial, kinds = system.gains, system.weight, system.initial(), frozenset(system.kinds)

    def step(match: int, result: Result) -> None:
        if result.kind not in kinds:
            return
        first, second = result.players
        a, b = table.get(first, initial), table.get(second, initial)
        score, facts = result.scores[0], result.facts
        gained, lost = gains(a[0], b[0], score, facts)
        added = weight(facts)
        new_a, new_b = Rating(a[0] + gained, a[1] + added), Rating(b[0] + lost, b[1] + added)
        row = len(history.matches)
        history.matches += (match, match)
        history.players += (first, second)
        history.before_points += (a[0], b[0])
        history.before_experience += (a[1], b[1])
        history.after_points += (new_a[0], new_b[0])
        history.after_experience += (new_a[1], new_b[1])
        table[first], table[second] = new_a, new_b
        last[first], last[second] = row, row + 1
        count(first, score)
        count(second, 1 - score)

    def count(player: Key, score: float) -> None:
        mine = tallies.get(player)
        if mine is None:
            mine = tallies[player] = [0, 0, 0, 0, 0]
        mine[0] += 1
        mine[1 if score == WON else 2 if score == DRAWN else 3] += 1

    return step
