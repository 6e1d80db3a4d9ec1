"""How the matches of the fictional club go: nights of games of two, tournaments, and a year of battles.

The stronger player wins as often as the hidden skills say. Battles overlap, and begin within reach (W-9).
"""

import heapq
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from ladder.devtools.demonstration.members import ClubMember, ClubNight, build_local_moment, list_present
from ladder.ratings import (
    UNRATED,
    Exit,
    Kind,
    Rating,
    RatingSystem,
    Result,
    build_battle,
    build_duel,
    build_tournament,
    create_system,
    load_kinds,
)

MATCH_LENGTHS = (1, 3, 5, 7, 9, 11)
LENGTH_SHARES = (1, 4, 45, 40, 7, 3)
CHIP_STAKES = (5, 10, 20, 50)
CUBE_VALUES = (1, 2, 4)

NIGHTS_BETWEEN = 4
SMALLEST, LARGEST = 8, 16

STANDING, SURRENDERED, DEAD = "standing", "surrendered", "dead"
EXIT_WAYS = (SURRENDERED, SURRENDERED, SURRENDERED, DEAD)  # most surrender in time
CORPSES, NOBODY = 0.06, 0.11  # below the first: a surrender to corpses (W-5); below the second: nobody wins (W-4)

BATTLE_KINDS, BATTLE_SHARES = ("ladder", "friendly", "very-friendly"), (78, 17, 5)
SIZES, SIZE_SHARES = (2, 3, 4, 5, 6), (70, 12, 8, 6, 4)
LASTING_SHARE = 0.6  # how many battles take days and have a recorded start
BATTLE_REACH = 5  # W-9


class PlayedGame(NamedTuple):
    """How a game ended: the first player's score, its facts, and its kind."""

    score: float
    facts: Mapping[str, float] = {}
    kind: Kind = load_kinds()["rated"]


Play = Callable[[random.Random, float], PlayedGame]
"""Plays a game of two; the number says by how many standard deviations the first player is stronger."""


def play_duels(
    luck: random.Random,
    nights: Sequence[ClubNight],
    members: list[ClubMember],
    play: Play,
    many: tuple[int, int],
    gap: tuple[int, int],
) -> Iterator[Result]:
    """Yield the games of all nights in the order of play; `many` is the range of games a night, `gap` of minutes."""
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
    """Return a match of backgammon of a random length; the longer it is, the more the lead counts."""
    length = luck.choices(MATCH_LENGTHS, LENGTH_SHARES)[0]
    return PlayedGame(draw_winner(luck, lead, 12 / length**0.5), {"length": length})


def play_chess(luck: random.Random, lead: float) -> PlayedGame:
    """Return a game of chess; one in four is drawn, and one in forty not rated."""
    score = 0.5 if luck.random() < 1 / 4 else draw_winner(luck, lead, 2)
    kind = UNRATED if luck.random() < 1 / 40 else load_kinds()["rated"]
    return PlayedGame(score, {"moves": luck.randint(14, 70)}, kind)


def play_table_tennis(luck: random.Random, lead: float) -> PlayedGame:
    """Return a match of table tennis."""
    return PlayedGame(draw_winner(luck, lead, 2))


def play_for_chips(luck: random.Random, lead: float) -> PlayedGame:
    """Return a match of backgammon for chips: the stake times the cube times the length."""
    game = play_backgammon(luck, lead)
    stake = luck.choice(CHIP_STAKES) * luck.choices(CUBE_VALUES, (6, 3, 1))[0] * game.facts["length"]
    return game._replace(facts={**game.facts, "chips": stake})


def draw_winner(luck: random.Random, lead: float, spread: float) -> float:
    """Return 1 or 0 for the first player; a lead of one spread wins ten games in eleven."""
    return float(luck.random() < 1 / (1 + 10 ** (-lead / spread)))


