"""A year of Warlocks: battles that overlap, within reach when they begin (W-9)."""

import random
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from ladder.ratings import Result, create_system
from ladder.services.demo.arena import Arena
from ladder.services.demo.fights import fight_battle, kill_all_others
from ladder.services.demo.nights import ClubNight, build_local_moment
from ladder.services.demo.people import ClubMember

BATTLE_KINDS, BATTLE_SHARES = ("ladder", "friendly", "very-friendly"), (78, 17, 5)
SIZES, SIZE_SHARES = (2, 3, 4, 5, 6), (70, 12, 8, 6, 4)
LASTING = 0.6  # how many battles take days and have a recorded start
REACH = 5  # W-9


def play_battles(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> list[Result]:
    """Return the battles in the order in which they ended; what is still being fought is left out."""
    arena, hunter, until = Arena(create_system("warlocks-score")), None, None
    for night in nights:
        active = [one for one in members if one.plays(night.passed)]
        if night.is_today:
            end_battles(luck, arena, night, active)
            break
        for moment in night.moments(luck, luck.choice((0, 1, 1, 2)), 10, 90):
            arena.finish_before(moment)
            if hunter is None and (hunter := begin_hunt(luck, arena, moment, active)):
                until = moment + timedelta(days=8)
            away = hunter if until and moment < until else None
            begin_battle(luck, arena, moment, [one for one in active if one is not away])
    return arena.fought


def end_battles(luck: random.Random, arena: Arena, today: ClubNight, active: Sequence[ClubMember]) -> None:
    """Let some battles end today, short ones if there are no others."""
    arena.finish_before(build_local_moment(today.day, time.min))
    for moment in today.moments(luck, 3, 9, 50):
        if not arena.running:
            begin_battle(luck, arena, moment, active, lasting=0)
        arena.finish_next(moment)


def begin_battle(
    luck: random.Random, arena: Arena, moment: datetime, active: Sequence[ClubMember], lasting: float = LASTING
) -> None:
    """Let somebody begin a battle; those that don't last are entered when they are over."""
    kind = luck.choices(BATTLE_KINDS, BATTLE_SHARES)[0]
    first = luck.choice(active)
    others = [one for one in active if one is not first and (kind != "ladder" or is_within_reach(arena, first, one))]
    size = min(luck.choices(SIZES, SIZE_SHARES)[0] - 1, len(others))
    if size:
        fighters = [first, *luck.sample(others, size)]
        lasts = luck.random() < lasting
        ended = add_days(luck, moment, luck.randint(1, 9)) if lasts else moment
        arena.begin(kind, fighters, fight_battle(luck, fighters), ended, moment if lasts else None)


def begin_hunt(luck: random.Random, arena: Arena, moment: datetime, active: Sequence[ClubMember]) -> ClubMember | None:
    """Let somebody begin two duels with players far below and win a melee meanwhile.

    Both duels then gain nothing (W-8), if the hunter, who is returned, fights nobody else for a week.
    """
    for first in active:
        prey = [one for one in active if 4 <= arena.lead(first, one) <= REACH]
        near = [one for one in active if one is not first and one not in prey and is_within_reach(arena, one, first)]
        if len(prey) > 1 and len(near) > 2 and not arena.is_fighting(first):
            arena.begin("ladder", [first, *near[:3]], kill_all_others(4), add_days(luck, moment, 2), moment)
            for days, one in enumerate(prey[:2], 5):
                arena.begin("ladder", [first, one], kill_all_others(2), add_days(luck, moment, days), moment)
            return first
    return None


def is_within_reach(arena: Arena, low: ClubMember, one: ClubMember) -> bool:
    """Say whether a player is level with another or so little above that all such may fight each other (W-9)."""
    return 0 <= arena.lead(one, low) <= REACH


def add_days(luck: random.Random, moment: datetime, days: int) -> datetime:
    return build_local_moment(moment.date() + timedelta(days=days), time(luck.randint(9, 22), luck.randint(0, 59)))
