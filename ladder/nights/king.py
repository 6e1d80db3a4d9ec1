"""King of the court: who wins stays, for two games in a row at most, and who waits longest comes on."""

from collections.abc import Collection
from itertools import combinations

from ladder.nights.game_prices import USUAL_WEIGHTS, GamePrices, NightRules
from ladder.nights.history import IN_A_ROW_MINUTES, Court, Game, Key, Night, Side, Sides, find_waits, list_queue
from ladder.nights.proposal import MOST_CONSIDERED, Proposal, describe_game, find_cheapest_sides

MOST_GAMES_OF_KINGS = 2


def propose_king_game(night: Night, court: Court, rules: NightRules, kept: Collection[Key] = ()) -> Proposal | None:
    """Return the next game on a court; None where too few wait who can play it.

    Winners who have to leave, on whichever court they won, stand behind everybody else who waits. Those in `kept` stay
    on other courts.
    """
    prices = GamePrices(night, court, rules, USUAL_WEIGHTS)
    kings = find_kings(night, court)
    queue = [key for key in list_queue(night) if key not in kings and key not in kept]
    queue.sort(key=lambda key: has_to_leave(night, key))
    sides = find_next_sides(prices, kings, queue[:MOST_CONSIDERED])
    return describe_game(prices, sides) if sides else None


def find_kings(night: Night, court: Court) -> Side:
    """Return the winners of a court's last game who stay there; nobody, where one has gone, rests or has to leave."""
    waiting, last = find_waits(night), [game for game in night.games if game.court == court.key][-1:]
    winners = last[0].winners if last else ()
    is_over = any(
        key not in waiting or list_games_in_a_row(night, key)[-1:] != last or has_played_enough(night, key)
        for key in winners
    )
    return () if is_over else winners


def has_played_enough(night: Night, key: Key) -> bool:
    """Return whether somebody has played as many games in a row as kings do at most, on whichever courts."""
    return len(list_games_in_a_row(night, key)) == MOST_GAMES_OF_KINGS


def has_to_leave(night: Night, key: Key) -> bool:
    """Return whether somebody won the last game that they might play in a row, and has not sat one out since."""
    games = list_games_in_a_row(night, key)
    has_won = bool(games) and key in games[-1].winners
    return has_won and has_played_enough(night, key) and not has_game_between(night, games[-1].ended, night.now)


def list_games_in_a_row(night: Night, key: Key) -> list[Game]:
    """Return the last games of somebody, as many as kings play at most, without those before they sat one out."""
    found: list[Game] = []
    for game in reversed([game for game in night.games if key in game.players][-MOST_GAMES_OF_KINGS:]):
        if found and has_waited(night, game, found[0]):
            break
        found.insert(0, game)
    return found


def has_waited(night: Night, first: Game, second: Game) -> bool:
    """Return whether who played two games was off court between them: for a whole game, or before changing courts."""
    has_moved = first.court != second.court and second.began - (first.ended or 0.0) > IN_A_ROW_MINUTES
    return has_moved or has_game_between(night, first.ended, second.began)


def has_game_between(night: Night, since: float | None, until: float) -> bool:
    """Return whether a whole game was played between two moments."""
    ended = [game for game in night.games if game.ended is not None and game.ended <= until]
    return any(since is not None and since <= game.began for game in ended)


def find_next_sides(prices: GamePrices, kings: Side, queue: list[Key]) -> Sides | None:
    """Return the first of the queue who can play: against the kings or, without any, in the cheapest sides."""
    for coming in combinations(queue, prices.court.players - len(kings)):
        if not kings and (sides := find_cheapest_sides(prices, [coming]).sides):
            return sides
        if kings and not prices.refuses((kings, coming)):
            return kings, coming
    return None
