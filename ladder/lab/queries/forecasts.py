"""What a system says of each match before it is played, and how right that was.

A match of teams is one between sides. Whoever ended better is compared with whoever ended worse: score, then place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from ladder.formats.games import STOPPED, reverse_players
from ladder.ratings import (
    WALKOVER,
    BoardRules,
    Fold,
    Key,
    Rating,
    RatingError,
    RatingSystem,
    Result,
    TableSystem,
    check_result,
    count_result,
    replay_results,
)
from ladder.ratings.statement import rebuild_rated_result
from ladder.ratings.values import Counts

LEAST_CHANCE = 0.01  # as in the Deloitte/FIDE Chess Rating Challenge of 2011: 0 and 1 would cost without limit


class Forecast(NamedTuple):
    """What a system says of a match before it is played, side by side, and how the sides ended.

    `chances` is None where a system has none; then `heights` says who stood higher.
    """

    match: int  # the result's place in the list
    chances: tuple[float, ...] | None
    heights: tuple[tuple[float, ...], ...]  # of each side: the greater stood higher
    ends: tuple[float, ...]  # of each side: the greater ended better
    is_of_newcomers: bool  # nobody in it had played before


class Selection(NamedTuple):
    """The matches that a system can rate, by their places in the list, and why others are left out."""

    kept: list[int]
    refused: dict[str, int]  # how many, by the sentence why


def select_ratable(system: RatingSystem, results: Sequence[Result]) -> Selection:
    """Return the matches that a system rates, and walkovers; matches that it refuses are left out with the reason."""
    kept: list[int] = []
    refused: dict[str, int] = {}
    rules = BoardRules(system)
    for place, result in enumerate(results):
        if not rules.counts(result):
            continue
        try:
            check_result(system, result)
        except RatingError as error:
            refused[str(error)] = refused.get(str(error), 0) + 1
        else:
            kept.append(place)
    return Selection(kept, refused)


def predict_matches(
    system: RatingSystem, results: Sequence[Result], kept: Sequence[int]
) -> tuple[list[Forecast], Fold]:
    """Return what the system says of each of the kept matches, from those before it alone, and where it all ends.

    The replay has the ratings before each match; with a period they are advanced up to its day. A walkover is not
    predicted, nor is a match that was stopped. Which player a match names first tells nothing: a table that puts two
    newcomers on different places by it is predicted from one with all matches in a neutral order.
    """
    played = [results[place] for place in kept]
    fold = seen = replay_results(system, played)
    if isinstance(system, TableSystem):
        played = list(map(choose_neutral_order, played))
        seen = replay_results(system, played)
    return list(list_forecasts(system, played, kept, seen)), fold


def choose_neutral_order(result: Result) -> Result:
    """Return the match with its players in an order that neither who was named first nor who won has a part in."""
    first, last = (sha256(str(player).encode()).digest() for player in (result.players[0], result.players[-1]))
    return result if first < last else reverse_players(result)


def list_forecasts(
    system: RatingSystem, played: Sequence[Result], kept: Sequence[int], fold: Fold
) -> Iterator[Forecast]:
    """Yield the forecast of each match that was played, with the ratings that the replay had before it."""
    tallies: dict[Key, list[int]] = {}
    rules, row = BoardRules(system), 0
    for place, result in zip(kept, played, strict=True):
        rows = range(row, row + len(result.players))
        row = rows.stop
        if result.kind != WALKOVER and result.ending != STOPPED:
            asked, before = rebuild_rated_result(fold, rows, result)
            chances = rules.expected(asked, before)
            sides = list_sides(result)
            yield Forecast(
                place,
                None if chances is None else tuple(find_mean(chances, side) for side in sides),
                () if chances is not None else find_heights(system, result, before, tallies, sides),
                tuple(find_end(result, side[0]) for side in sides),
                tallies.keys().isdisjoint(result.players),
            )
        count_result(tallies, result)


def list_sides(result: Result) -> list[list[int]]:
    """Return the seats of each side; without teams everybody is one."""
    if not result.sides:
        return [[seat] for seat in range(len(result.players))]
    sides: dict[int, list[int]] = {}
    for seat, side in enumerate(result.sides):
        sides.setdefault(side, []).append(seat)
    return list(sides.values())


def find_mean(values: Sequence[float], seats: Sequence[int]) -> float:
    """Return the mean over a side; a player alone has the value as it is."""
    return values[seats[0]] if len(seats) == 1 else math.fsum(values[seat] for seat in seats) / len(seats)


def find_heights(
    system: RatingSystem,
    result: Result,
    before: Sequence[Rating],
    tallies: dict[Key, list[int]],
    sides: list[list[int]],
) -> tuple[tuple[float, ...], ...]:
    """Return how high each side stands, ties broken as in the standings; a side stands where its members do on average.

    The counts are those before the match. Newcomers on a table stand level.
    """
    counts = [Counts(*tallies.get(player, ())) for player in result.players]
    if isinstance(system, TableSystem):
        before = level_newcomers(before, [player in tallies for player in result.players])
    keys = [system.order(rating, count) for rating, count in zip(before, counts, strict=True)]
    return tuple(tuple(-find_mean(column, side) for column in zip(*keys, strict=True)) for side in sides)


def level_newcomers(before: Sequence[Rating], has_played: Sequence[bool]) -> list[Rating]:
    """Return the ratings with all newcomers on the lowest of their places: none of them has won one yet."""
    lowest = min((rating.points for rating, known in zip(before, has_played, strict=True) if not known), default=0.0)
    pairs = zip(before, has_played, strict=True)
    return [rating if known else rating._replace(points=lowest) for rating, known in pairs]


def find_end(result: Result, seat: int) -> float:
    """Return how a player ended, the greater the better: the score, or else the finishing place."""
    score = result.scores[seat]
    return -result.places[seat] if math.isnan(score) and result.places else score


class MatchScore(NamedTuple):
    """How right a forecast was; None where there was nothing to be right about."""

    named: float | None  # the share of pairs of sides in which the one that ended better was named; level counts half
    log_loss: float | None
    brier: float | None


def score_forecast(forecast: Forecast) -> MatchScore:
    """Return how right a forecast was. Lower is better for log loss and for the score of Brier (1950).

    Brier's sum of squares is halved, so that a coin toss between two sides has 0.25.
    """
    named = find_named_share(forecast)
    if forecast.chances is None:
        return MatchScore(named, None, None)
    shares = divide_win(forecast.ends)
    pairs = list(zip(forecast.chances, shares, strict=True))
    log_loss = -math.fsum(share * math.log(limit_chance(chance)) for chance, share in pairs if share)
    return MatchScore(named, log_loss, math.fsum((chance - share) ** 2 for chance, share in pairs) / 2)


def find_named_share(forecast: Forecast) -> float | None:
    """Return the share of pairs of sides in which the one that ended better was named; None where all ended level."""
    strengths: Sequence[float | tuple[float, ...]] = forecast.chances or forecast.heights
    found = []
    for one, other in combinations(range(len(forecast.ends)), 2):
        if forecast.ends[one] == forecast.ends[other]:
            continue
        better, worse = (one, other) if forecast.ends[one] > forecast.ends[other] else (other, one)
        mine, theirs = strengths[better], strengths[worse]
        found.append(0.5 if mine == theirs else float(mine > theirs))  # type: ignore[operator]  # all of one kind
    return math.fsum(found) / len(found) if found else None


def divide_win(ends: tuple[float, ...]) -> tuple[float, ...]:
    """Return which share of the win each side has: 1 and 0, and those who ended level at the top share it."""
    best = max(ends)
    winners = ends.count(best)
    return tuple(1 / winners if end == best else 0.0 for end in ends)


def limit_chance(chance: float) -> float:
    """Return a chance between 1 and 99 per cent."""
    return min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
