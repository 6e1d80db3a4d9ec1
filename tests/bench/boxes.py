"""How fast the rest of boxes is played, and how often its chances come true: `python -m tests.bench.boxes`.

With the log of a club, `--log matches.csv` with the columns date, winner, loser and maybe length, each month is a
cycle: who plays in it is put into boxes of five by the ratings at its start, and the first match of each two of a box
counts. On its fifteenth day those that are still to come are played many times, by the ratings of that day, and what
is said is compared with the end of the month. That two will meet is taken from the log; how it ends is not.
"""

import argparse
import csv
import random
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import combinations, groupby, pairwise
from typing import NamedTuple

from ladder.boxes.queries.box_chances import (
    BoxState,
    ForecastPairs,
    compare_box_forecasts,
    find_possible_places,
    list_box_forecasts,
    play_box_on,
)
from ladder.boxes.queries.box_table import build_box_rows, rank_box
from ladder.boxes.queries.possible_results import list_match_results
from ladder.formats import parse_score_rule
from ladder.ratings import Key, Rating, RatingSystem, Result, advance_rating, build_duel, create_system, replay_results
from ladder.ratings.systems.match_points import MatchPoints

BOX_SIZE, MIDDLE_DAY = 5, 15
SPEED_BOXES, SPEED_SIZE, SPEED_RUNS = 8, 6, 5
POINTS = MatchPoints()
LEVELS = (POINTS.first_by, *POINTS.levels)
BEST_OF_FIVE = parse_score_rule("best of 5 games to 11, 2 clear")
WHO = ("winner", "loser")
Pair = frozenset[int]


class LoggedMatch(NamedTuple):
    """A match of the log, with its players by number."""

    day: date
    winner: int
    loser: int
    length: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log", help="a CSV file with the columns date, winner, loser and maybe length")
    parser.add_argument("--system", default="elo", help="the rating system (default %(default)s)")
    chosen = parser.parse_args()
    print(format_speed())
    if chosen.log:
        print(*format_calibration(read_log(chosen.log), create_system(chosen.system)), sep="\n")


def format_speed() -> str:
    """Return how long eight boxes of six take with half of their matches open, the best of some runs."""
    best = min(measure_boxes(run) for run in range(SPEED_RUNS))
    return f"{SPEED_BOXES} boxes of {SPEED_SIZE}, half of the matches open: {best:.3f} s"


def measure_boxes(run: int) -> float:
    """Return the seconds of all that a page needs of its boxes: the plays, each place, and after each open match."""
    states = [make_half_played_box(number) for number in range(run * SPEED_BOXES, (run + 1) * SPEED_BOXES)]
    began = time.perf_counter()
    for number, state in enumerate(states):
        plays = play_box_on(state, (number,))
        for player in state.players:
            plays.count_shares(player)
        for given, match in enumerate(state.open):
            for player, winner in ((one, other) for one in match.players for other in match.players):
                plays.count_shares(player, (given, winner))
        find_possible_places(state)
    return time.perf_counter() - began


def make_half_played_box(seed: int) -> BoxState:
    lot = random.Random(seed)
    pairs = list(combinations(range(SPEED_SIZE), 2))
    lot.shuffle(pairs)
    half = len(pairs) // 2
    played = [lot.choice(list_match_results(pair, 0.5, POINTS, BEST_OF_FIVE).results).match for pair in pairs[:half]]
    to_play = [list_match_results(pair, lot.uniform(0.2, 0.8), POINTS, BEST_OF_FIVE) for pair in pairs[half:]]
    return BoxState({player: player + 1 for player in range(SPEED_SIZE)}, played, to_play, LEVELS)


