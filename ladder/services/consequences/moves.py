"""Whom a plan moves: rating, change and place of each player, before and after."""

from typing import NamedTuple

from ladder.selectors.printing import direction, rating_text, seen_change

from .tables import Sight

SHOWN = 50  # players


class Move(NamedTuple):
    """A player's rating and place before and after; who joins has none before, who leaves none after."""

    name: str
    before: str
    after: str
    change: str  # nothing where it is too small to print, or between two systems
    direction: str
    place_before: int | None
    place: int | None
    moved: float

    @property
    def is_seen(self) -> bool:
        """Whether the rating moves by as much as is printed."""
        return bool(self.change) or self.before != self.after

    @property
    def is_unseen(self) -> bool:
        return bool(self.moved) and not self.is_seen

    @property
    def differs(self) -> bool:
        return self.is_seen or self.place != self.place_before

    @property
    def climbs(self) -> str:
        """The class of the move in the table: up, down or same."""
        return direction((self.place_before or 0) - (self.place or 0)) if self.place_before and self.place else "same"

    @property
    def steps(self) -> int:
        """How many places the player moves."""
        return abs((self.place_before or 0) - (self.place or 0)) if self.place_before and self.place else 0


def moves(seen: Sight) -> list[Move]:
    """Return everybody's line, by the place they would have; who leaves comes last."""
    places = [{player: place for place, player in enumerate(table, 1)} for table in (seen.was, seen.will)]
    return [move(seen, player, *(table.get(player) for table in places)) for player in {**seen.will, **seen.was}]


def move(seen: Sight, player: int, was: int | None, will: int | None) -> Move:
    """Return a player's line; who joins moves from the start value, who leaves takes nothing along."""
    old, new = seen.was.get(player), seen.will.get(player)
    before = "" if old is None else rating_text(seen.old, old)
    after = "" if new is None else rating_text(seen.new, new)
    if new is None or seen.old.key != seen.new.key:
        return Move(seen.names[player], before, after, "", "same", was, will, 0.0)
    moved = new - (seen.new.initial().points if old is None else old)
    return Move(seen.names[player], before, after, seen_change(seen.new, moved), direction(moved), was, will, moved)


def shown(found: list[Move]) -> list[Move]:
    """Return the moves to name: those that differ, or the largest of very many, in order of place."""
    differing = [one for one in found if one.differs]
    largest = sorted(differing, key=lambda one: (-abs(one.moved), -one.steps))[:SHOWN]
    kept = {id(one) for one in largest}
    return [one for one in differing if id(one) in kept]
