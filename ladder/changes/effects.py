"""What a change to the past did to the standings, board by board."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ladder.models import Adjustment
from ladder.pages.figures import find_direction, format_points, format_visible_change
from ladder.ratings import find_joining_points

MOVES = 50  # players named on one board, those who moved most first


class StandingMove(NamedTuple):
    """A player's standing before and after; who joined has no before, who left no after."""

    player: int
    name: str
    before: str
    after: str
    change: str
    direction: str


class BoardEffect(NamedTuple):
    """How many players moved on one board, and who; `unseen` moved by less than is printed."""

    label: str
    moved: int
    moves: list[StandingMove]
    unseen: int

    @property
    def others(self) -> int:
        """How many who moved are not named."""
        return self.moved - len(self.moves)


def list_effects(adjustments: Iterable[Adjustment]) -> list[BoardEffect]:
    """Return what these adjustments of one revision did; their boards and players must be read already."""
    by_board = sorted(adjustments, key=lambda row: (row.board.position, row.board_id))
    return [build_board_effect(list(rows)) for _, rows in groupby(by_board, key=lambda row: row.board_id)]


def build_board_effect(rows: Sequence[Adjustment]) -> BoardEffect:
    """Return what happened on one board, the largest move first."""
    largest = sorted(rows, key=lambda row: (-abs(measure_adjustment(row)), row.player.key))
    seen = [one for one in map(format_standing_move, largest) if one.change or not one.before or not one.after]
    return BoardEffect(rows[0].board.rating_system.about.label, len(seen), seen[:MOVES], len(rows) - len(seen))


def measure_adjustment(row: Adjustment) -> float:
    """Return by how much a standing moved; who joins does so from the start value, who leaves takes nothing along."""
    if row.after is None:
        return 0.0
    return row.after - (find_joining_points(row.board.rating_system, row.after) if row.before is None else row.before)


def format_standing_move(row: Adjustment) -> StandingMove:
    """Return a player's line; a change too small to print is none."""
    system, moved = row.board.rating_system, measure_adjustment(row)
    before, after = ("" if figure is None else format_points(system, figure) for figure in (row.before, row.after))
    return StandingMove(
        row.player_id, row.player.name, before, after, format_visible_change(system, moved), find_direction(moved)
    )
