"""Who plays next by each way of play: one court after the other, or all courts together in rounds."""

from collections.abc import Sequence
from itertools import takewhile

from ladder.models import Night
from ladder.nights.americano import PLAYERS_IN_A_GAME, NightRound, plan_americano
from ladder.nights.clock_rounds import propose_clock_round
from ladder.nights.game_prices import NightRules, Weights
from ladder.nights.history import Game, Key, begin_game, count_partners, list_free_courts, list_queue
from ladder.nights.history import Night as NightSoFar
from ladder.nights.king import propose_king_game
from ladder.nights.mexicano import plan_mexicano_round
from ladder.nights.proposal import Proposal, explain_game

Way = Night.Way
ROUND_WAYS = (Way.CLOCK, Way.AMERICANO, Way.MEXICANO)
POINT_WAYS = (Way.AMERICANO, Way.MEXICANO)
"""In which all courts begin together; and in which the points of a game make the table of the night."""


def propose_by_way(way: str, night: NightSoFar, rules: NightRules, weights: Weights, seed: str) -> list[Proposal]:
    """Return who could play on the free courts; of a way in rounds nothing while a game is played."""
    if way in ROUND_WAYS:
        is_over = all(game.ended is not None for game in night.games)
        return propose_round(way, night, rules, weights, seed) if is_over else []
    return propose_king_games(night, rules) if way == Way.KING else []


def propose_king_games(night: NightSoFar, rules: NightRules) -> list[Proposal]:
    """Return the next game of each free court, in which winners stay, each as if those before had begun."""
    found = []
    for court in list_free_courts(night):
        if one := propose_king_game(night, court, rules):
            found.append(one)
            night = begin_game(night, court, one.sides)
    return found


def propose_round(way: str, night: NightSoFar, rules: NightRules, weights: Weights, seed: str) -> list[Proposal]:
    """Return the games of the next round."""
    if way == Way.CLOCK:
        return propose_clock_round(night, rules, weights=weights, seed=seed)
    courts = [court for court in night.courts if court.players == PLAYERS_IN_A_GAME]
    games = plan_point_round(way, night, len(courts), seed).games
    return [explain_game(night, court, sides, rules, weights) for court, sides in zip(courts, games, strict=False)]


def plan_point_round(way: str, night: NightSoFar, courts: int, seed: str) -> NightRound:
    """Return the next round of Americano or Mexicano for those who are there; an empty one for fewer than four."""
    here = list_queue(night)
    if len(here) < PLAYERS_IN_A_GAME or not courts:
        return NightRound((), tuple(here))
    if way == Way.AMERICANO:
        return plan_americano_round(night, here, courts, seed)
    sat_out = list_sat_out(night)
    return plan_mexicano_round([(key,) for key in here], courts, night.games, sat_out=sat_out, seed=seed)


def plan_americano_round(night: NightSoFar, here: Sequence[Key], courts: int, seed: str) -> NightRound:
    """Return the next round of the plan for those who are there: a new plan begins where somebody came or went."""
    rounds = list_rounds(night.games)
    alike = list(takewhile(lambda games: find_people_of(night, games) == set(here), reversed(rounds)))
    before = [game for games in rounds[: len(rounds) - len(alike)] for game in games]
    plan = plan_americano(here, courts, partnered=list(count_partners(before)), seed=f"{seed} {len(before)}")
    return plan[len(alike) % len(plan)]


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
