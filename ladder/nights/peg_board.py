"""The peg board: whoever waits longest chooses who plays, from those who wait next longest.

The queue does the rest: winners go back before losers, and who refuses goes to its end.
"""

from collections.abc import Collection
from typing import NamedTuple

from ladder.nights.game_prices import USUAL_WEIGHTS, GamePrices, NightRules
from ladder.nights.history import Court, Key, Night, Side, Visit, list_queue
from ladder.nights.proposal import Proposal, describe_game, find_cheapest_sides

OFFERED_PLAYERS = 6


class PegChoice(NamedTuple):
    """Who chooses, and from whom."""

    chooser: Key
    offered: Side


def find_peg_choice(night: Night) -> PegChoice | None:
    """Return who chooses the next game; None while nobody waits."""
    queue = list_queue(night)
    return PegChoice(queue[0], tuple(queue[1 : 1 + OFFERED_PLAYERS])) if queue else None


def propose_chosen_game(night: Night, court: Court, rules: NightRules, chosen: Collection[Key]) -> Proposal | None:
    """Return the game of who chooses and whom they chose, in the best sides; None where they can't choose these."""
    choice, named = find_peg_choice(night), set(chosen)
    if choice is None or len(named) != court.players - 1 or not named <= set(choice.offered):
        return None
    prices = GamePrices(night, court, rules, USUAL_WEIGHTS)
    sides = find_cheapest_sides(prices, [(choice.chooser, *sorted(named))]).sides
    return describe_game(prices, sides) if sides else None


def send_to_end(visit: Visit, moment: float) -> Visit:
    """Return the visit of somebody who refuses at a moment, and so waits from then on."""
    return visit._replace(rests=(*visit.rests, (moment, moment)))
