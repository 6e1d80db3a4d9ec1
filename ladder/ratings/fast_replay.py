"""The fast replay, for systems whose rating is points and experience alone and whose matches are between two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeGuard

from ladder.formats import DRAWN, DUEL, HANDICAP, WALKOVER, WON, get_handicap

from .base import RatingSystem
from .duel_systems import DuelSystem
from .history import History
from .table_system import TableSystem
from .values import Counts, Facts, Key, Rating, Result

FastReplay = Callable[[Iterable[Result]], None]
NO_GAINS = (0, 0)
PLAIN = (None, None)  # neither memory nor clock


class RunningRating:
    """A player's rating and counts while the loop runs; `gains` reads it like a `Rating`.

    It is changed in place, because making two ratings for each match takes a fifth of the whole time.
    """

    __slots__ = ("died", "drawn", "experience", "lost", "played", "points", "row", "won")
    memory = None
    as_of = None

    def __init__(self, rating: Rating, counts: Sequence[int]) -> None:
        self.points, self.experience = rating.points, rating.experience
        self.played, self.won, self.drawn, self.lost, self.died = counts
        self.row = 0


def build_fast_replay(
    system: RatingSystem,
    table: dict[Key, Rating],
    tallies: dict[Key, list[int]],
    history: History,
    last: dict[Key, int],
) -> FastReplay | None:
    """Return the loop over the results, or None if the system or the opening table needs the general replay.

    It gives the very figures of the general loop: `gains` is the same, only the objects are fewer.
    The ratings when a match began are not kept, since no system of this lane asks for them.
    """
    if not has_plain_ratings(system) or any(old[2:] != PLAIN for old in table.values()):
        return None
    gains: Callable[..., tuple[float, float]] = system.gains
    weight, initial, kinds, takes_handicaps = system.weight, system.initial(), system.kinds, system.takes_handicaps
    states: dict[Key, RunningRating] = {}

    def run(results: Iterable[Result]) -> None:
        matches, players, old_points = history.matches, history.players, history.before_points
        old_experience, new_points = history.before_experience, history.after_points
        new_experience, row = history.after_experience, len(history)
        for match, result in enumerate(results):
            kind, _, pair, scores, facts, *_ = result
            is_rated = kind in kinds
            if not is_rated and (kind != WALKOVER or result.sides):
                continue
            (first, second), score = pair, scores[0]
            mine, theirs = states.get(first) or enter(first), states.get(second) or enter(second)
            matches += (match, match)
            players += (first, second)
            old_points += (mine.points, theirs.points)
            old_experience += (mine.experience, theirs.experience)
            if is_rated:
                if HANDICAP.name in facts and takes_handicaps:
                    gained, lost = calculate_handicap_gains(gains, mine, theirs, score, facts)
                else:
                    gained, lost = gains(mine, theirs, score, facts)
                added = weight(facts)
                mine.points += gained
                theirs.points += lost
                mine.experience += added
                theirs.experience += added
            new_points += (mine.points, theirs.points)
            new_experience += (mine.experience, theirs.experience)
            mine.played += 1
            theirs.played += 1
            if score == WON:
                mine.won += 1
                theirs.lost += 1
            elif score == DRAWN:
                mine.drawn += 1
                theirs.drawn += 1
            else:
                mine.lost += 1
                theirs.won += 1
            mine.row, theirs.row = row, row + 1
            row += 2
        leave()

    def enter(player: Key) -> RunningRating:
        state = states[player] = RunningRating(table.get(player, initial), tallies.get(player, Counts()))
        return state

    def leave() -> None:
        for player, one in states.items():
            table[player], last[player] = Rating(one.points, one.experience), one.row
            tallies[player] = [one.played, one.won, one.drawn, one.lost, one.died]

    return run


def calculate_handicap_gains(
    gains: Callable[..., tuple[float, float]], mine: RunningRating, theirs: RunningRating, score: float, facts: Facts
) -> tuple[float, float]:
    """Return the gains of a match with a handicap, each against an opponent who is so much higher or lower."""
    points = get_handicap(facts)
    first, second = (Rating(one.points, one.experience) for one in (mine, theirs))
    gained, _ = gains(first, second._replace(points=second.points - points), score, facts)
    _, lost = gains(first._replace(points=first.points + points), second, score, facts)
    return gained, lost


def has_plain_ratings(system: RatingSystem) -> TypeGuard[DuelSystem]:
    """Return whether a system's ratings are points and experience alone, and only `gains` changes them."""
    if not isinstance(system, DuelSystem) or isinstance(system, TableSystem):
        return False
    if system.period or system.looks_back or system.rates_walkovers or system.margin:
        return False
    kind, base = type(system), DuelSystem
    duels = all(kind.format is DUEL for kind in system.kinds) and not system.keeps_memory
    return duels and (kind.rate, kind.score, kind.concerns) == (base.rate, base.score, base.concerns)
