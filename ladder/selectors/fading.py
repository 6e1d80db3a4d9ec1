"""When a board's ratings shrink next by time alone, and what that takes (T-3, C-4)."""

from datetime import date
from typing import NamedTuple

from ladder.ratings import RatingSystem
from ladder.selectors.printing import format_change, format_rating
from ladder.selectors.rows import StandingsRow
from ladder.selectors.standings import StandingsTable


class NextDecay(NamedTuple):
    """The next change by time alone: the day that begins with it, and whose rating goes from where to where."""

    day: date
    player: int
    name: str
    before: str
    after: str
    change: str


def describe_next_decay(table: StandingsTable, player: int | None = None) -> NextDecay | None:
    """Return what the clock does next to this player, else to the leader; None where nothing shrinks any more."""
    day = find_next_decay_day(table.board.rating_system, table.day)
    if day is None or table.past or table.board.season.closed_at or not table.rows:
        return None
    last = table.board.season.ends_on
    if last and day > last:
        return None
    mine = next((row for row in table.rows if row.player == player), (table.ranked or table.rows)[0])
    return build_next_decay(table.board.rating_system, mine, day)


def build_next_decay(system: RatingSystem, row: StandingsRow, day: date) -> NextDecay:
    """Return what one change of day or month does to the rating of this row."""
    after = system.advance(row.stood.rating, 1)
    change = format_change(system, after.points - row.points)
    return NextDecay(day, row.player, row.name, row.rating, format_rating(system, after), change)


def find_next_decay_day(system: RatingSystem, day: date) -> date | None:
    """Return the day on which ratings shrink next by time alone."""
    return system.period.find_next_start(day) if system.period else None
