"""Whom a plan moves: rating, change and place of each player, before and after."""

from typing import NamedTuple

from ladder.ratings import Rank
from ladder.selectors.printing import find_direction, format_points, format_visible_change
from ladder.services.consequences.tables import BoardTables, order_players

MOVES_SHOWN = 50  # players


class PlayerMove(NamedTuple):
    """A player's rating and place before and after; who joins has none before, who leaves none after."""

    name: str
    before: str
    after: str
    change: str  # nothing where it is too small to print, or between two systems
    direction: str
    place_before: Rank | None
    place: Rank | None
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
        return find_direction(self.climbed)

    @property
    def steps(self) -> int:
        """How many places the player moves."""
        return abs(self.climbed)

    @property
    def climbed(self) -> int:
        """By how many places the player rises; falls are below 0."""
        return self.place_before.number - self.place.number if self.place_before and self.place else 0


def list_player_moves(seen: BoardTables) -> list[PlayerMove]:
    """Return everybody's line, by the rank they would have; then who has none, and last who leaves."""
    players = dict.fromkeys([*order_players(seen.will, seen.ranks_will), *order_players(seen.was, seen.ranks_were)])
    return [
        build_player_move(seen, player, seen.ranks_were.get(player), seen.ranks_will.get(player)) for player in players
    ]


def build_player_move(seen: BoardTables, player: int, was: Rank | None, will: Rank | None) -> PlayerMove:
    """Return a player's line; who joins moves from the start value, who leaves takes nothing along."""
    old, new = seen.was.get(player), seen.will.get(player)
    before = "" if old is None else format_points(seen.old, old)
    after = "" if new is None else format_points(seen.new, new)
    if new is None or seen.old.key != seen.new.key:
        return PlayerMove(seen.names[player], before, after, "", "same", was, will, 0.0)
    moved = new - (seen.new.initial().points if old is None else old)
    return PlayerMove(
        seen.names[player],
        before,
        after,
        format_visible_change(seen.new, moved),
        find_direction(moved),
        was,
        will,
        moved,
    )


def select_shown_moves(found: list[PlayerMove]) -> list[PlayerMove]:
    """Return the moves to name: those that differ, or the largest of very many, in order of place."""
    differing = [one for one in found if one.differs]
    largest = sorted(differing, key=lambda one: (-abs(one.moved), -one.steps))[:MOVES_SHOWN]
    kept = {id(one) for one in largest}
    return [one for one in differing if id(one) in kept]
