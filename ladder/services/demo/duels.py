"""Nights of games of two, which the stronger one wins as often as the hidden skills say."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ladder.ratings import UNRATED, Kind, Result, build_duel, load_kinds
from ladder.services.demo.nights import ClubNight
from ladder.services.demo.people import ClubMember, list_present

LENGTHS = (1, 3, 5, 7, 9, 11)
LENGTH_SHARES = (1, 4, 45, 40, 7, 3)
STAKES = (5, 10, 20, 50)
CUBE = (1, 2, 4)


class PlayedGame(NamedTuple):
    """A game as it ended: the first player's score, and what is asked besides."""

    score: float
    facts: Mapping[str, float] = {}
    kind: Kind = load_kinds()["rated"]


Play = Callable[[random.Random, float], PlayedGame]
"""Plays a game of two, the first one so many standard deviations the stronger."""


def play_duels(
    luck: random.Random,
    nights: Sequence[ClubNight],
    members: list[ClubMember],
    play: Play,
    many: tuple[int, int],
    gap: tuple[int, int],
) -> Iterator[Result]:
    """Yield the games of all nights in order of play."""
    for night in nights:
        here = list_present(luck, members, night.passed)
        count = luck.randint(2, 4) if night.is_today else luck.randint(*many)
        for ended in night.moments(luck, count, *gap):
            first, second = luck.sample(here, 2)
            score, facts, kind = play(luck, first.skill - second.skill)
            if score == 0:  # the winner is named first, as in the forms
                first, second, score = second, first, 1
            yield build_duel(first.player, second.player, score, ended=ended, facts=facts, kind=kind)


def play_backgammon(luck: random.Random, lead: float) -> PlayedGame:
    length = luck.choices(LENGTHS, LENGTH_SHARES)[0]
    return PlayedGame(draw_winner(luck, lead, 12 / length**0.5), {"length": length})


def play_chess(luck: random.Random, lead: float) -> PlayedGame:
    """A game in four is drawn, and one in forty not rated."""
    score = 0.5 if luck.random() < 1 / 4 else draw_winner(luck, lead, 2)
    kind = UNRATED if luck.random() < 1 / 40 else load_kinds()["rated"]
    return PlayedGame(score, {"moves": luck.randint(14, 70)}, kind)


def play_table_tennis(luck: random.Random, lead: float) -> PlayedGame:
    return PlayedGame(draw_winner(luck, lead, 2))


def play_for_chips(luck: random.Random, lead: float) -> PlayedGame:
    """A match of backgammon for chips: the stake, what the cube made of it, and the length."""
    game = play_backgammon(luck, lead)
    stake = luck.choice(STAKES) * luck.choices(CUBE, (6, 3, 1))[0] * game.facts["length"]
    return game._replace(facts={**game.facts, "chips": stake})


def draw_winner(luck: random.Random, lead: float, spread: float) -> float:
    """Return 1 or 0 for the first player; a lead of one spread wins ten games in eleven."""
    return float(luck.random() < 1 / (1 + 10 ** (-lead / spread)))
