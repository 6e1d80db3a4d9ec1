"""The table of a night: everybody gets the points of their side, and who has most is first. Ratings are beside it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ladder.nights.history import Game, Key


class NightRow(NamedTuple):
    """What a player has: a rank, shared by those who are level in everything, and what it comes from."""

    rank: int
    key: Key
    points: int
    between: int  # points more than opponents who are level with them had, in games against these
    best: int  # the most points in one game
    games: int


def list_night_table(games: Sequence[Game], players: Iterable[Key] = ()) -> list[NightRow]:
    """Return a row for everybody who played a game that has ended, and for these players, best first.

    Who is level in points is ranked by the points between those who are level, then by the highest points in one game.
    """
    points = list_points(games)
    points.update({key: [] for key in players if key not in points})
    totals = {key: sum(own) for key, own in points.items()}
    standing = {}
    for key, own in points.items():
        level = {other for other in totals if totals[other] == totals[key]}
        standing[key] = totals[key], count_points_between(games, key, level), max(own, default=0)
    order = sorted(standing, key=lambda key: (*(-value for value in standing[key]), key))
    values = sorted(standing.values(), reverse=True)
    return [NightRow(values.index(standing[key]) + 1, key, *standing[key], len(points[key])) for key in order]


def list_points(games: Iterable[Game]) -> dict[Key, list[int]]:
    """Return each player's points in each of their games that have ended with a score."""
    points: dict[Key, list[int]] = defaultdict(list)
    for game in games:
        for side, own in zip(game.sides, game.points or (), strict=False):
            for key in side:
                points[key].append(own)
    return dict(points)


def count_points_between(games: Iterable[Game], key: Key, level: set[Key]) -> int:
    """Return by how many points somebody was ahead, in all games against somebody who is level with them."""
    ahead = 0
    for game in games:
        if game.points and key in game.players:
            own = key in game.sides[1]
            if not level.isdisjoint(game.sides[not own]):
                ahead += game.points[own] - game.points[not own]
    return ahead
