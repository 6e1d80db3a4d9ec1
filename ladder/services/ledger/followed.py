"""The later matches of the players who are followed, in order of play; their rows are read as they are wanted."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice

from ladder.models import Board, Match, RatingChange
from ladder.ratings import Key
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT
from players.identity import Identities

from . import bulk
from .entries import Entry, identified, selves
from .loading import entries, moment
from .stored import COLUMNS, Rows, read

FIRST, MOST = 16, 2048  # events looked at for what to read: each time twice as many
Event = tuple[Place, int]
"""A match where it stands."""


class Followed:
    """The stored matches of some players on a board, and where the walk has come to."""

    def __init__(self, board: Board, identities: Identities) -> None:
        self.board, self.identities = board, identities
        self.events: dict[Key, list[Event]] = {}  # of everybody who is followed
        self.players: dict[int, list[Key]] = defaultdict(list)  # of those in each of their matches
        self.entries: dict[int, Entry] = {}  # what has been read
        self.rows: Rows = {}
        self.queue: list[Event] = []
        self.next: list[Event] = []  # taken from the queue already; the first is at the end
        self.at_once = FIRST

    def follow(self, player: Key, since: Place) -> None:
        """Put a player's matches from this place on into the queue."""
        self.events[player] = events = places(self.board, since, selves(player, self.identities))
        self.push(event for event in events if event[1] not in self.players)
        for _, match in events:
            self.players[match].append(player)

    def push(self, events: Iterable[Event]) -> None:
        for event in events:
            heappush(self.queue, event)

    def __iter__(self) -> Iterator[Event]:
        """Yield each event once, in order of play, also those that come while one is looked at."""
        last = None
        while self.queue or self.next:
            if self.queue and (not self.next or self.queue[0] < self.next[-1]):
                event = heappop(self.queue)
            else:
                event = self.next.pop()
            if event != last:
                yield event
            last = event

    def read(self, chosen: Collection[int]) -> None:
        """Read these stored matches with their rows."""
        found, rows = matches(self.board, chosen, self.identities)
        self.entries |= {one.match: one for one in found}
        self.rows |= rows

    def read_on(self, match: int, players: Collection[Key]) -> None:
        """Read this match, and the next ones in which one of these players is."""
        ahead = list(islice(self, self.at_once))
        self.next = ahead[::-1]
        wanted = [one for _, one in ahead if one not in self.entries and any(p in players for p in self.players[one])]
        self.read([match, *wanted])
        self.at_once = min(2 * self.at_once, MOST)


def places(board: Board, since: Place, players: Collection[Key]) -> list[Event]:
    """Return where these players' matches on a board stand from this place on, in no order."""
    rows = RatingChange.objects.filter(from_place(since, AT), board=board, participant__player__in=players).order_by()
    found = bulk.read(rows.values_list(f"{AT}played_at", f"{AT}sequence", "participant__match_id"))
    return [((moment(played_at), sequence), match) for played_at, sequence, match in found]


def matches(board: Board, chosen: Collection[int], identities: Identities) -> tuple[list[Entry], Rows]:
    """Return those of these matches that are rated on a board, and everybody's rows in them."""
    rows = RatingChange.objects.filter(board=board, participant__match__in=chosen).order_by()
    found = bulk.read(rows.values_list("participant__match", "participant", "id", *COLUMNS))
    rated = entries(Match.objects.filter(pk__in={row[0] for row in found}))
    return identified(rated, identities), {row[1]: read(row[1:]) for row in found}
