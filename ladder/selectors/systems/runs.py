"""A printed run of games, worked out game by game."""

from typing import NamedTuple

from ladder.ratings import PrintedSeries, RatingSystem
from ladder.selectors.parts import Part

from .answers import named, parts, shown

RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}


class Game(NamedTuple):
    """One game of a run, as the player saw it."""

    opponent: str
    result: str
    own: Part


class Run(NamedTuple):
    """All games of a run; the last is explained."""

    rule: str
    says: str
    games: list[Game]

    @property
    def last(self) -> Part:
        return self.games[-1].own


def runs(system: RatingSystem) -> list[Run]:
    """Return the system's printed runs with our own numbers."""
    return [run(system, series) for series in system.about.series]


def run(system: RatingSystem, series: PrintedSeries) -> Run:
    """Return one run; the player has the first seat."""
    rating, games = series.start, []
    for result, opponent in series.games:
        before = (rating, opponent)
        own = parts(system, result, before, named(result))[0]
        games.append(Game(shown(system, opponent), RESULTS[result.scores[0]], own))
        rating = system.rate(result, before)[0]
    return Run(series.rule, series.says, games)
