"""Nights of a backgammon site: matches for chips, and every fourth night a tournament."""

import heapq
import random
from collections.abc import Iterator, Sequence
from operator import attrgetter

from ladder.ratings import Result, build_tournament
from ladder.services.demo.duels import play_duels, play_for_chips
from ladder.services.demo.nights import ClubNight
from ladder.services.demo.people import ClubMember, list_present

EVERY = 4
SMALLEST, LARGEST = 8, 16


def play_online_site(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> Iterator[Result]:
    """Yield the matches and the tournaments of all nights in order of play."""
    matches = list(play_duels(luck, nights, members, play_for_chips, (5, 7), (9, 22)))
    evenings = [night for night in nights[EVERY - 1 :: EVERY] if not night.is_today]
    return heapq.merge(matches, play_tournaments(luck, evenings, members), key=attrgetter("ended"))


def play_tournaments(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> Iterator[Result]:
    for night in nights:
        here = list_present(luck, members, night.passed, SMALLEST)
        field = luck.sample(here, min(luck.randint(SMALLEST, LARGEST), len(here)))
        field.sort(key=lambda member: member.skill + luck.gauss(0, 1.2), reverse=True)
        ended = night.moments(luck, 1, 185, 205)[0]
        yield build_tournament([member.player for member in field], list_knockout_places(len(field)), ended=ended)


def list_knockout_places(size: int) -> list[int]:
    """Return the places of a knockout: whoever goes out in the same round shares the place."""
    return [1, 2, 3, 3, 5, 5, 5, 5, *([9] * (size - SMALLEST))][:size]
