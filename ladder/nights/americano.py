"""Americano: everybody has everybody else as partner once; or sides that stay together all meet once.

A round of c courts takes 2c pairs of partners who have nobody in common, of the n(n-1)/2 that there are. So a plan has
as many full rounds as these pairs make, and is complete where they make just that: with all courts that the players
fill, for n = 4k and 4k+1. Of 4k+2 one pair is left, of 4k+3 one or three.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from ladder.nights.history import Game, Key, Side, Sides, count_partners
from ladder.rounds.round_robin import list_round_robin

PLAYERS_IN_A_GAME = 4

Duo = tuple[int, int]
"""Two partners of a plan, or two sides that meet: their numbers, the smaller first."""

DuoGame = tuple[Duo, Duo]

WHIST_BASES: dict[int, tuple[DuoGame, ...]] = {
    8: (((7, 0), (1, 3)), ((2, 6), (4, 5))),
    12: (((11, 0), (1, 3)), ((2, 9), (6, 7)), ((4, 10), (5, 8))),
    13: (((1, 4), (2, 7)), ((3, 12), (6, 8)), ((5, 11), (9, 10))),
    16: (((15, 0), (1, 2)), ((3, 6), (9, 11)), ((4, 13), (8, 12)), ((5, 10), (7, 14))),
    17: (((1, 2), (3, 8)), ((4, 15), (10, 12)), ((5, 9), (6, 13)), ((7, 16), (11, 14))),
    20: (((19, 0), (1, 2)), ((3, 5), (9, 15)), ((4, 14), (12, 17)), ((6, 18), (10, 13)), ((7, 11), (8, 16))),
    21: (((1, 2), (3, 6)), ((4, 13), (12, 19)), ((5, 9), (14, 16)), ((7, 20), (11, 17)), ((8, 18), (10, 15))),
    24: (
        *(((23, 0), (1, 2)), ((3, 5), (7, 17)), ((4, 12), (18, 22))),
        *(((6, 20), (10, 13)), ((8, 19), (11, 16)), ((9, 15), (14, 21))),
    ),
}
"""The first round of whist tournaments, where everybody also has everybody as opponent, twice.

In each further round every number is 1 higher, modulo the rounds; the last number of 4k players stays.
"""


class NightRound(NamedTuple):
    """Games that are played together, and who sits out."""

    games: tuple[Sides, ...]
    sitting_out: tuple[Key, ...]


def plan_americano(players: Collection[Key], courts: int, *, seed: int | str = 0) -> list[NightRound]:
    """Return rounds on so many courts, as many as there can be without any two being partners twice.

    Opponents are as even as exchanges make them. The rounds come in an order in which nobody sits out more often than
    others, nor twice in a row, as far as that can be.
    """
    order = draw_order(players, seed)
    courts = min(courts, len(order) // PLAYERS_IN_A_GAME)
    if courts < 1:
        return []
    if len(order) // PLAYERS_IN_A_GAME == courts and len(order) in WHIST_BASES:
        rounds = list_whist_rounds(len(order))
    else:
        rounds = pair_duos(list_duo_rounds(len(order), 2 * courts))

    def name(duo: Duo) -> Side:
        return order[duo[0]], order[duo[1]]

    return order_rounds([tuple((name(one), name(other)) for one, other in own) for own in rounds], order)


def plan_side_americano(sides: Collection[Side], courts: int, *, seed: int | str = 0) -> list[NightRound]:
    """Return rounds on so many courts in which sides that stay together all meet once; the last may not fill them."""
    order = draw_order(sides, seed)
    courts = min(courts, len(order) // 2)
    if courts < 1:
        return []
    rounds = list_duo_rounds(len(order), courts, fills_all=False)
    named = [tuple((order[a], order[b]) for a, b in games) for games in rounds]
    return order_rounds(named, [key for side in order for key in side])


def choose_next_round(plan: Sequence[NightRound], games: Iterable[Game], *, are_pairs: bool = False) -> NightRound:
    """Return the first round of a plan with the fewest who were partners in these games already.

    Of pairs that stay together, the one with the fewest who met. So a plan is played in its order, begins again at its
    end, and where somebody comes or goes another plan for those who are there goes on with new partners.
    """
    known = Counter(map(frozenset, (game.sides for game in games))) if are_pairs else count_partners(games)

    def count_again(one: NightRound) -> int:
        return sum(known[frozenset(both)] for sides in one.games for both in ([sides] if are_pairs else sides))

    return min(plan, key=count_again)


def draw_order(entrants: Collection[Key], seed: int | str) -> list[Key]:
    """Return the entrants by lot, the same for the same entrants in any order."""
    order = sorted(entrants)
    random.Random(seed).shuffle(order)  # noqa: S311
    return order


def list_whist_rounds(count: int) -> list[list[DuoGame]]:
    """Return the rounds of a whist tournament for so many players."""
    modulus = count - (count % PLAYERS_IN_A_GAME == 0)

    def shift(duo: Duo, by: int) -> Duo:
        one, other = (number if number == modulus else (number + by) % modulus for number in duo)
        return one, other

    return [[(shift(one, by), shift(other, by)) for one, other in WHIST_BASES[count]] for by in range(modulus)]


def list_duo_rounds(count: int, size: int, *, fills_all: bool = True) -> list[list[Duo]]:
    """Return rounds of `size` duos of so many numbers, in which each duo is at most once.

    Where `fills_all`, duos are left out that fill no round; else some rounds are smaller by one. A round robin has all
    duos in the fewest rounds. They are spread over more: the duos of a large and a small round hang together in chains,
    in which theirs take turns. A chain with more of the large one changes rounds, and so one moves to the small one.
    """
    rounds = list_round_robin(count)
    total = count * (count - 1) // 2
    if fills_all:
        del rounds[-1][: total % size]
    rounds += [[] for _ in range(len(rounds), total // size if fills_all else -(-total // size))]
    while len(large := max(rounds, key=len)) > len(small := min(rounds, key=len)) + 1:
        moved = find_longer_chain(large, small)
        large[:], small[:] = exchange_duos(large, small, moved), exchange_duos(small, large, moved)
    return rounds


def find_longer_chain(large: Sequence[Duo], small: Sequence[Duo]) -> set[Duo]:
    """Return duos that hang together, with one more of the larger round than of the smaller."""
    left = {*large, *small}
    while left:
        linked, found = set[Duo](), {min(left)}
        while found:
            linked |= found
            left -= found
            found = {duo for duo in left if any(not set(duo).isdisjoint(one) for one in linked)}
        if len(linked.intersection(large)) > len(linked.intersection(small)):
            return linked
    raise AssertionError("The larger round has more duos.")


def exchange_duos(own: Iterable[Duo], others: Iterable[Duo], moved: Collection[Duo]) -> list[Duo]:
    """Return the duos of a round after some of its own and of another one's have changed sides."""
    return [duo for duo in own if duo not in moved] + [duo for duo in others if duo in moved]


