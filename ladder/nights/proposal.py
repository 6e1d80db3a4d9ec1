"""Who plays next: the cheapest game that a free court can have, with what speaks for it and against it.

A proposal is a pure function of the night so far, so it can be made again at any time, and is the same for everybody
who looks.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ladder.nights.game_prices import KINDS_ON_COURT, USUAL_WEIGHTS, Costs, GamePrices, NightRules, Weights
from ladder.nights.history import Court, Key, Night, Side, Sides
from ladder.rounds.pairing import round_percent

MOST_CONSIDERED = 12  # of those who wait; in doubles they can have 1,485 games


class PairReason(NamedTuple):
    """Two of a game: how often they were partners, or opponents, tonight, and how many weeks ago before, if ever."""

    players: Side
    are_partners: bool
    tonight: int
    weeks: int | None


class Proposal(NamedTuple):
    """A game for a court, the side with the better chance first, and why."""

    court: Key
    sides: Sides
    percent: int  # the expected score of the first side, 50 or more
    waits: tuple[tuple[Key, float], ...]  # who waits how many minutes, longest first
    in_a_row: tuple[tuple[Key, int], ...]  # who has just played how many games in a row, from two
    pairs: tuple[PairReason, ...]
    costs: Costs


class PricedSides(NamedTuple):
    """The sides of a game and its price in points; no sides and no end of points where no game is possible."""

    price: float
    sides: Sides | None


def propose_game(
    night: Night,
    court: Court,
    rules: NightRules,
    *,
    weights: Weights = USUAL_WEIGHTS,
    seed: int | str = 0,
    fixed: Collection[Key] = (),
    refused: Collection[Collection[Key]] = (),
) -> Proposal | None:
    """Return the cheapest game for a court; None where there is none.

    Those in `fixed` play, and its players are not those of any group in `refused`. They are chosen from the
    `MOST_CONSIDERED` for whom it is most time to play, of all who are there, don't play and don't rest. What costs the
    same goes by the lot of the seed.
    """
    prices = GamePrices(night, court, rules, weights)
    stay = sorted(set(fixed))
    missing = court.players - len(stay)
    if missing < 0 or not all(key in prices.waiting for key in stay):
        return None
    others = [key for key in list_considered(prices, seed) if key not in stay]
    barred = {frozenset(players) for players in refused}
    groups = [(*stay, *group) for group in combinations(others, missing)]
    found = find_cheapest_sides(prices, [group for group in groups if not barred or frozenset(group) not in barred])
    return describe_game(prices, found.sides) if found.sides else None


def explain_game(
    night: Night, court: Court, sides: Sides, rules: NightRules, weights: Weights = USUAL_WEIGHTS
) -> Proposal:
    """Return a game that somebody chose by hand, of people who wait, as it would be proposed."""
    return describe_game(GamePrices(night, court, rules, weights), sides)


def list_considered(prices: GamePrices, seed: int | str) -> list[Key]:
    """Return for whom it is most time to play on a court, in this order; where games are mixed, women first."""
    order = list(prices.waiting)
    random.Random(seed).shuffle(order)  # noqa: S311
    order.sort(key=lambda key: prices.price_players((key,)))
    kinds = KINDS_ON_COURT[prices.court.category]
    groups = [[key for key in order if prices.rules.find_kind(key) == kind] for kind in kinds]
    return [key for group in groups or [order] for key in group[: MOST_CONSIDERED // max(len(groups), 1)]]


def find_cheapest_sides(prices: GamePrices, groups: Iterable[Sequence[Key]]) -> PricedSides:
    """Return the cheapest game that one of these groups can have, the first of those that cost the same.

    What players cost, whoever plays with whom, is worked out first. Where that alone is too much, so is the rest.
    """
    cheapest = PricedSides(float("inf"), None)
    priced = sorted(((prices.price_players(group), group) for group in groups), key=lambda one: one[0])
    for players_price, group in priced:
        if players_price - prices.most_granted >= cheapest.price:
            break
        for sides in list_splits(group):
            price = players_price + prices.price_pairs(sides)
            if price < cheapest.price and not prices.refuses(sides):
                price += prices.price_chance(sides)
                cheapest = min(cheapest, PricedSides(price, sides), key=lambda one: one.price)
    return cheapest


def list_splits(players: Sequence[Key]) -> Iterator[Sides]:
    """Yield the ways in which two or four players can be two sides."""
    first, *others = players
    for partners in combinations(others, len(players) // 2 - 1):
        yield (first, *partners), tuple(key for key in others if key not in partners)


def describe_game(prices: GamePrices, sides: Sides) -> Proposal:
    """Return a game with the better side first, and why."""
    percent = round_percent(prices.rules.chance(*sides))
    if percent < 50:
        percent, sides = 100 - percent, sides[::-1]
    players = sides[0] + sides[1]
    waits = [(key, prices.find_minutes_waited(key)) for key in players]
    in_a_row = [(key, prices.waiting[key].in_a_row) for key in players]
    pairs = [*((side, True) for side in sides if len(side) > 1), *((pair, False) for pair in product(*sides))]
    return Proposal(
        court=prices.court.key,
        sides=sides,
        percent=percent,
        waits=tuple(sorted(waits, key=lambda wait: -wait[1])),
        in_a_row=tuple(one for one in in_a_row if one[1] > 1),
        pairs=tuple(PairReason(pair, are, *prices.find_meetings(pair, are_partners=are)) for pair, are in pairs),
        costs=prices.split_price(sides),
    )
