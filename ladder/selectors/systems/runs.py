"""A printed run of games, worked out game by game."""

from typing import NamedTuple

from ladder.ratings import RatingSystem, Series
from ladder.selectors.parts import Line, part

from .answers import named, shown

RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}


class Game(NamedTuple):
    """One game of a run."""

    opponent: str
    result: str
    change: str
    direction: str
    after: str


class Run(NamedTuple):
    """All games of a run, and the steps of the last."""

    rule: str
    says: str
    games: list[Game]
    lines: list[Line]


def runs(system: RatingSystem) -> list[Run]:
    """Return the system's printed runs with our own numbers."""
    return [run(system, series) for series in system.about.series]


def run(system: RatingSystem, series: Series) -> Run:
    """Return one run; the player has the first seat."""
    own, games, lines = series.start, [], []
    for result, opponent in series.games:
        before = (own, opponent)
        own = system.rate(result, before)[0]
        steps = system.explain(result, before, 0)
        found = part(system, result.players[0], named(result), before[0].points, own.points, steps)
        ratings = shown(system, opponent), shown(system, own)
        games.append(Game(ratings[0], RESULTS[result.scores[0]], found.change, found.direction, ratings[1]))
        lines = found.lines
    return Run(series.rule, series.says, games, lines)
