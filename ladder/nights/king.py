"""King of the court: who wins stays, for two games in a row at most, and who waits longest comes on."""

from itertools import combinations

from ladder.nights.game_prices import USUAL_WEIGHTS, GamePrices, NightRules
from ladder.nights.history import Court, Key, Night, Side, Sides, list_queue
from ladder.nights.proposal import MOST_CONSIDERED, Proposal, describe_game, find_cheapest_sides

MOST_GAMES_OF_KINGS = 2


def propose_king_game(night: Night, court: Court, rules: NightRules) -> Proposal | None:
    """Return the next game on a court; None where too few wait who can play it.

    Winners who have to leave stand behind everybody else who waits.
    """
    prices = GamePrices(night, court, rules, USUAL_WEIGHTS)
    games = [game for game in night.games if game.court == court.key][-MOST_GAMES_OF_KINGS:]
    winners = games[-1].winners if games else ()
    in_a_row = sum(set(winners) in map(set, game.sides) for game in games)
    stay = in_a_row < MOST_GAMES_OF_KINGS and all(key in prices.waiting for key in winners)
    queue = sorted((key for key in list_queue(night) if not (stay and key in winners)), key=lambda key: key in winners)
    sides = find_next_sides(prices, winners if stay else (), queue[:MOST_CONSIDERED])
    return describe_game(prices, sides) if sides else None


def find_next_sides(prices: GamePrices, kings: Side, queue: list[Key]) -> Sides | None:
    """Return the first of the queue who can play: against the kings or, without any, in the cheapest sides."""
    for coming in combinations(queue, prices.court.players - len(kings)):
        if not kings and (sides := find_cheapest_sides(prices, [coming]).sides):
            return sides
        if kings and not prices.refuses((kings, coming)):
            return kings, coming
    return None
