"""Who plays next by each way of play: one court after the other, or all courts together in rounds."""

from collections.abc import Sequence
from typing import Any

from ladder.models import POINT_WAYS, Night
from ladder.nights.americano import (
    PLAYERS_IN_A_GAME,
    NightRound,
    choose_next_round,
    plan_americano,
    plan_side_americano,
)
from ladder.nights.clock_rounds import propose_clock_round
from ladder.nights.game_prices import NightRules, Weights
from ladder.nights.history import Game, Key, Side, begin_game, list_free_courts, list_queue
from ladder.nights.history import Night as NightSoFar
from ladder.nights.king import find_kings, propose_king_game
from ladder.nights.mexicano import plan_mexicano_round
from ladder.nights.proposal import Proposal, explain_game
from ladder.nights.queries.stored_night import ROUND_WAYS

Way = Night.Way


def propose_by_way(
    way: str, night: NightSoFar, rules: NightRules, weights: Weights, seed: str, pairs: Sequence[Side] | None = None
) -> list[Proposal]:
    """Return who could play on the free courts; of a way in rounds nothing while a game is played.

    `pairs` are those who stay together in ways with points; None where partners change.
    """
    if way in ROUND_WAYS and any(game.ended is None for game in night.games):
        return []
    if way == Way.CLOCK:
        return propose_clock_round(night, rules, weights=weights, seed=seed)
    if way in POINT_WAYS:
        return propose_point_round(way, night, rules, weights, seed, pairs)
    return propose_king_games(night, rules) if way == Way.KING else []


def propose_king_games(night: NightSoFar, rules: NightRules) -> list[Proposal]:
    """Return the next game of each free court, each as if those before had begun; where winners stay come first.

    Until their own court is served, winners who stay there are not called to another one.
    """
    kings = {court: find_kings(night, court) for court in list_free_courts(night)}
    found = []
    for court in sorted(kings, key=lambda one: not kings[one]):
        kings[court] = ()
        if one := propose_king_game(night, court, rules, {key for side in kings.values() for key in side}):
            found.append(one)
            night = begin_game(night, court, one.sides)
    return found


def propose_point_round(
    way: str, night: NightSoFar, rules: NightRules, weights: Weights, seed: str, pairs: Sequence[Side] | None
) -> list[Proposal]:
    """Return the games of the next round of Americano or Mexicano, on the courts for four; none of too few."""
    courts, waiting = [one for one in night.courts if one.players == PLAYERS_IN_A_GAME], list_queue(night)
    entrants = [(key,) for key in waiting] if pairs is None else [one for one in pairs if {*one} <= {*waiting}]
    if len(entrants) * len(entrants[0] if entrants else ()) < PLAYERS_IN_A_GAME or not courts:
        return []
    made = plan_point_round(way, night, entrants, len(courts), rules, seed)
    return [explain_game(night, court, sides, rules, weights) for court, sides in zip(courts, made.games, strict=False)]


def plan_point_round(
    way: str, night: NightSoFar, entrants: Sequence[Side], courts: int, rules: NightRules, seed: str
) -> NightRound:
    """Return the next round of those who are there, alone or as pairs; the first of a Mexicano goes by rating."""
    are_pairs = len(entrants[0]) > 1
    if way == Way.AMERICANO:
        plan = plan_side_americano if are_pairs else plan_americano
        named: Sequence[Any] = entrants if are_pairs else [key for (key,) in entrants]
        return choose_next_round(plan(named, courts, seed=seed), night.games, are_pairs=are_pairs)
    first = min(entrants)
    chances = {side[0]: rules.chance(side, first) for side in entrants}
    return plan_mexicano_round(entrants, courts, night.games, sat_out=list_sat_out(night), ratings=chances, seed=seed)


def find_people_of(night: NightSoFar, games: Sequence[Game]) -> set[Key]:
    """Return who was there as a round began."""
    return {visit.key for visit in night.visits if visit.is_there(games[0].began)}


def list_sat_out(night: NightSoFar) -> list[set[Key]]:
    """Return who was there and did not play in each round so far."""
    return [
        find_people_of(night, games).difference(*(game.players for game in games)) for games in list_rounds(night.games)
    ]


def list_rounds(games: Sequence[Game]) -> list[list[Game]]:
    """Return the games of each round: one begins once all games before have ended."""
    rounds: list[list[Game]] = []
    for game in sorted(games, key=lambda one: one.began):
        if rounds and any(one.ended is None or game.began < one.ended for one in rounds[-1]):
            rounds[-1].append(game)
        else:
            rounds.append([game])
    return rounds
