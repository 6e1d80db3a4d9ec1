"""The results that a match of a box may have, with their chances and what they give. Plain Python.

Games are won independently, each with the same chance for the first player: the one with which that player's expected
score in the match is the one that the ratings say. So a favourite wins more often by 3-0 than by 3-2. Where nobody
enters scores a match is won or lost, and no more.

A match may also be lost by forfeit, or stay unplayed: these results have no chance and are never drawn, but nothing is
sure that they could change. Matches that are stopped or given up are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from math import comb
from typing import NamedTuple

from ladder.boxes.queries.box_chances import OpenBoxMatch, PossibleResult
from ladder.boxes.queries.box_table import BoxMatch, count_box_result
from ladder.formats import DRAWN, LOST, WON, Game, ScoreRule, add_games
from ladder.formats.games import count_games_won
from ladder.ratings import WALKOVER, Rating, build_duel
from ladder.ratings.systems.match_points import CLAIMED_WALKOVER, CONCEDED, MatchPoints

USUAL_BEST_OF = 5  # games, where a ladder with scores names no rule
LOSER_SHARE = 2 / 3  # of the points of a game
CHANCE_HALVINGS = 30
LEAST_MATCH_CHANCE = 0.001
ANY_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)


class GamesResult(NamedTuple):
    """How many games each won in the end, and the chance of that."""

    won: tuple[int, int]
    chance: float


@lru_cache(1 << 12)
def list_games_results(expected: float, best_of: int) -> tuple[GamesResult, ...]:
    """Return the possible ends of a match in which the first player has this expected score, from 3-0 to 0-3."""
    expected = min(max(expected, LEAST_MATCH_CHANCE), 1 - LEAST_MATCH_CHANCE)
    low, high = 0.0, 1.0
    for _ in range(CHANCE_HALVINGS):
        middle = (low + high) / 2
        wins, level = spread_over_games(middle, best_of)
        if sum(wins) + level / 2 < expected:
            low = middle
        else:
            high = middle
    (wins, level), (losses, _) = spread_over_games(low, best_of), spread_over_games(1 - low, best_of)
    needed, half = best_of // 2 + 1, best_of // 2
    won = [GamesResult((needed, lost), chance) for lost, chance in enumerate(wins)]
    other = [GamesResult((lost, needed), chance) for lost, chance in enumerate(losses)]
    return (*won, *([GamesResult((half, half), level)] if level else []), *reversed(other))


def spread_over_games(chance: float, best_of: int) -> tuple[list[float], float]:
    """Return the chances to win a match without a lost game, with one, and so on, and that it ends level.

    `chance` is that of winning a game.
    """
    half = best_of // 2
    wins = [comb(half + lost, lost) * chance ** (half + 1) * (1 - chance) ** lost for lost in range(best_of - half)]
    return wins, 0.0 if best_of % 2 else comb(best_of, half) * (chance * (1 - chance)) ** half


def score_games(won: tuple[int, int]) -> float:
    """Return the score of the first player."""
    return WON if won[0] > won[1] else LOST if won[0] < won[1] else DRAWN


def list_match_results(
    players: tuple[int, int],
    expected: float,
    system: MatchPoints | None,
    rule: ScoreRule | None,
    points: tuple[float, float] = (0, 0),
) -> OpenBoxMatch:
    """Return a match to be played with its possible results, from the first player's expected score.

    `rule` is None where nobody enters scores, and `system` where a win is a point; `points` are those that the two
    have, which count where a win against somebody higher gives more.
    """
    ends = list_games_results(expected, rule.best_of if rule else 1)
    results = [PossibleResult(one.chance, build_possible_match(players, one.won, system, rule, points)) for one in ends]
    return OpenBoxMatch(players, tuple(results))


def build_possible_match(
    players: tuple[int, int],
    won: tuple[int, int],
    system: MatchPoints | None,
    rule: ScoreRule | None,
    points: tuple[float, float],
) -> BoxMatch:
    """Return the match as it counts in the box if it ends so."""
    score = score_games(won)
    games = list_usual_games(won, system, rule) if rule else ()
    counted = count_games_won(games) if games else (0, 0)
    rallies = (sum(one.first for one in games), sum(one.second for one in games))
    if any(one.unit for one in games):
        rallies = (0, 0)
    gained = (score, 1 - score)
    if system:
        result = add_games(build_duel(*players, score, ended=ANY_MOMENT), games)
        before = Rating(points[0]), Rating(points[1])
        one, other = system.rate(result, before)
        gained = one.points - before[0].points, other.points - before[1].points
    return BoxMatch(players, gained, (score, 1 - score), counted, rallies)


def list_usual_games(won: tuple[int, int], system: MatchPoints | None, rule: ScoreRule) -> Sequence[Game]:
    """Return the games of a score: how many each won, or where points of the score count, such as 11-7 for each."""
    counts_points = system and (system.point or CONCEDED in system.levels)
    if not (counts_points and rule.points) and rule.best_of > 1:
        return (Game(*won, unit=rule.part if rule.part in ("game", "set", "frame", "leg") else "game"),)
    high = rule.points or 1
    low = min(round(high * LOSER_SHARE), high - rule.clear)
    return (Game(high, low),) * won[0] + (Game(low, high),) * won[1]


def add_unplayed_results(match: OpenBoxMatch, system: MatchPoints | None) -> OpenBoxMatch:
    """Return the match with what comes of it where it is not played, without a chance: a forfeit, or nothing."""
    nothing = BoxMatch(match.players, (0, 0), (LOST, LOST))
    given: tuple[dict[str, float], ...] = ({}, {CLAIMED_WALKOVER.name: 1})
    forfeits = [
        count_box_result(0, build_duel(*match.players, score, ended=ANY_MOMENT, kind=WALKOVER, facts=facts), system)
        for score in (WON, LOST)
        for facts in given
    ]
    more = tuple(PossibleResult(0.0, one) for one in dict.fromkeys((nothing, *forfeits)))
    return match._replace(results=(*match.results, *more))
