"""Compare rating systems over a list of results: how well each predicts them, and whom it puts where."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ladder.lab.queries.figures import (
    CalibrationDot,
    Column,
    Figure,
    build_calibration,
    calculate_figures,
    find_column_mean,
    subtract_columns,
)
from ladder.lab.queries.forecasts import (
    Forecast,
    MatchScore,
    divide_win,
    predict_matches,
    score_forecast,
    select_ratable,
)
from ladder.lab.queries.variants import Candidate, list_candidates
from ladder.ratings import Counts, Fold, Key, Rank, Rating, RatingSystem, Result, advance_rating, number_ranks
from players.people.names import fold_player_name

FEWEST_MATCHES_COMPARED = 50  # matches with a winner; with fewer nothing is said of who predicts better


class LabStanding(NamedTuple):
    """Where a player stands at the end: the sort key, and the rating as printed."""

    player: Key
    order: tuple[float, ...]
    shown: str


class RankedPlayer(NamedTuple):
    """A player with the rank among those who are compared, and the rating as printed."""

    player: Key
    rank: Rank
    shown: str


@dataclass(frozen=True)
class CandidateReplay:
    """What a system made of a list of results."""

    candidate: Candidate
    named: Column
    log_loss: Column
    brier: Column
    calibration: list[CalibrationDot]
    predicted: int  # matches
    of_newcomers: int  # those in which nobody had played before
    level: int  # those in which it named nobody, since all stood level
    drawn: int  # those that nobody won
    refused: dict[str, int]  # matches that were left out, by the reason
    standings: list[LabStanding]  # best first

    @property
    def has_chances(self) -> bool:
        return bool(self.calibration)

    def rank_players(self, absent: Collection[Key] = ()) -> list[RankedPlayer]:
        """Return the players best first, without those who are absent."""
        here = [one for one in self.standings if one.player not in absent]
        ranks = number_ranks([one.order for one in here], [True] * len(here))
        return [RankedPlayer(one.player, rank, one.shown) for one, rank in zip(here, ranks, strict=True)]


class SystemFigures(NamedTuple):
    """The figures of one system; those that it has none of are None."""

    replay: CandidateReplay
    named: Figure | None
    log_loss: Figure | None
    brier: Figure | None
    is_level_in_names: bool  # with the system that names most winners, as far as these matches tell
    is_level_in_chances: bool  # with the system that has the least log loss

    @property
    def candidate(self) -> Candidate:
        return self.replay.candidate

    @property
    def is_enough(self) -> bool:
        """Whether there are enough matches with a winner to say anything."""
        return self.replay.predicted - self.replay.drawn >= FEWEST_MATCHES_COMPARED


class Comparison(NamedTuple):
    """Systems over the same results: those with the most winners named first; then those that rate none of them."""

    systems: list[SystemFigures]
    unable: list[CandidateReplay]


def compare_systems(
    results: Sequence[Result], candidates: Iterable[Candidate] | None = None, *, as_of: date | None = None
) -> Comparison:
    """Return how well each system predicts these results, which are in order of play, and its standings after them.

    Without candidates it is every registered system and variant. Everybody begins as a newcomer.
    """
    chosen = list_candidates({one.kind for one in results}) if candidates is None else candidates
    return compare_replays([replay_candidate(one, results, as_of=as_of) for one in chosen])


def replay_candidate(candidate: Candidate, results: Sequence[Result], *, as_of: date | None = None) -> CandidateReplay:
    """Return what one system makes of the results, with its standings at the end of a day or after the last match."""
    system = candidate.system
    selection = select_ratable(system, results)
    forecasts, fold = predict_matches(system, results, selection.kept)
    scores = [score_forecast(one) for one in forecasts]
    named, log_loss, brier = spread_scores(forecasts, scores, len(results))
    return CandidateReplay(
        candidate,
        named,
        log_loss,
        brier,
        calibration=build_calibration([pair for one in forecasts for pair in list_calibration_pairs(one)]),
        predicted=len(forecasts),
        of_newcomers=sum(one.is_of_newcomers for one in forecasts),
        level=sum(score.named is not None and is_level(one) for one, score in zip(forecasts, scores, strict=True)),
        drawn=sum(score.named is None for score in scores),
        refused=selection.refused,
        standings=sort_standings(system, fold, as_of),
    )


def spread_scores(forecasts: Sequence[Forecast], scores: Sequence[MatchScore], count: int) -> tuple[Column, ...]:
    """Return the columns of the scores, with a value for each of so many results."""
    columns = tuple(array("d", [math.nan]) * count for _ in MatchScore._fields)
    for forecast, score in zip(forecasts, scores, strict=True):
        for column, value in zip(columns, score, strict=True):
            column[forecast.match] = math.nan if value is None else value
    return columns


def is_level(forecast: Forecast) -> bool:
    """Return whether the system names nobody, since all stand level."""
    return len(set(forecast.chances or forecast.heights)) == 1


def list_calibration_pairs(forecast: Forecast) -> list[tuple[float, float]]:
    """Return the chances to be plotted, each with the score that followed: of two sides that of the favourite only.

    Of two level sides, where there is no favourite, it is an even chance that came true half.
    """
    if forecast.chances is None:
        return []
    pairs = list(zip(forecast.chances, divide_win(forecast.ends), strict=True))
    if len(pairs) != 2:
        return pairs
    return [(pairs[0][0], 0.5)] if pairs[0][0] == pairs[1][0] else [max(pairs)]


def sort_standings(system: RatingSystem, fold: Fold, as_of: date | None) -> list[LabStanding]:
    """Return everybody's standing, ties broken as on a board and then by name or key; best first."""
    found = []
    for player, rating in fold.table.items():
        current = advance_rating(system, rating, as_of) if as_of else rating
        order = system.order(current, fold.counts.get(player, Counts()))
        found.append(LabStanding(player, order, show_rating(system, current)))
    return sorted(found, key=lambda one: (one.order, fold_player_name(str(one.player))))


def show_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as printed, with a question mark while it is provisional."""
    return system.shown(rating) + ("?" if system.provisional_left(rating) > 0 else "")


def compare_replays(replays: Sequence[CandidateReplay]) -> Comparison:
    """Return the figures of systems that were replayed over the same results, and which of them can't be told apart.

    Systems are level with the best one if the range of their difference, over the matches that both predicted, holds 0.
    """
    able = [one for one in replays if one.predicted]
    scores = [column for one in able for column in (one.named, one.log_loss, one.brier)]
    gaps = [
        *subtract_from_best([one.named for one in able], max),
        *subtract_from_best([one.log_loss for one in able], min),
    ]
    figures = calculate_figures([*scores, *gaps])  # all in one go, since drawing takes longest
    level = [gap is not None and not gap.excludes(0) for gap in figures[len(scores) :]]
    by_names, by_chances = level[: len(able)], level[len(able) :]
    found = list(map(SystemFigures, able, figures[::3], figures[1::3], figures[2::3], by_names, by_chances))
    found.sort(key=lambda one: -one.named.value if one.named else 1)
    return Comparison(found, [one for one in replays if not one.predicted])


def subtract_from_best(columns: Sequence[Column], best: Callable[..., float | None]) -> list[Column]:
    """Return by how much the column with the best average is above each of these, itself included.

    A column without any value leaves none.
    """
    means = [find_column_mean(column) for column in columns]
    leader = best((mean for mean in means if mean is not None), default=None)
    if leader is None:
        return list(columns)
    first = columns[means.index(leader)]
    return [subtract_columns(first, column) for column in columns]
