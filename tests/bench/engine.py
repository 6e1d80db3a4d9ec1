"""How many matches a second the engine replays, by each system that it replays from columns.

It is measured beside the same sums in a bare loop over plain tuples, with points in one dictionary and a
history of four columns; systems without one of their own stand beside that of the points table. Each is run twice and
the faster run counts.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import NamedTuple

from ladder.ratings import (
    Result,
    build_duel,
    create_system,
    has_plain_ratings,
    list_system_choices,
    replay_results,
)
from ladder.ratings.fast_replay import collect_duels, replay_duels

PLAYERS = 10_000
LENGTHS = (1, 3, 5, 5, 5, 5, 7, 9)
AIM, LEAST = 0.33, 0.17  # of the bare loop: of the quickest system, and of each one


class Line(NamedTuple):
    """One row of the table, in matches a second."""

    what: str
    columns: float  # replayed from columns
    results: float  # replayed from one object a match
    bare: float


def report(count: int) -> None:
    """Print the engine's table."""
    print(f"\n{count:,} matches of two among {PLAYERS:,} players, with every change kept: million matches a second")
    print(f"{'':24}{'columns':>12}{'results':>12}{'bare loop':>12}{'share':>8}  aims {AIM:.0%} and {LEAST:.0%}")
    for line in engine(count):
        rates = "".join(f"{rate / 1e6:>12.2f}" for rate in (line.columns, line.results, line.bare))
        print(f"{line.what:24}{rates}{line.columns / line.bare:>8.0%}", flush=True)


def engine(count: int) -> Iterator[Line]:
    """Measure the replay by each duel system beside a bare loop that comes to the same points by one of them."""
    results = list(made_up(count))
    rows = [(*result.players, result.facts["length"]) for result in results]
    for key in list_fast_systems():
        system = create_system(key)
        duels = collect_duels(system, results)
        fold, columns = time_work(lambda system=system, duels=duels: replay_duels(system, duels, {}, {}))
        _, seconds = time_work(lambda system=system: replay_results(system, results))
        start, gain = BARE.get(key, BARE["points-exchange"])
        (points, _), bare = time_work(lambda start=start, gain=gain: bare_loop(rows, start, gain))
        assert key not in BARE or points == {player: rating.points for player, rating in fold.table.items()}
        yield Line(key, count / columns, count / seconds, count / bare)


def list_fast_systems() -> list[str]:
    """Return the keys of the systems that are replayed from columns."""
    return [key for key, _ in list_system_choices() if has_plain_ratings(create_system(key))]


def made_up(count: int) -> Iterator[Result]:
    """Yield that many matches, the same ones each time."""
    luck, day = random.Random(11), datetime(2020, 1, 1, tzinfo=UTC)
    for n in range(count):
        players, length = luck.sample(range(PLAYERS), 2), luck.choice(LENGTHS)
        yield build_duel(*players, ended=day + timedelta(minutes=n), facts={"length": length, "chips": length})


def time_work[T](work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work gives, and the seconds of work that the faster of two runs took."""
    seconds = []
    for _ in range(2):
        began = time.process_time()
        done = work()
        seconds.append(time.process_time() - began)
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


BARE: dict[str, tuple[float, Callable[[float, float, float], float]]] = {
    "points-exchange": (1000, exchange),
    "match-length-elo": (1800.0, club_elo),
}
"""The bare loops: what everybody begins with, and what a match is worth."""
