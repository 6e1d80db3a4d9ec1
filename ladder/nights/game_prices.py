"""What a game on a court would cost now, in points, by the goals of a night; the cheapest is proposed.

The measure is a chance: 60 to 40 costs 100 points, 70 to 30 costs 400.

court time   For everybody who would wait on and is late, and everybody who would play and is early, `LATE_POINTS` times
             the third power of the games above `TOLERATED_GAMES`: nothing for half a game, 343 points for a game,
             1,331 for 1.2. So nobody is pressed while all is about even, and hardly anything outweighs more. Late is
             who has waited longer than even by the time that the next court is free, and who has played less than
             even; early is who would have played more. Each game late counts `QUEUE_POINTS` besides.
even games   The square of the per cent that the chance is off 50.
variety      `PARTNER_POINTS` for each time that partners were partners tonight, `OPPONENT_POINTS` for each time that
             opponents met. Of the weeks before, the square of the weeks missing to twelve: 121 points for partners of
             last week, for opponents a tenth.
rest         `TIRED_POINTS` for who has just played two games in a row, four times as many after three, nine times
             after four.
wishes       Partners who wish to be together cost nothing for variety and are `WISH_POINTS` cheaper. Two who don't want
             to be partners never are. They may be opponents: what people mind is to depend on one another.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from ladder.nights.history import (
    Attendee,
    Court,
    Key,
    Night,
    Side,
    Sides,
    count_opponents,
    count_partners,
    list_attendees,
)
from ladder.rounds.pairing import REST_WEEKS, Meetings, find_missing_rest

LATE_POINTS, TOLERATED_GAMES, QUEUE_POINTS = 8000.0, 0.65, 4.0
PARTNER_POINTS, OPPONENT_POINTS, OPPONENTS_OF_WEEKS = 400.0, 20.0, 0.1
TIRED_POINTS, WISH_POINTS = 10.0, 200.0

WOMEN, MEN, MIXED = "women", "men", "mixed"
KINDS_ON_COURT = {"": (), WOMEN: (WOMEN,), MEN: (MEN,), MIXED: (WOMEN, MEN)}
"""Who plays on a court that is kept for such games, in mixed ones one of each on a side; on other courts, anybody."""

USUAL_WEIGHT, MOST_WEIGHT = 5, 10

Pair = frozenset[Key]
NEVER: Meetings = MappingProxyType({})


class Weights(NamedTuple):
    """How much each goal counts: 0 for nothing, 5 as it stands above, 10 for twice as much."""

    court_time: float = USUAL_WEIGHT
    even_games: float = USUAL_WEIGHT
    variety: float = USUAL_WEIGHT
    rest: float = USUAL_WEIGHT


USUAL_WEIGHTS = Weights()


class NightRules(NamedTuple):
    """What games are made by, besides what happened tonight."""

    chance: Callable[[Side, Side], float]  # the expected score of the first side, from 0 to 1
    partnered: Meetings = NEVER  # how many weeks ago, before tonight
    met: Meetings = NEVER  # as opponents
    wished: Collection[Pair] = ()  # two who wish to be partners
    apart: Collection[Pair] = ()  # two who are never partners
    women: Collection[Key] = ()  # who says so; who says nothing plays where no court is kept for either
    men: Collection[Key] = ()
    game_minutes: float = 15.0  # how long a game usually takes

    def find_kind(self, key: Key) -> str:
        """Return `WOMEN` or `MEN`; an empty text for who says neither."""
        return WOMEN if key in self.women else MEN if key in self.men else ""


class Costs(NamedTuple):
    """The price of a game by goal; what is below zero speaks for it."""

    court_time: float
    even_games: float
    variety: float
    rest: float
    wishes: float


class GamePrices:
    """The prices of all games that a court could have now."""

    def __init__(self, night: Night, court: Court, rules: NightRules, weights: Weights) -> None:
        self.night, self.court, self.rules = night, court, rules
        self.shares = Weights(*(weight / USUAL_WEIGHT for weight in weights))
        self.partnered, self.met = count_partners(night.games), count_opponents(night.games)
        self.waiting = {one.key: one for one in list_attendees(night) if one.waiting_since is not None}
        there = len(self.waiting) + sum(len(game.players) for game in night.games if game.ended is None)
        seats = min(sum(one.players for one in night.courts), there)
        self.even_wait = (there - court.players) / max(seats, 1) - 1  # in games, of who is left out once more
        self.share_of_game = court.players / max(there, 1)
        self.turns = {key: self.price_turn(one) for key, one in self.waiting.items()}
        self.rests = {
            key: self.shares.rest * TIRED_POINTS * max(one.in_a_row - 1, 0) ** 2 for key, one in self.waiting.items()
        }
        self.most_granted = 2 * WISH_POINTS if rules.wished else 0.0
        self.pairs: dict[tuple[Key, Key, bool], float] = {}

    def find_minutes_waited(self, key: Key) -> float:
        """Return how long somebody waits."""
        return self.night.now - (self.waiting[key].waiting_since or 0.0)

    def price_turn(self, one: Attendee) -> float:
        """Return what it costs for court time that somebody plays, less what it costs that they wait on."""
        wait = self.find_minutes_waited(one.key) / self.rules.game_minutes - self.even_wait
        owed = one.due + self.share_of_game - one.games
        late = price_lateness(wait) + price_lateness(owed) + QUEUE_POINTS * (wait + owed)
        return self.shares.court_time * (price_lateness(1 - owed) - late)

    def price_players(self, players: Sequence[Key]) -> float:
        """Return what these cost, whoever plays with whom."""
        return sum(self.turns[key] + self.rests[key] for key in players)

    def price_pairs(self, sides: Sides) -> float:
        """Return what partners and opponents cost."""
        return sum(self.price_pair(side, are_partners=True) for side in sides if len(side) > 1) + sum(
            self.price_pair(pair, are_partners=False) for pair in product(*sides)
        )

    def price_pair(self, pair: Side, *, are_partners: bool) -> float:
        """Return what two cost as partners or as opponents, worked out once."""
        kept = (*pair, are_partners)
        if kept not in self.pairs:
            tonight, weeks = self.find_meetings(pair, are_partners=are_partners)
            missing = find_missing_rest(weeks, REST_WEEKS)
            if are_partners and frozenset(pair) in self.rules.wished:
                self.pairs[kept] = -WISH_POINTS
            elif are_partners:
                self.pairs[kept] = self.shares.variety * (PARTNER_POINTS * tonight + missing)
            else:
                self.pairs[kept] = self.shares.variety * (OPPONENT_POINTS * tonight + OPPONENTS_OF_WEEKS * missing)
        return self.pairs[kept]

    def find_meetings(self, pair: Side, *, are_partners: bool) -> tuple[int, int | None]:
        """Return how often two were partners, or opponents, tonight, and how many weeks ago before, if ever."""
        both = frozenset(pair)
        if are_partners:
            return self.partnered[both], self.rules.partnered.get(both)
        return self.met[both], self.rules.met.get(both)

    def price_chance(self, sides: Sides) -> float:
        """Return what it costs that a game isn't even."""
        return self.shares.even_games * (100 * self.rules.chance(*sides) - 50) ** 2

    def split_price(self, sides: Sides) -> Costs:
        """Return the price of a game by goal."""
        wishes = -WISH_POINTS * sum(frozenset(side) in self.rules.wished for side in sides)
        return Costs(
            court_time=sum(self.turns[key] for side in sides for key in side),
            even_games=self.price_chance(sides),
            variety=self.price_pairs(sides) - wishes,
            rest=sum(self.rests[key] for side in sides for key in side),
            wishes=wishes,
        )

    def refuses(self, sides: Sides) -> bool:
        """Return whether this court isn't for such a game, or partners don't want to be partners."""
        if self.rules.apart and any(frozenset(side) in self.rules.apart for side in sides):
            return True
        kinds, players = {*KINDS_ON_COURT[self.court.category]}, sides[0] + sides[1]
        pairs = [players[place : place + 2] for place in range(0, len(players), 2)] if kinds else []
        return any({self.rules.find_kind(key) for key in pair} != kinds for pair in pairs)


def price_lateness(games: float) -> float:
    """Return what it costs that somebody is so many games late."""
    return LATE_POINTS * max(0.0, games - TOLERATED_GAMES) ** 3
