"""A printed run of games, worked out game by game."""

from typing import NamedTuple

from ladder.ratings import PrintedSeries, RatingSystem
from ladder.selectors.parts import PlayerExplanation
from ladder.selectors.systems.answers import format_marked_rating, list_rating_parts, name_example_players

RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}


class RunGame(NamedTuple):
    """One game of a run, as the player saw it."""

    opponent: str
    result: str
    own: PlayerExplanation


class WorkedRun(NamedTuple):
    """All games of a run; the last is explained."""

    rule: str
    says: str
    games: list[RunGame]

    @property
    def last(self) -> PlayerExplanation:
        return self.games[-1].own


def work_out_runs(system: RatingSystem) -> list[WorkedRun]:
    """Return the system's printed runs with our own numbers."""
    return [work_out_run(system, series) for series in system.about.series]


def work_out_run(system: RatingSystem, series: PrintedSeries) -> WorkedRun:
    """Return one run; the player has the first seat."""
    rating, games = series.start, []
    for result, opponent in series.games:
        before = (rating, opponent)
        own = list_rating_parts(system, result, before, name_example_players(result))[0]
        games.append(RunGame(format_marked_rating(system, opponent), RESULTS[result.scores[0]], own))
        rating = system.rate(result, before)[0]
    return WorkedRun(series.rule, series.says, games)
