"""Who is ahead of whom on a board while its matches are walked through."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping
from operator import itemgetter

PlaceOrder = tuple[float, ...]
"""The order of the standings, best first, as `RatingSystem.order` gives it."""


class Places:
    """The players of a board who have a rank, best first. Level players share a place, as in the standings (G-4)."""

    def __init__(self) -> None:
        self.table: list[tuple[PlaceOrder, int]] = []
        self.orders: dict[int, PlaceOrder] = {}

    def move(self, player: int, order: PlaceOrder) -> None:
        """Put a player where this order says; a new one joins the table."""
        if player in self.orders:
            del self.table[bisect_left(self.table, (self.orders[player], player))]
        self.orders[player] = order
        insort(self.table, (order, player))

    def remove(self, player: int) -> None:
        """Take a player off the table, who has no place any more."""
        del self.table[bisect_left(self.table, (self.orders.pop(player), player))]

    def find_leader(self) -> int | None:
        """Return who is ahead of all others; None where nobody is, or two are level."""
        if not self.table or (len(self.table) > 1 and self.table[1][0] == self.table[0][0]):
            return None
        return self.table[0][1]

    def find_number(self, player: int) -> int:
        """Return a player's place, counted from 1."""
        return 1 + bisect_left(self.table, (self.orders[player],))

    def list_passed(self, player: int, before: Mapping[int, PlaceOrder | None]) -> list[int]:
        """Return who was ahead of a player before a match and is behind now, the best first.

        `before` has the orders before the match of all who played in it: nobody else moved.
        """
        now, old = self.orders[player], before[player]
        if old is None or now >= old:
            return []
        behind = bisect_right(self.table, now, key=itemgetter(0))
        ahead_before = bisect_left(self.table, (old,))
        moved = [
            (self.orders[other], other)
            for other, order in before.items()
            if order is not None and order < old and now < self.orders[other]
        ]
        still = (one for one in self.table[behind:ahead_before] if one[1] not in before)
        return [other for _, other in sorted((*still, *moved))]
