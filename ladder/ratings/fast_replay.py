"""The fast replay, for systems whose rating is points and experience alone and whose matches are between two.

It reads the matches in columns, because a million small objects are slow to walk through, and gives the very figures
of the general replay: `gains` is the same, only the objects are fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from ladder.formats import DRAWN, DUEL, HANDICAP, STOPPED, WALKOVER, WON, get_handicap

from .base import RatingSystem
from .board_rules import BoardRules
from .duel_systems import DuelSystem
from .history import Fold, History
from .table_system import TableSystem
from .values import Counts, Facts, Key, Rating, Result

NO_PLAYED_COUNTS = Counts()
PLAIN_STATE = (None, None)  # neither memory nor clock


class DuelColumns(NamedTuple):
    """Matches of two in columns, in order of play."""

    matches: list[int]  # their places in the list that is replayed
    firsts: list[Key]
    seconds: list[Key]
    scores: list[float]  # of the first players
    facts: list[Facts | None]  # None for a match that is counted and not rated


class RunningRating:
    """A player's rating and counts while the loop runs; `gains` reads it like a `Rating`.

    It is changed in place, because making two ratings for each match takes a fifth of the whole time.
    """

    __slots__ = ("drawn", "experience", "lost", "points", "won")
    memory = None
    as_of = None

    def __init__(self, rating: Rating) -> None:
        self.points, self.experience = rating.points, rating.experience
        self.won = self.drawn = self.lost = 0

    def add_counts(self, counts: Counts) -> Counts:
        """Return these counts with those of the matches in the loop."""
        played, won, drawn, lost, died = counts
        here = self.won + self.drawn + self.lost
        return Counts(played + here, won + self.won, drawn + self.drawn, lost + self.lost, died)


class RunningRatings(dict[Key, RunningRating]):
    """The running ratings by player; whoever is new gets one when asked for."""

    def __init__(self, opening: Mapping[Key, Rating], initial: Rating) -> None:
        super().__init__()
        self.opening, self.initial = opening, initial

    def __missing__(self, player: Key) -> RunningRating:
        self[player] = RunningRating(self.opening.get(player, self.initial))
        return self[player]


def replay_duels(
    system: DuelSystem, duels: DuelColumns, opening: Mapping[Key, Rating], counts: Mapping[Key, Counts]
) -> Fold:
    """Return the outcome of a replay of these matches.

    The ratings when a match began are not kept, since no system of this lane asks for them.
    """
    gains: Callable[..., tuple[float, float]] = system.gains
    weight, takes_handicaps, handicap = system.weight, BoardRules(system).takes_handicaps, HANDICAP.name
    history = History(interleave(duels.matches, duels.matches), interleave(duels.firsts, duels.seconds))
    figures, states = history.figures, RunningRatings(opening, system.initial())
    firsts, seconds = (map(states.__getitem__, players) for players in (duels.firsts, duels.seconds))
    for mine, theirs, score, facts in zip(firsts, seconds, duels.scores, duels.facts, strict=True):
        old, had = mine.points, mine.experience
        other_old, other_had = theirs.points, theirs.experience
        if facts is not None:
            if handicap in facts and takes_handicaps:
                gained, lost = calculate_handicap_gains(gains, mine, theirs, score, facts)
            else:
                gained, lost = gains(mine, theirs, score, facts)
            added = weight(facts)
            mine.points, mine.experience = old + gained, had + added
            theirs.points, theirs.experience = other_old + lost, other_had + added
        both = (old, had, mine.points, mine.experience, other_old, other_had, theirs.points, theirs.experience)
        figures += both
        if score == WON:
            mine.won += 1
            theirs.lost += 1
        elif score == DRAWN:
            mine.drawn += 1
            theirs.drawn += 1
        else:
            mine.lost += 1
            theirs.won += 1
    table = {player: Rating(one.points, one.experience) for player, one in states.items()}
    tallies = {player: counts.get(player, NO_PLAYED_COUNTS) for player in opening}
    for player, one in states.items():
        tallies[player] = one.add_counts(tallies.get(player, NO_PLAYED_COUNTS))
    return Fold({**opening, **table}, tallies, history, find_last_rows(history.players, states))


def collect_duels(system: RatingSystem, results: Iterable[Result]) -> DuelColumns:
    """Return the matches that the system counts, in columns."""
    duels, kinds = DuelColumns([], [], [], [], []), system.kinds
    matches, firsts, seconds, scores, facts = duels
    for match, result in enumerate(results):
        is_rated = result.kind in kinds
        if is_rated or (result.kind == WALKOVER and not result.sides):
            first, second = result.players
            matches.append(match)
            firsts.append(first)
            seconds.append(second)
            scores.append(result.scores[0])
            facts.append(result.facts if is_rated and result.ending != STOPPED else None)
    return duels


def interleave[Item](firsts: Sequence[Item], seconds: Sequence[Item]) -> list[Item]:
    """Return the items of two columns in turns, a row for each player of a match."""
    rows = [*firsts, *seconds]
    rows[::2], rows[1::2] = firsts, seconds
    return rows


def find_last_rows(rows: Sequence[Key], players: Collection[Key]) -> dict[Key, int]:
    """Return the last row of each of these players, who all have one; it looks from the end, where most are found."""
    found: dict[Key, int] = {}
    for row in reversed(range(len(rows))):
        if rows[row] not in found:
            found[rows[row]] = row
            if len(found) == len(players):
                break
    return {player: found[player] for player in players}


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
    if system.period or system.looks_back or system.rates_walkovers or system.rates_stopped or system.margin:
        return False
    kind, base = type(system), DuelSystem
    duels = all(kind.format is DUEL for kind in system.kinds) and not system.keeps_memory
    return duels and (kind.rate, kind.score, kind.concerns) == (base.rate, base.score, base.concerns)


def is_plain(ratings: Iterable[Rating]) -> bool:
    """Return whether all these ratings are points and experience alone."""
    return all(rating[2:] == PLAIN_STATE for rating in ratings)
