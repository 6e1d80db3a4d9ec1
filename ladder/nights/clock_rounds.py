"""Rounds by the clock: games begin together and end at a buzzer, and who sits out changes from round to round."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product

from ladder.nights.game_prices import KINDS_ON_COURT, USUAL_WEIGHTS, GamePrices, NightRules, Weights
from ladder.nights.history import Court, Key, Night, list_attendees, list_free_courts
from ladder.nights.proposal import Proposal, describe_game, find_cheapest_sides

LEAST_GAIN = 40.0  # points, for which players are exchanged


def propose_clock_round(
    night: Night, rules: NightRules, *, weights: Weights = USUAL_WEIGHTS, seed: int | str = 0
) -> list[Proposal]:
    """Return a game for each free court that can have one, to begin together.

    Who waited longest plays, then who has had the fewest games for the time that they were there; what is level goes by
    the lot of the seed. Then two players change places as long as that makes their games cheaper together.
    """
    courts = list_free_courts(night)
    groups = choose_round_players(night, courts, rules, seed)
    prices = {court.key: GamePrices(night, court, rules, weights) for court in courts if court.key in groups}
    exchange_between_courts(prices, groups)
    found = [(prices[key], find_cheapest_sides(prices[key], [sorted(group)]).sides) for key, group in groups.items()]
    return [describe_game(one, sides) for one, sides in found if sides]


def choose_round_players(
    night: Night, courts: Sequence[Court], rules: NightRules, seed: int | str
) -> dict[Key, frozenset[Key]]:
    """Return who plays on which court for now; courts that are kept for some games have the first choice."""
    waiting = [one for one in list_attendees(night) if one.waiting_since is not None]
    random.Random(seed).shuffle(waiting)  # noqa: S311
    order = [one.key for one in sorted(waiting, key=lambda one: (one.waiting_since, one.games - one.due))]
    chosen = {}
    for court in sorted(courts, key=lambda court: not court.category):
        kinds = KINDS_ON_COURT[court.category] or (None,)
        each = court.players // len(kinds)
        groups = [[key for key in order if kind in (None, rules.find_kind(key))][:each] for kind in kinds]
        if all(len(group) == each for group in groups):
            chosen[court.key] = frozenset(chain.from_iterable(groups))
            order = [key for key in order if key not in chosen[court.key]]
    return chosen


def exchange_between_courts(prices: Mapping[Key, GamePrices], groups: dict[Key, frozenset[Key]]) -> None:
    """Exchange players between courts as long as two games become cheaper together by `LEAST_GAIN`."""

    @cache
    def price(court: Key, group: frozenset[Key]) -> float:
        return find_cheapest_sides(prices[court], [sorted(group)]).price

    def find_exchange() -> dict[Key, frozenset[Key]]:
        for here, there in combinations(groups, 2):
            highest = price(here, groups[here]) + price(there, groups[there]) - LEAST_GAIN
            for pair in product(sorted(groups[here]), sorted(groups[there])):
                changed = {court: groups[court].symmetric_difference(pair) for court in (here, there)}
                if sum(price(*one) for one in changed.items()) < highest:
                    return changed
        return {}

    while changed := find_exchange():
        groups.update(changed)
