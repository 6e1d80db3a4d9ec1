"""The later matches of the players who are followed, in order of play."""

from collections.abc import Iterator
from heapq import heappop, heappush

from ladder.ratings import Key
from ladder.selectors.order import OrderPlace
from ladder.services.ledger.entries import MatchEntry, list_merged_keys, merge_entries
from ladder.services.ledger.later import LaterMatches
from ladder.services.ledger.stored import RowsByParticipant
from players.identity import Identities

PlacedMatch = tuple[OrderPlace, int]
"""A match where it stands."""


class FollowedMatches:
    """The stored matches of some players on a board, and where the walk has come to."""

    def __init__(self, identities: Identities, later: LaterMatches) -> None:
        self.identities, self.later = identities, later
        self.players: set[Key] = set()
        self.entries: dict[int, MatchEntry] = {}  # all their matches from where they began to be followed
        self.rows: RowsByParticipant = {}  # everybody's in them
        self.queue: list[PlacedMatch] = []

    def follow(self, player: Key, since: OrderPlace) -> None:
        """Put a player's matches from this place on into the queue."""
        self.players.add(player)
        for one in list_merged_keys(player, self.identities):
            found, rows = self.later.of(one, since, self.entries)
            self.rows |= rows
            for entry in merge_entries(found, self.identities):
                self.entries[entry.match] = entry
                self.push(entry.place, entry.match)

    def push(self, place: OrderPlace, match: int) -> None:
        heappush(self.queue, (place, match))

    def __iter__(self) -> Iterator[PlacedMatch]:
        """Yield each event once, in order of play, also those that come while one is looked at."""
        last = None
        while self.queue:
            event = heappop(self.queue)
            if event != last:
                yield event
            last = event