def pair_duos(rounds: Iterable[Sequence[Duo]]) -> list[list[DuoGame]]:
    """Return for each round which duos meet, exchanged until no exchange makes the opponents of all more even."""
    games = [list(zip(duos[::2], duos[1::2], strict=True)) for duos in rounds]
    met = Counter(chain.from_iterable(list_meetings(own) for own in games))
    is_changed = True
    while is_changed:
        is_changed = False
        for own in games:
            for here, there in combinations(range(len(own)), 2):
                found = choose_opponents(met, own[here], own[there])
                is_changed |= found != (own[here], own[there])
                own[here], own[there] = found
    return games


def choose_opponents(met: Counter[Duo], one: DuoGame, other: DuoGame) -> tuple[DuoGame, DuoGame]:
    """Return the four duos of two games so that opponents have met least in all others, and count them as met."""
    (a, b), (c, d) = one, other
    met.subtract(list_meetings((one, other)))
    choices = ((one, other), ((a, c), (b, d)), ((a, d), (b, c)))
    found = min(choices, key=lambda games: sum(met[meeting] for meeting in list_meetings(games)))
    met.update(list_meetings(found))
    return found


def list_meetings(games: Iterable[DuoGame]) -> list[Duo]:
    """Return all opponents in these games."""
    return [(min(pair), max(pair)) for game in games for pair in product(*game)]


def order_rounds(rounds: Iterable[tuple[Sides, ...]], players: Sequence[Key]) -> list[NightRound]:
    """Return the rounds one after the other: always the one in which the fewest sit out who just did, or did often."""
    left = []
    for games in rounds:
        playing = {key for sides in games for side in sides for key in side}
        left.append(NightRound(games, tuple(key for key in players if key not in playing)))
    ordered: list[NightRound] = []
    sat_out: Counter[Key] = Counter()

    def weigh(one: NightRound) -> tuple[int, int]:
        twice = len(set(one.sitting_out).intersection(ordered[-1].sitting_out)) if ordered else 0
        return twice, sum(2 * sat_out[key] + 1 for key in one.sitting_out)

    while left:
        ordered.append(min(left, key=weigh))
        left.remove(ordered[-1])
        sat_out.update(ordered[-1].sitting_out)
    return ordered
