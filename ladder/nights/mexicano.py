"""Mexicano: who plays with whom follows from the table of the night, round by round."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from ladder.nights.americano import PLAYERS_IN_A_GAME, NightRound, draw_order
from ladder.nights.history import Game, Key, Side
from ladder.nights.night_table import list_night_table


def plan_mexicano_round(
    entrants: Collection[Side],
    courts: int,
    games: Sequence[Game],
    *,
    sat_out: Sequence[Collection[Key]] = (),
    ratings: Mapping[Key, float] | None = None,
    seed: int | str = 0,
) -> NightRound:
    """Return the next round, the first court first: the first four of the table, then the next four.

    The first and the fourth play against the second and the third. Entrants are players, as sides of one, or sides that
    stay together; of these the first plays against the second. Who is level in the whole table, as all are in the first
    round, is ordered by rating, or else by the lot of the seed.

    Where there are too many for the courts, or a number that doesn't go into games, those sit out who did so least
    often in the rounds before, of which `sat_out` has who did; then those who did longest ago, then by lot.
    """
    drawn = draw_order(entrants, seed)
    size = PLAYERS_IN_A_GAME // max(map(len, drawn), default=1)
    seats = size * min(courts, len(drawn) // size)
    resting = set(sorted(drawn, key=lambda side: find_last_rests(side, sat_out))[: len(drawn) - seats])
    ranks = {row.key: row.rank for row in list_night_table(games, chain.from_iterable(drawn))}
    known = ratings or {}
    order = [side for side in drawn if side not in resting]
    order.sort(key=lambda side: (ranks[side[0]], -sum(known.get(key, 0) for key in side)))
    fours = [order[place : place + size] for place in range(0, seats, size)]
    return NightRound(
        games=tuple((four[0] + four[3], four[1] + four[2]) if size > 2 else (four[0], four[1]) for four in fours),
        sitting_out=tuple(key for side in drawn if side in resting for key in side),
    )


def find_last_rests(side: Side, sat_out: Sequence[Collection[Key]]) -> list[int]:
    """Return how often a side sat out, and in which rounds, the latest first: who has the lowest is next."""
    rounds = [number for number, keys in enumerate(sat_out) if side[0] in keys]
    return [len(rounds), *reversed(rounds)]
