"""What a change does to one board: the rows and standings that would be other ones."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import Key, Message
from ladder.selectors.past import StateTable
from ladder.services.ledger.openings import BoardOpenings
from ladder.services.ledger.stored import ROW_COLUMNS, RowValues, widen_values

SeatKey = tuple[int, int]
"""A match and a seat in it."""


class LedgerRow(NamedTuple):
    """A row of the ledger as it should be; without an id it is a new one."""

    id: int | None
    seat: SeatKey
    participant: int | None  # None while its seat is only planned
    player: Key
    values: RowValues

    @property
    def whole(self) -> RowValues:
        """All its columns, those that a plain row has not got as well."""
        return self.values if len(self.values) == len(ROW_COLUMNS) else widen_values(self.values)

    @property
    def change(self) -> float:
        """What the match is worth, unrounded."""
        said = dict(zip(ROW_COLUMNS, self.whole, strict=True))
        return float(said["after_points"] - said["before_points"])


class EligibilityNote(NamedTuple):
    """A planned match that would not have been allowed (W-9), and why."""

    match: int
    message: Message


@dataclass
class BoardPlan:
    """What changes on one board: rows, standings, and openings where a season before it changed."""

    board: Board
    rows: list[LedgerRow] = field(default_factory=list)  # new ones and those that differ
    plain: bool = False  # these have points and experience alone
    gone: list[int] = field(default_factory=list)  # stored rows that no longer belong
    table: StateTable = field(default_factory=dict)  # new standings that differ from the stored ones
    was: StateTable = field(default_factory=dict)  # the stored ones of the players touched
    comparable: bool = True  # with the stored ones, which are not points of another system
    left: list[int] = field(default_factory=list)  # players who no longer stand in the table
    notes: list[EligibilityNote] = field(default_factory=list)  # on the drafts and on what was asked about
    barred: list[EligibilityNote] = field(default_factory=list)  # on the matches whose rows differ
    brought: BoardOpenings | None = None
    ended: dict[int, datetime] = field(default_factory=dict)  # when the matches end that are planned otherwise

    @property
    def changes_ratings(self) -> bool:
        """Whether a row or a standing would be another one."""
        return bool(self.rows or self.gone or self.table or self.left)

    @property
    def moved(self) -> list[tuple[int, float | None, float | None]]:
        """The players whose rating differs, with their points before and after; None where they don't stand."""
        was = self.was if self.comparable else {}
        points = [
            (player, find_points(was, player), find_points(self.table, player)) for player in {*self.table, *self.left}
        ]
        return [(player, before, after) for player, before, after in points if before != after]


def find_points(table: StateTable, player: Key) -> float | None:
    """Return a player's points, or None where they don't stand."""
    return table[player].rating.points if player in table else None
