"""A round of doubles with changing partners: who plays with whom, and against whom.

Partners are chosen first, for all players at once. To split the fours anew once they are there would be worth nothing:
with the fewest partners of late and strengths as near 100 as can be, each four already has its best split. Measured
with the chances themselves, one in 70 could be split more evenly.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ladder.rounds.matching import choose_pairs
from ladder.rounds.pairing import (
    REST_WEEKS,
    TIE_BITS,
    Entrant,
    Key,
    Meetings,
    find_missing_rest,
    list_match_values,
    round_percent,
    sort_entrants,
)

PLAYERS_IN_A_FOUR = 4

SidePair = tuple[Key, Key]
"""Two partners, in the order of their keys."""


class Four(NamedTuple):
    """Two sides that play one another, and the expected score of the first in per cent, 50 or more."""

    first: SidePair
    second: SidePair
    percent: int


class PlannedFours(NamedTuple):
    """Who plays whom with whom, and who is left over."""

    fours: tuple[Four, ...]
    left_over: tuple[Key, ...]


class FoursRules(NamedTuple):
    """What fours are made by: the chance of one side against another, each a tuple of players; and who met lately."""

    chance: Callable[[tuple[Key, ...], tuple[Key, ...]], float]
    partnered: Meetings  # when two last played together
    met: Meetings  # when two last played against one another
    forbidden: Collection[frozenset[Key]] = ()  # two who are never in the same four
    rest_weeks: int = REST_WEEKS


def plan_fours(entrants: Sequence[Entrant], rules: FoursRules, *, seed: int | str = 0) -> PlannedFours:
    """Return fours in which everybody plays once, in sides that are near even, of two who were not partners lately.

    1. Where their number does not go into fours, up to three are left over: who never was, else longest ago, and by
       the lot of the seed where that is level.
    2. Partners: by the fewest who played together lately, then so that sides come out near even. A player's strength
       is their mean chance against each of the others, in per cent; partners' strengths should add up to 100.
    3. Sides meet so that the fewest opponents have met lately, then by the most even chance.

    As in `plan_round`, lately means that weeks are missing to `rest_weeks`, and sums of squares are compared. How
    often entrants want to play doesn't matter.

    Raises: RoundError, where the package that finds pairs is not installed.
    """
    lot = random.Random(seed)  # noqa: S311
    players, left_over = leave_over(sort_entrants(entrants), lot)
    sides = choose_sides(players, rules, lot)
    values = {player.key: list_match_values(player)[:1] for player in players}
    chosen = choose_pairs([max(values[key] for key in side) for side in sides], weigh_sides(sides, rules, lot))
    fours = tuple(build_four(sides[one], sides[other], rules) for one, other in chosen)
    playing = {key for four in fours for side in four[:2] for key in side}
    left_over += [player.key for player in players if player.key not in playing]
    return PlannedFours(fours, tuple(sorted(left_over)))


def leave_over(entered: Sequence[Entrant], lot: random.Random) -> tuple[list[Entrant], list[Key]]:
    """Return who plays and the keys of those left over, so that those who play go into fours."""
    drawn = sorted(entered, key=lambda entrant: (list_match_values(entrant._replace(wanted=1)), lot.random()))
    count = len(entered) % PLAYERS_IN_A_FOUR
    return sorted(drawn[count:], key=lambda entrant: entrant.key), [entrant.key for entrant in drawn[:count]]


def choose_sides(players: Sequence[Entrant], rules: FoursRules, lot: random.Random) -> list[SidePair]:
    """Return the partners: as few as can be of late, with strengths that add up to near 100."""
    keys = [player.key for player in players]
    strengths = measure_strengths(keys, rules)
    costs = {}
    for one, other in combinations(range(len(keys)), 2):
        tie, both = lot.getrandbits(TIE_BITS), frozenset((keys[one], keys[other]))
        if both not in rules.forbidden:
            rest = find_missing_rest(rules.partnered.get(both), rules.rest_weeks)
            costs[one, other] = rest, round(strengths[one] + strengths[other] - 100) ** 2, tie
    values = [list_match_values(player._replace(wanted=1)) for player in players]
    return [(keys[one], keys[other]) for one, other in choose_pairs(values, costs)]


def measure_strengths(keys: Sequence[Key], rules: FoursRules) -> list[float]:
    """Return each player's mean chance against each of the others, in per cent."""
    sums = [0.0] * len(keys)
    for one, other in combinations(range(len(keys)), 2):
        chance = rules.chance((keys[one],), (keys[other],))
        sums[one] += 100 * chance
        sums[other] += 100 * (1 - chance)
    return [total / max(len(keys) - 1, 1) for total in sums]


def weigh_sides(
    sides: Sequence[SidePair], rules: FoursRules, lot: random.Random
) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """Return what it costs that two sides meet, by their numbers; those with players who may not meet are missing."""
    costs = {}
    for one, other in combinations(range(len(sides)), 2):
        tie, opponents = lot.getrandbits(TIE_BITS), [frozenset(pair) for pair in product(sides[one], sides[other])]
        if not any(pair in rules.forbidden for pair in opponents):
            rest = sum(find_missing_rest(rules.met.get(pair), rules.rest_weeks) for pair in opponents)
            percent = round_percent(rules.chance(sides[one], sides[other]))
            costs[one, other] = rest, (percent - 50) ** 2, tie
    return costs


def build_four(one: SidePair, other: SidePair, rules: FoursRules) -> Four:
    """Return the four of these two sides, the one with the better chance first."""
    percent = round_percent(rules.chance(one, other))
    return Four(one, other, percent) if percent >= 50 else Four(other, one, 100 - percent)