def read_log(path: str) -> list[LoggedMatch]:
    """Return the matches of a log in order of their days; a player against himself is left out."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["winner"] != row["loser"]]
    numbers = {name: number for number, name in enumerate(sorted({row[who] for row in rows for who in WHO}))}
    found = [
        LoggedMatch(
            date.fromisoformat(row["date"]), numbers[row["winner"]], numbers[row["loser"]], int(row.get("length") or 5)
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: one.day)


def format_calibration(log: Sequence[LoggedMatch], system: RatingSystem) -> Iterator[str]:
    """Yield the lines of a table: what was said on the fifteenth of each month, and how often it came true."""
    pairs: ForecastPairs = []
    months = [list(found) for _, found in groupby(log, key=lambda one: (one.day.year, one.day.month))]
    boxes = matches = 0
    for month in months[1:]:
        for box in make_boxes_of_month(log, month, system):
            said, count = forecast_box(log, month, box, system)
            pairs += said
            boxes, matches = boxes + 1, matches + count
    yield f"{len(months) - 1} cycles, {boxes} boxes, {matches} matches, {len(pairs)} forecasts"
    yield "| said | times | mean | came true |"
    yield "|---|---|---|---|"
    for band in compare_box_forecasts(pairs):
        said = f"{band.low:.0%} to {band.high:.0%}"
        yield f"| {said} | {band.matches} | {100 * band.chance:.1f} % | {100 * band.share:.1f} % |"


def make_boxes_of_month(
    log: Sequence[LoggedMatch], month: Sequence[LoggedMatch], system: RatingSystem
) -> list[list[int]]:
    """Return boxes of five of those who play in a month, by the ratings at its start; the last has up to nine."""
    table = rate_until(log, month[0].day.replace(day=1), system)
    players = {player for one in month for player in (one.winner, one.loser)}
    start = system.initial()
    ranked = sorted(players, key=lambda player: (-table.get(player, start).points, player))
    starts = list(range(0, len(ranked) - BOX_SIZE + 1, BOX_SIZE)) or [0]
    return [ranked[low:high] for low, high in pairwise([*starts, len(ranked)])]


def rate_until(log: Sequence[LoggedMatch], day: date, system: RatingSystem) -> dict[Key, Rating]:
    """Return the ratings from all matches before a day."""
    results = [build_result(one) for one in log if one.day < day]
    table = replay_results(system, results).table
    return {player: advance_rating(system, rating, day) for player, rating in table.items()}


def build_result(one: LoggedMatch) -> Result:
    moment = datetime(one.day.year, one.day.month, one.day.day, 12, tzinfo=UTC)
    return build_duel(one.winner, one.loser, ended=moment, facts={"length": one.length})


def forecast_box(
    log: Sequence[LoggedMatch], month: Sequence[LoggedMatch], box: Sequence[int], system: RatingSystem
) -> tuple[ForecastPairs, int]:
    """Return what was said of a box in the middle of its month with what followed, and how many matches it had."""
    first: dict[Pair, LoggedMatch] = {}
    for one in month:
        if {one.winner, one.loser} <= {*box}:
            first.setdefault(frozenset((one.winner, one.loser)), one)
    middle = month[0].day.replace(day=MIDDLE_DAY)
    table, start = rate_until(log, middle, system), system.initial()
    played, to_play, ended = [], [], []
    for pair, one in first.items():
        low, high = sorted(pair)
        asked = build_result(one._replace(winner=low, loser=high, day=middle))
        expected = system.expected(asked, (table.get(low, start), table.get(high, start))) or (0.5, 0.5)
        match = list_match_results((low, high), expected[0], POINTS, None)
        end = match.results[match.list_wins(one.winner)[0]].match
        ended.append(end)
        if one.day < middle:
            played.append(end)
        else:
            to_play.append(match)
    positions = {player: place for place, player in enumerate(box, start=1)}
    plays = play_box_on(BoxState(positions, played, to_play, LEVELS), (middle.toordinal(), *box))
    zones = ["up", *["stays"] * (len(box) - 2), "down"]
    table_at_end = [row.player for row in rank_box(build_box_rows(positions, ended), ended, LEVELS)]
    return list_box_forecasts(plays, zones, table_at_end), len(first)


if __name__ == "__main__":
    main()
