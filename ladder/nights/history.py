"""What has happened in a night so far, and what follows from it: who waits how long, who played how often with whom.

All moments are minutes since any moment that is the same for the whole night.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

IN_A_ROW_MINUTES = 5.0  # two games with no longer wait between them are played in a row

Key = Any
"""Names a player, or a court. All keys of a night's players can be sorted."""

Side = tuple[Key, ...]
"""Who play together: one player, or two partners."""

Sides = tuple[Side, Side]
"""The two sides of a game."""


class Court(NamedTuple):
    """A court or table: how many play on it, 2 or 4, and for which games it is kept, if any (game_prices.py)."""

    key: Key
    players: int = 4
    category: str = ""


class Visit(NamedTuple):
    """When somebody came and went, and when they rested. Who goes and comes back has two visits.

    A rest without an end lasts until further notice. A rest that ends as it begins puts its player at the end of the
    queue, as on a peg board somebody who refuses.
    """

    key: Key
    came: float
    went: float | None = None
    rests: tuple[tuple[float, float | None], ...] = ()

    def is_there(self, moment: float) -> bool:
        """Return whether they are there at a moment and don't rest."""
        if moment < self.came or (self.went is not None and self.went <= moment):
            return False
        return not any(began <= moment and (ended is None or moment < ended) for began, ended in self.rests)


class Game(NamedTuple):
    """A game on a court; without an end it is going on. A win without a score is 1 point to 0."""

    court: Key
    sides: Sides
    began: float
    ended: float | None = None
    points: tuple[int, int] | None = None

    @property
    def players(self) -> Side:
        """Everybody in it."""
        return self.sides[0] + self.sides[1]

    @property
    def winners(self) -> Side:
        """The side with more points; nobody, where it is level or has no result."""
        if self.points is None or self.points[0] == self.points[1]:
            return ()
        return self.sides[self.points[0] < self.points[1]]


class Night(NamedTuple):
    """A night so far: its courts, who came and when, and its games in the order in which they began."""

    courts: tuple[Court, ...]
    visits: tuple[Visit, ...]
    games: tuple[Game, ...]
    now: float


class Attendee(NamedTuple):
    """What the night has been so far for somebody who came."""

    key: Key
    waiting_since: float | None  # None for who plays, rests or has gone
    games: int
    due: float  # an even part: of each game that began while they were there, its players by the people there
    in_a_row: int
    lost_last: bool


def list_attendees(night: Night) -> list[Attendee]:
    """Return everybody who came, in the order of their keys."""
    due: Counter[Key] = Counter({visit.key: 0 for visit in night.visits})
    played: dict[Key, list[Game]] = {key: [] for key in sorted(due)}
    for game in night.games:
        there = {visit.key for visit in night.visits if visit.is_there(game.began)}.union(game.players)
        due.update(dict.fromkeys(there, len(game.players) / len(there)))
        for key in game.players:
            played.setdefault(key, []).append(game)
    waits = find_waits(night)
    return [
        Attendee(
            key=key,
            waiting_since=waits.get(key),
            games=len(games),
            due=due[key],
            in_a_row=count_in_a_row(games, night.now),
            lost_last=bool(games and games[-1].winners and key not in games[-1].winners),
        )
        for key, games in played.items()
    ]


def find_waits(night: Night) -> dict[Key, float]:
    """Return since when each player waits who could play: since they came, or their last game or rest ended."""
    since: dict[Key, float] = {}
    for visit in night.visits:
        if visit.is_there(night.now):
            ends = [ended for _, ended in visit.rests if ended is not None and ended <= night.now]
            since[visit.key] = max(visit.came, *ends) if ends else visit.came
    for game in night.games:
        for key in game.players:
            if game.ended is None:
                since.pop(key, None)
            elif key in since:
                since[key] = max(since[key], game.ended)
    return since


def count_in_a_row(games: Sequence[Game], now: float) -> int:
    """Return how many of a player's games they have played up to now without a wait in between."""
    count, next_began = 0, now
    for game in reversed(games):
        if game.ended is not None and next_began - game.ended > IN_A_ROW_MINUTES:
            break
        count, next_began = count + 1, game.began
    return count


def list_queue(night: Night) -> list[Key]:
    """Return who waits, longest first; of those who came off a court together, winners before losers."""
    waiting = [(one.waiting_since, one.lost_last, one.key) for one in list_attendees(night)]
    return [key for since, _, key in sorted(one for one in waiting if one[0] is not None)]


def list_free_courts(night: Night) -> list[Court]:
    """Return the courts on which nobody plays, the one that has been free longest first."""
    busy = {game.court for game in night.games if game.ended is None}
    ends = {game.court: game.ended or 0.0 for game in night.games}
    free = [court for court in night.courts if court.key not in busy]
    return sorted(free, key=lambda court: ends.get(court.key, float("-inf")))


def begin_game(night: Night, court: Court, sides: Sides) -> Night:
    """Return the night with a game that begins now."""
    return night._replace(games=(*night.games, Game(court.key, sides, night.now)))


def count_partners(games: Iterable[Game]) -> Counter[frozenset[Key]]:
    """Return how often each two were partners."""
    return Counter(frozenset(pair) for game in games for side in game.sides for pair in combinations(side, 2))


def count_opponents(games: Iterable[Game]) -> Counter[frozenset[Key]]:
    """Return how often each two were opponents."""
    return Counter(frozenset(pair) for game in games for pair in product(*game.sides))
