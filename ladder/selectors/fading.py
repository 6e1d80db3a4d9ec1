"""When a board's ratings shrink next by time alone, and what that takes (T-3, C-4)."""

from datetime import date
from typing import NamedTuple

from ladder.ratings import RatingSystem

from .printing import change_text, rating_text
from .rows import Row
from .standings import Table


class Fading(NamedTuple):
    """The next change by time alone: the day that begins with it, and whose rating goes from where to where."""

    day: date
    player: int
    name: str
    before: str
    after: str
    change: str


def fading(table: Table, player: int | None = None) -> Fading | None:
    """Return what the clock does next to this player, else to the leader; None where nothing shrinks any more."""
    day = next_decay(table.board.rating_system, table.day)
    if day is None or table.past or table.board.season.closed_at or not table.rows:
        return None
    last = table.board.season.ends_on
    if last and day > last:
        return None
    mine = next((row for row in table.rows if row.player == player), (table.ranked or table.rows)[0])
    return step(table.board.rating_system, mine, day)


def step(system: RatingSystem, row: Row, day: date) -> Fading:
    """Return what one change of day or month does to the rating of this row."""
    after = system.advance(row.stood.rating, 1)
    change = change_text(system, after.points - row.points)
    return Fading(day, row.player, row.name, row.rating, rating_text(system, after), change)


def next_decay(system: RatingSystem, day: date) -> date | None:
    """Return the day on which ratings shrink next by time alone."""
    return system.period.find_next_start(day) if system.period else None
