"""A year of club nights, the same one every time but for its dates."""

import random
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from ladder.ratings import Result, duel
from players.models import Player

from ..batches import New
from .club import CLUB, NIGHTS, Member, evening

SEED = 1800
LENGTHS = (1, 3, 5, 7, 9, 11)
HOW_OFTEN = (1, 4, 45, 40, 7, 3)


def club_nights(today: date) -> Iterator[date]:
    """Yield the club nights, two a week, the last one yesterday."""
    for ago in reversed(range(NIGHTS)):
        weeks, second = divmod(ago, 2)
        yield today - timedelta(days=1 + 7 * weeks + 3 * second)


def matches_of(nights: Sequence[date], people: dict[str, Player]) -> Iterator[New]:
    """Yield the matches of all nights in order, reported by one of the two who played."""
    luck = random.Random(SEED)  # noqa: S311 - a fixed seed, so that every demonstration is the same
    for number, night in enumerate(nights):
        clock = evening(night)
        here = [one for one in CLUB if one.joined <= number < one.left and luck.random() < one.attendance]
        for _ in range(luck.randint(5, 7)):
            clock += timedelta(minutes=luck.randint(8, 25))
            first, second = luck.sample(here, 2)
            result = played(luck, first, second, clock, people)
            yield New(result, clock + timedelta(minutes=2), people[luck.choice((first, second)).name].user)


def played(luck: random.Random, first: Member, second: Member, clock: datetime, people: dict[str, Player]) -> Result:
    """Return a match of two, which the stronger one wins as often as the strengths say."""
    facts = {"length": luck.choices(LENGTHS, HOW_OFTEN)[0]}
    chance = chance_of(first, second, facts["length"])
    winner, loser = (first, second) if luck.random() < chance else (second, first)
    return duel(people[winner.name].pk, people[loser.name].pk, ended=clock, facts=facts)


def chance_of(first: Member, second: Member, length: int) -> float:
    return 1 / (1 + 10 ** ((second.strength - first.strength) * length**0.5 / 2000))  # B-1
