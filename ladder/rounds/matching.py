"""The best choice of pairs for given costs: a matching of maximum weight, by rustworkx, imported when it is needed.

An entrant has a slot for each match that they want, and a matching joins each slot to one other at most. What matters
more is weighed in whole numbers so large that all that matters less can't outweigh it together. So the answer is exact,
and costs count strictly in their order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

PACKAGE_IS_MISSING = (
    "Rounds need the package rustworkx, which this site doesn’t have. "
    "The person who runs the site can install club-ladder[rounds]."
)

MatchValues = Sequence[Sequence[int]]
"""For each entrant what each of their matches is worth, the first one first; all above zero."""

MOST_WEIGHT_BITS = 120
"""Below the 127 that rustworkx has, since it adds and doubles weights; a round of 500 takes some 80."""

Pair = tuple[int, int]
"""The numbers of two entrants, the smaller first."""


class RoundError(Exception):
    """Why no round can be made, in a sentence that an organiser reads."""


def refuse_rounds() -> str:
    """Return why this site can't make rounds; an empty text if it can."""
    return "" if find_spec("rustworkx") else PACKAGE_IS_MISSING


def check_rounds() -> None:
    """Raises: RoundError, with the reason of `refuse_rounds`."""
    if reason := refuse_rounds():
        raise RoundError(reason)


def choose_pairs(values: MatchValues, costs: Mapping[Pair, Sequence[int]]) -> list[Pair]:
    """Return the pairs whose matches are worth most together, and of such choices the one that costs least, sorted.

    Only pairs with costs can be chosen, each of them once. The costs of a pair are whole numbers from zero, the most
    important first: of the sums over all pairs, the first is made as small as possible, then the second, and so on.
    """
    check_rounds()
    folded, unit = fold_costs(values, costs)
    worth = [[value * unit for value in own] for own in values]
    single: set[Pair] = set()  # a guard for every pair would be thousands, and few are needed
    while True:
        found = find_heaviest_pairs(worth, folded, single)
        doubled = {pair for pair, times in Counter(found).items() if times > 1}
        if not doubled:
            return sorted(found)
        single |= doubled


def fold_costs(values: MatchValues, costs: Mapping[Pair, Sequence[int]]) -> tuple[dict[Pair, int], int]:
    """Return one number for the costs of each pair, and one that is larger than those of all chosen pairs together."""
    most_pairs = sum(map(len, values)) // 2
    folded, unit = dict.fromkeys(costs, 0), 1
    for column in reversed(list(zip(*costs.values(), strict=True))):
        for pair, cost in zip(costs, column, strict=True):
            folded[pair] += cost * unit
        unit *= 1 + most_pairs * max(column)
    return folded, unit


def find_heaviest_pairs(worth: MatchValues, costs: Mapping[Pair, int], single: set[Pair]) -> list[Pair]:
    """Return the pairs of a matching of maximum weight; only those in `single` are surely found once at most.

    Two who both want several matches have several slots each, and so could meet in all of them. A pair in `single`
    meets through a guard of two nodes instead: either both are matched with one another, which means that the two
    don't play, or one with a slot of the first and the other with a slot of the second. A bonus that nothing
    outweighs sees to it that both nodes are matched.
    """
    import rustworkx

    nodes: list[list[int]] = [[] for _ in worth]
    owners = [(number, value) for number, values in enumerate(worth) for value in values]
    for node, (number, _) in enumerate(owners):
        nodes[number].append(node)
    bonus = 1 + sum(value for _, value in owners)
    if bonus.bit_length() > MOST_WEIGHT_BITS:
        raise OverflowError("The costs of this round are too large to be compared.")
    edges: list[tuple[int, int, int]] = []
    guards: dict[int, tuple[int, Pair]] = {}
    for (one, other), cost in costs.items():
        if (one, other) in single:
            guard = len(owners) + 2 * len(guards)
            guards[guard] = guard + 1, (one, other)
            edges.append((guard, guard + 1, 2 * bonus))
            edges += ((node, guard, bonus + owners[node][1]) for node in nodes[one])
            edges += ((node, guard + 1, bonus + owners[node][1] - cost) for node in nodes[other])
        else:
            edges += ((a, b, owners[a][1] + owners[b][1] - cost) for a in nodes[one] for b in nodes[other])
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(owners) + 2 * len(guards)))
    graph.add_edges_from(edges)
    matched = rustworkx.max_weight_matching(graph, weight_fn=int, verify_optimum=True)
    mates = dict(matched) | {b: a for a, b in matched}
    found = [pair for guard, (twin, pair) in guards.items() if mates[guard] != twin]
    for a, b in matched:
        if max(a, b) < len(owners):
            one, other = sorted((owners[a][0], owners[b][0]))
            found.append((one, other))
    return found
