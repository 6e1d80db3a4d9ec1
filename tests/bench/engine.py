"""How many matches a second the engine replays.

It is measured beside the same sums in a bare loop over plain tuples, with points in one dictionary and a
history of four columns. Each is run twice and the faster run counts.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import NamedTuple

from ladder.ratings import Result, build_duel, create_system, replay_results

PLAYERS = 10_000
LENGTHS = (1, 3, 5, 5, 5, 5, 7, 9)
AIM = 0.25  # of the bare loop


class Line(NamedTuple):
    """One row of the table."""

    what: str
    rate: float  # matches a second
    bare: float


def report(count: int) -> None:
    """Print the engine's table."""
    print(f"\n{count:,} matches of two among {PLAYERS:,} players, with every change kept")
    print(f"{'':24}{'matches/s':>12}{'bare loop':>12}{'share':>8}  aim {AIM:.0%}")
    for line in engine(count):
        print(f"{line.what:24}{line.rate:>12,.0f}{line.bare:>12,.0f}{line.rate / line.bare:>8.0%}")


def engine(count: int) -> Iterator[Line]:
    """Measure `replay` beside a bare loop that comes to the same points."""
    results = list(made_up(count))
    rows = [(*result.players, result.facts["length"]) for result in results]
    for key, start, gain in (("points-exchange", 1000, exchange), ("match-length-elo", 1800.0, club_elo)):
        system = create_system(key)
        fold, seconds = timed(lambda system=system: replay_results(system, results))
        (points, _), bare = timed(lambda start=start, gain=gain: bare_loop(rows, start, gain))
        assert points == {player: rating.points for player, rating in fold.table.items()}
        yield Line(key, count / seconds, count / bare)


def made_up(count: int) -> Iterator[Result]:
    """Yield that many matches, the same ones each time."""
    luck, day = random.Random(11), datetime(2020, 1, 1, tzinfo=UTC)
    for n in range(count):
        players, length = luck.sample(range(PLAYERS), 2), luck.choice(LENGTHS)
        yield build_duel(*players, ended=day + timedelta(minutes=n), facts={"length": length})


def timed[T](work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work gives, and the seconds that the faster of two runs took."""
    seconds = []
    for _ in range(2):
        began = time.perf_counter()
        done = work()
        seconds.append(time.perf_counter() - began)
    return done, min(seconds)


def exchange(winner: float, loser: float, length: float) -> float:
    band = min(int(abs(winner - loser) // 20), 9)
    return 10 - band if winner >= loser else 10 + band


def club_elo(winner: float, loser: float, length: float) -> float:
    root = sqrt(length)
    return (1 - 1 / (1 + 10 ** (-(winner - loser) * root / 2000))) * (4 * root)


def bare_loop(
    rows: list[tuple[int, int, float]], start: float, gain: Callable[[float, float, float], float]
) -> tuple[dict[int, float], tuple[list[float], ...]]:
    """Return the points of all players and the columns of history."""
    points: dict[int, float] = {}
    matches: list[float] = []
    players: list[float] = []
    before: list[float] = []
    after: list[float] = []
    for match, (winner, loser, length) in enumerate(rows):
        a, b = points.get(winner, start), points.get(loser, start)
        moved = gain(a, b, length)
        points[winner], points[loser] = a + moved, b - moved
        matches += (match, match)
        players += (winner, loser)
        before += (a, b)
        after += (a + moved, b - moved)
    return points, (matches, players, before, after)
