"""The short way through the matches: systems whose rating is one number, two players at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeGuard

from .base import DuelSystem, RatingSystem
from .history import History
from .results import DRAWN, WON
from .values import WALKOVER, Key, Rating, Result

FastReplay = Callable[[Iterable[Result]], None]
NO_COUNTS = (0, 0, 0, 0, 0)
NO_GAINS = (0, 0)
PLAIN = (None, None)  # neither memory nor clock


def build_fast_replay(
    system: RatingSystem,
    table: dict[Key, Rating],
    tallies: dict[Key, list[int]],
    history: History,
    last: dict[Key, int],
) -> FastReplay | None:
    """Return the loop over the results for a system and an opening table that the short way suits, else None.

    It gives the very figures of the general loop: `gains` is the same, only the objects are fewer.
    The ratings when a match began are not kept, since no system of this lane asks for them.
    """
    if not has_plain_ratings(system) or any(old[2:] != PLAIN for old in table.values()):
        return None
    gains, weight, initial, kinds = system.gains, system.weight, system.initial(), system.kinds
    states: dict[Key, list[Any]] = {}  # points, experience, played, won, drawn, lost, died, last row

    def run(results: Iterable[Result]) -> None:
        matches, players, old_points = history.matches, history.players, history.before_points
        old_experience, new_points = history.before_experience, history.after_points
        new_experience, row = history.after_experience, len(history)
        for match, (kind, _, pair, scores, facts, _, _, _, _) in enumerate(results):
            is_rated = kind in kinds
            if not is_rated and kind != WALKOVER:
                continue
            (first, second), score = pair, scores[0]
            mine, theirs = states.get(first) or enter(first), states.get(second) or enter(second)
            a, b, mine_before, theirs_before = mine[0], theirs[0], mine[1], theirs[1]
            gained, lost = gains(a, b, score, facts) if is_rated else NO_GAINS
            added = weight(facts) if is_rated else 0
            mine[0], theirs[0], mine[1], theirs[1] = a + gained, b + lost, mine_before + added, theirs_before + added
            matches += (match, match)
            players += (first, second)
            old_points += (a, b)
            old_experience += (mine_before, theirs_before)
            new_points += (mine[0], theirs[0])
            new_experience += (mine[1], theirs[1])
            mine[2] += 1
            theirs[2] += 1
            mine[3 if score == WON else 4 if score == DRAWN else 5] += 1
            theirs[5 if score == WON else 4 if score == DRAWN else 3] += 1
            mine[7], theirs[7] = row, row + 1
            row += 2
        leave()

    def enter(player: Key) -> list[Any]:
        rating, counts = table.get(player, initial), tallies.get(player, NO_COUNTS)
        state = states[player] = [rating.points, rating.experience, *counts, 0]
        return state

    def leave() -> None:
        for player, (points, experience, *counts, row) in states.items():
            table[player], tallies[player], last[player] = Rating(points, experience), counts, row

    return run


def has_plain_ratings(system: RatingSystem) -> TypeGuard[DuelSystem]:
    """Say whether its ratings are points and experience alone, changed by `gains` alone."""
    if not isinstance(system, DuelSystem) or system.period or system.looks_back:
        return False
    kind, base = type(system), DuelSystem
    duels = all(kind.shape == "duel" for kind in system.kinds)
    return duels and (kind.rate, kind.score, kind.concerns) == (base.rate, base.score, base.concerns)
