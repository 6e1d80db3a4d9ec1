"""The later matches of the players who are followed, in order of play."""

from collections.abc import Iterator
from heapq import heappop, heappush

from ladder.ratings import Key
from ladder.selectors.order import Place
from players.identity import Identities

from .entries import Entry, identified, selves
from .later import Later
from .stored import Rows

Event = tuple[Place, int]
"""A match where it stands."""


class Followed:
    """The stored matches of some players on a board, and where the walk has come to."""

    def __init__(self, identities: Identities, later: Later) -> None:
        self.identities, self.later = identities, later
        self.players: set[Key] = set()
        self.entries: dict[int, Entry] = {}  # all their matches from where they began to be followed
        self.rows: Rows = {}  # everybody's in them
        self.queue: list[Event] = []

    def follow(self, player: Key, since: Place) -> None:
        """Put a player's matches from this place on into the queue."""
        self.players.add(player)
        for one in selves(player, self.identities):
            found, rows = self.later.of(one, since, self.entries)
            self.rows |= rows
            for entry in identified(found, self.identities):
                self.entries[entry.match] = entry
                self.push(entry.place, entry.match)

    def push(self, place: Place, match: int) -> None:
        heappush(self.queue, (place, match))

    def __iter__(self) -> Iterator[Event]:
        """Yield each event once, in order of play, also those that come while one is looked at."""
        last = None
        while self.queue:
            event = heappop(self.queue)
            if event != last:
                yield event
            last = event
