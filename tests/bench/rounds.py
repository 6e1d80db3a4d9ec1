"""How rounds compare with pairing by lot and by rank: `python -m tests.bench.rounds`, which prints a Markdown table.

Random clubs play ten rounds, two weeks apart, in each of the three ways. A player's strength is normally distributed
around 1,500 with a deviation of 200, one in ten misses a round, and results move the ratings by Elo with K 32. Who is
there in which round, and how strong, is the same in each way. By lot, the players are shuffled and neighbours play;
by rank, neighbours in the standings of the day. Of an odd number the last is left over in both.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from ladder.ratings import calculate_expected_score
from ladder.rounds.pairing import REST_WEEKS, Entrant, plan_round

CLUBS, ROUNDS, WEEKS_APART = 200, 10, 2
FEWEST_PLAYERS, MOST_PLAYERS, SMALL_CLUB = 7, 60, 12
LONG_REST_WEEKS = 26  # longer than the ten rounds take
ABSENT_SHARE, K_FACTOR = 0.1, 32

Pairs = list[tuple[int, int]]


class Club(NamedTuple):
    """A club between two rounds."""

    ratings: dict[int, float]
    met: dict[frozenset[int], int]  # the round in which two last met
    left_over: dict[int, int]  # for each player who was, how many of their rounds ago they were left over


class Tally(NamedTuple):
    """What is counted, over any number of clubs."""

    count: Counter[str]
    gaps: list[int]  # of each match, how many per cent its chance is off 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    print(format_tables(parser.parse_args().clubs))


def format_tables(clubs: int) -> str:
    """Return a table of all clubs, and one of the small ones."""
    sizes = list_sizes(clubs)
    small = [size for size in sizes if size[1] <= SMALL_CLUB]
    return "\n".join(
        (*format_table(f"{clubs} clubs of {FEWEST_PLAYERS} to {MOST_PLAYERS}", sizes), "")
        + (tuple(format_table(f"{len(small)} of them with at most {SMALL_CLUB}", small)) if small else ())
    )


def list_sizes(clubs: int) -> list[tuple[int, int]]:
    """Return the number of each club, by which everything in it is drawn, and its size."""
    return [(number, random.Random(number).randint(FEWEST_PLAYERS, MOST_PLAYERS)) for number in range(clubs)]


def format_table(title: str, sizes: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield the lines of a table with a column for each way."""
    tallies = [play_clubs(sizes, way) for way in WAYS.values()]
    yield f"| {title} | {' | '.join(WAYS)} |"
    yield "|---" * (len(WAYS) + 1) + "|"
    for what, find in FIGURES.items():
        yield f"| {what} | {' | '.join(find(tally) for tally in tallies)} |"


def play_clubs(sizes: Iterable[tuple[int, int]], way: Callable[[Club, list[int], random.Random, int], Pairs]) -> Tally:
    """Let every club play all its rounds in this way."""
    tally = Tally(Counter(), [])
    for number, size in sizes:
        strengths = random.Random(number)
        truth = {player: strengths.gauss(1500, 200) for player in range(size)}
        club, results, choice = Club(dict(truth), {}, {}), random.Random(-number - 1), random.Random(number)
        times_left_over: Counter[int] = Counter()
        for turn in range(ROUNDS):
            there = [player for player in truth if strengths.random() >= ABSENT_SHARE]
            pairs = way(club, there, choice, turn)
            count_meetings(tally, club, pairs, turn)
            idle = set(there) - {player for pair in pairs for player in pair}
            tally.count["left over"] += len(idle)
            tally.count["in a row"] += sum(club.left_over.get(player) == 1 for player in idle)
            times_left_over.update(idle)
            for player in there:
                if player in idle:
                    club.left_over[player] = 1
                elif player in club.left_over:
                    club.left_over[player] += 1
            for pair in pairs:
                rate_match(club.ratings, pair, won=results.random() < find_chance(truth, *pair))
        tally.count["often"] += sum(times > 1 for times in times_left_over.values())
    return tally


def count_meetings(tally: Tally, club: Club, pairs: Pairs, turn: int) -> None:
    """Count the matches of a round, and take down who met."""
    for pair in pairs:
        last = club.met.get(frozenset(pair))
        tally.count["again"] += last is not None
        tally.count["lately"] += last is not None and (turn - last) * WEEKS_APART < REST_WEEKS
        tally.count["next"] += last == turn - 1
        tally.gaps.append(abs(round(100 * find_chance(club.ratings, *pair)) - 50))
        club.met[frozenset(pair)] = turn


def find_chance(ratings: dict[int, float], one: int, other: int) -> float:
    return calculate_expected_score(ratings[one], ratings[other])


def rate_match(ratings: dict[int, float], pair: tuple[int, int], *, won: bool) -> None:
    change = K_FACTOR * (won - find_chance(ratings, *pair))
    ratings[pair[0]] += change
    ratings[pair[1]] -= change


def pair_as_planned(
    club: Club, there: list[int], choice: random.Random, turn: int, rest_weeks: int = REST_WEEKS
) -> Pairs:
    met = {
        pair: (turn - club.met[pair]) * WEEKS_APART
        for pair in map(frozenset, combinations(there, 2))
        if pair in club.met
    }
    entrants = [Entrant(player, left_over=club.left_over.get(player)) for player in there]
    chance = partial(find_chance, club.ratings)
    planned = plan_round(entrants, chance, met=met, seed=turn, rest_weeks=rest_weeks)
    return [(pair.first, pair.second) for pair in planned.pairs]


def pair_by_lot(club: Club, there: list[int], choice: random.Random, turn: int) -> Pairs:
    return pair_neighbours(choice.sample(there, len(there)))


def pair_by_rank(club: Club, there: list[int], choice: random.Random, turn: int) -> Pairs:
    return pair_neighbours(sorted(there, key=lambda player: -club.ratings[player]))


def pair_neighbours(players: list[int]) -> Pairs:
    return list(zip(players[::2], players[1::2], strict=False))


def format_share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %"


WAYS = {
    f"rounds, {REST_WEEKS} weeks of rest": pair_as_planned,
    f"rounds, {LONG_REST_WEEKS} weeks": partial(pair_as_planned, rest_weeks=LONG_REST_WEEKS),
    "by lot": pair_by_lot,
    "by rank": pair_by_rank,
}
FIGURES: dict[str, Callable[[Tally], str]] = {
    "matches": lambda tally: f"{len(tally.gaps):,}",
    "pairs who had met before": lambda tally: format_share(tally.count["again"], len(tally.gaps)),
    f"… less than {REST_WEEKS} weeks before": lambda tally: format_share(tally.count["lately"], len(tally.gaps)),
    "… in the round before": lambda tally: format_share(tally.count["next"], len(tally.gaps)),
    "chance off 50 %, on average": lambda tally: f"{sum(tally.gaps) / len(tally.gaps):.1f}",
    "… more than 25": lambda tally: format_share(sum(gap > 25 for gap in tally.gaps), len(tally.gaps)),
    "left over": lambda tally: f"{tally.count['left over']:,}",
    "… twice in a row": lambda tally: f"{tally.count['in a row']:,}",
    "players left over twice or more in ten rounds": lambda tally: f"{tally.count['often']:,}",
}


if __name__ == "__main__":
    main()
