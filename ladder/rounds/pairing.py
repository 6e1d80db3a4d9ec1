"""A round of singles, or of sides that stay together: who plays whom, and who is left over."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ladder.rounds.matching import choose_pairs

REST_WEEKS = 12  # two who met less long ago have met lately
REMEMBERED_ROUNDS = 50  # who was left over longer ago counts as never left over
TIE_BITS = 24  # enough that two choices hardly ever cost the same

Key = Any
"""Names an entrant: a player's number, or a tuple of those of a side. All keys of a round can be sorted."""

Meetings = Mapping[frozenset[Key], int]
"""How many weeks ago two last met; who never met is not in it."""


class Entrant(NamedTuple):
    """Who wants to play in a round, how often, and how many rounds ago they were left over, if ever.

    The last round in which they took part is 1 ago, the one before 2.
    """

    key: Key
    wanted: int = 1
    left_over: int | None = None


class RoundPair(NamedTuple):
    """Two who play one another: the expected score of the first in per cent, 50 or more, and when they last met."""

    first: Key
    second: Key
    percent: int
    weeks: int | None  # since they last met; None if they never did


class PlannedRound(NamedTuple):
    """Who plays whom, who plays nobody, and who plays less often than they want; the last has the second in it."""

    pairs: tuple[RoundPair, ...]
    left_over: tuple[Key, ...]
    short: tuple[Key, ...]


def plan_round(
    entrants: Sequence[Entrant],
    chance: Callable[[Key, Key], float],
    *,
    met: Meetings,
    forbidden: Collection[frozenset[Key]] = (),
    seed: int | str = 0,
    rest_weeks: int = REST_WEEKS,
) -> PlannedRound:
    """Return the best round there is, by these goals in this order:

    1. Nobody is left over twice in a row; then whoever was left over more lately plays before others.
    2. Everybody plays once, then as often as they want. Both never stand in the way of the first goal.
    3. Pairs have not met lately: the squares of the weeks missing to `rest_weeks` have the smallest sum.
    4. Chances are near even: the squares of the per cent off 50 have the smallest sum.

    Nobody plays the same opponent twice in it, and pairs in `forbidden` never meet. What is still level goes by the
    lot of the seed. `chance` returns the expected score of the first of two, from 0 to 1. The order of the entrants
    doesn't matter.

    Raises: RoundError, where the package that finds pairs is not installed.
    """
    entered = sort_entrants(entrants)
    percents: dict[tuple[int, int], int] = {}
    costs: dict[tuple[int, int], tuple[int, ...]] = {}
    lot = random.Random(seed)  # noqa: S311
    for pair in combinations(range(len(entered)), 2):
        one, other = (entered[number].key for number in pair)
        tie, both = lot.getrandbits(TIE_BITS), frozenset((one, other))
        if both not in forbidden:
            percents[pair] = round_percent(chance(one, other))
            costs[pair] = find_missing_rest(met.get(both), rest_weeks), (percents[pair] - 50) ** 2, tie
    chosen = choose_pairs([list_match_values(entrant) for entrant in entered], costs)
    times = Counter(number for pair in chosen for number in pair)
    return PlannedRound(
        tuple(build_round_pair(entered[a].key, entered[b].key, percents[a, b], met) for a, b in chosen),
        tuple(entrant.key for number, entrant in enumerate(entered) if not times[number]),
        tuple(entrant.key for number, entrant in enumerate(entered) if times[number] < entrant.wanted),
    )


def sort_entrants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants in the order of their keys. Raises: ValueError, if somebody is in the list twice."""
    entered = sorted(entrants, key=lambda entrant: entrant.key)
    if len({entrant.key for entrant in entered}) < len(entered):
        raise ValueError("An entrant is named twice.")
    return entered


def list_match_values(entrant: Entrant) -> list[int]:
    """Return what each match of an entrant is worth: a first one more than a second, most after being left over.

    Only the order of these values matters, not their sizes: sets of slots that can be filled together are a matroid.
    So the set that is worth most has as many of the most valuable slots as can be, and is as large as any.
    """
    rounds = entrant.left_over or REMEMBERED_ROUNDS
    return [2 + max(REMEMBERED_ROUNDS - rounds, 0), *[1] * (entrant.wanted - 1)][: entrant.wanted]


def find_missing_rest(weeks: int | None, rest_weeks: int) -> int:
    """Return the square of the weeks that are missing until two have not met lately; 0 if they never met."""
    return 0 if weeks is None else max(rest_weeks - weeks, 0) ** 2


def round_percent(chance: float) -> int:
    """Return a chance from 0 to 1 in whole per cent, as it is printed."""
    return int(100 * chance + 0.5)


def build_round_pair(one: Key, other: Key, percent: int, met: Meetings) -> RoundPair:
    """Return the pair with whoever has the better chance first."""
    weeks = met.get(frozenset((one, other)))
    return RoundPair(one, other, percent, weeks) if percent >= 50 else RoundPair(other, one, 100 - percent, weeks)