def play_online_site(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> Iterator[Result]:
    """Return the matches and the tournaments of all nights in the order of play."""
    matches = list(play_duels(luck, nights, members, play_for_chips, (5, 7), (9, 22)))
    evenings = [night for night in nights[NIGHTS_BETWEEN - 1 :: NIGHTS_BETWEEN] if not night.is_today]
    return heapq.merge(matches, play_tournaments(luck, evenings, members), key=attrgetter("ended"))


def play_tournaments(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> Iterator[Result]:
    """Yield a tournament for each night."""
    for night in nights:
        here = list_present(luck, members, night.passed, SMALLEST)
        field = luck.sample(here, min(luck.randint(SMALLEST, LARGEST), len(here)))
        field.sort(key=lambda member: member.skill + luck.gauss(0, 1.2), reverse=True)
        ended = night.moments(luck, 1, 185, 205)[0]
        yield build_tournament([member.player for member in field], list_knockout_places(len(field)), ended=ended)


def list_knockout_places(size: int) -> list[int]:
    """Return the finishing places of a knockout; those who lose in the same round share a place."""
    return [1, 2, 3, 3, 5, 5, 5, 5, *([9] * (size - SMALLEST))][:size]


def fight_battle(luck: random.Random, fighters: Sequence[ClubMember]) -> list[Exit]:
    """Return the exits in the order of the fighters; stronger ones stay longer."""
    order = sorted(fighters, key=lambda one: 1.8 * one.skill + luck.gauss(0, 1), reverse=True)
    final, ending = luck.randint(4, 14), luck.random()
    exits = {order[0]: Exit(STANDING)}
    if ending < NOBODY:
        exits[order[0]] = Exit(SURRENDERED if ending < CORPSES else DEAD, final)
    exits[order[1]] = Exit(DEAD if ending < NOBODY else luck.choice(EXIT_WAYS), final)
    for one in order[2:]:
        exits[one] = Exit(luck.choice(EXIT_WAYS), luck.randint(2, final - 1))
    return [exits[one] for one in fighters]


def kill_all_others(size: int) -> list[Exit]:
    """Return the exits of a battle in which the first kills all others, one a round."""
    return [Exit(STANDING), *(Exit(DEAD, 5 + number) for number in range(1, size))]


class Arena:
    """The battles that were fought and those that are going on; time only runs forward."""

    def __init__(self, system: RatingSystem) -> None:
        self.system = system
        self.fought: list[Result] = []
        self.running: list[tuple[datetime, int, Result]] = []
        self.past: dict[int, list[tuple[datetime, Rating]]] = {}
        self.number = count()

    def begin(
        self,
        kind: str,
        fighters: Sequence[ClubMember],
        exits: Sequence[Exit],
        ended: datetime,
        started: datetime | None,
    ) -> None:
        """Begin a battle that will end like this; without a start it is reported at its end only."""
        players = [one.player for one in fighters]
        result = build_battle(players, exits, ended=ended, kind=load_kinds()[kind], started=started)
        heapq.heappush(self.running, (ended, next(self.number), result))

    def finish_before(self, moment: datetime) -> None:
        """End the battles that end before this moment."""
        while self.running and self.running[0][0] < moment:
            self.finish(heapq.heappop(self.running)[2])

    def finish_next(self, moment: datetime) -> None:
        """End the next battle at this moment instead of its own."""
        if self.running:
            self.finish(heapq.heappop(self.running)[2]._replace(ended=moment))

    def finish(self, result: Result) -> None:
        """Add a battle to those that were fought, and rate its players."""
        started = result.started
        at_start = tuple(self.rating(one, started) for one in result.players) if started else ()
        before = [self.rating(one) for one in result.players]
        if self.system.concerns(result):
            after = self.system.rate(result._replace(at_start=at_start), before)
            for player, rating in zip(result.players, after, strict=True):
                self.past.setdefault(player, []).append((result.ended, rating))
        self.fought.append(result)

    def rating(self, player: int, moment: datetime | None = None) -> Rating:
        """Return a player's rating now, or after the last battle that ended before a moment."""
        for ended, rating in reversed(self.past.get(player, [])):
            if moment is None or ended < moment:
                return rating
        return self.system.initial()

    def lead(self, one: ClubMember, other: ClubMember) -> float:
        """Return by how many points one is ahead of the other."""
        return self.rating(one.player).points - self.rating(other.player).points

    def is_fighting(self, one: ClubMember) -> bool:
        """Return whether a member is in a battle that is going on."""
        return any(one.player in result.players for _, _, result in self.running)


def play_battles(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> list[Result]:
    """Return the battles that are over, in the order in which they ended."""
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
    """End some battles today; begin short ones if none is going on."""
    arena.finish_before(build_local_moment(today.day, time.min))
    for moment in today.moments(luck, 3, 9, 50):
        if not arena.running:
            begin_battle(luck, arena, moment, active, lasting=0)
        arena.finish_next(moment)


def begin_battle(
    luck: random.Random, arena: Arena, moment: datetime, active: Sequence[ClubMember], lasting: float = LASTING_SHARE
) -> None:
    """Begin a battle of some of the active members; `lasting` is the share of those that take days."""
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
    """Let a member begin two duels with players far below and win a melee meanwhile; return that member.

    Both duels then gain nothing (W-8), if the member fights nobody else for a week.
    """
    for first in active:
        prey = [one for one in active if 4 <= arena.lead(first, one) <= BATTLE_REACH]
        near = [one for one in active if one is not first and one not in prey and is_within_reach(arena, one, first)]
        if len(prey) > 1 and len(near) > 2 and not arena.is_fighting(first):
            arena.begin("ladder", [first, *near[:3]], kill_all_others(4), add_days(luck, moment, 2), moment)
            for days, one in enumerate(prey[:2], 5):
                arena.begin("ladder", [first, one], kill_all_others(2), add_days(luck, moment, days), moment)
            return first
    return None


def is_within_reach(arena: Arena, low: ClubMember, one: ClubMember) -> bool:
    """Return whether a player is level with another or at most `BATTLE_REACH` above, so that they may fight (W-9)."""
    return 0 <= arena.lead(one, low) <= BATTLE_REACH


def add_days(luck: random.Random, moment: datetime, days: int) -> datetime:
    """Return a random moment of the day that is so many days later."""
    return build_local_moment(moment.date() + timedelta(days=days), time(luck.randint(9, 22), luck.randint(0, 59)))
