"""The venue screen: as much of a board as one screen holds, and what is shown after it."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.models import Board, Season

from .line import Line, ladder_line
from .results import Latest, latest
from .rows import Row
from .standings import Table, table

ROWS = 48  # players on a screen
SIZES = {8: "huge", 24: "large"}  # up to so many are printed so
RESULTS = 6


class Screen(NamedTuple):
    """One page of those with a rank, the ladder line and the latest results; `last` is the match that is tinted."""

    table: Table
    rows: list[Row]
    page: int
    pages: int
    line: Line | None
    latest: list[Latest]
    last: int | None

    @property
    def size(self) -> str:
        """How the players are printed: the fewer, the larger."""
        return next((size for most, size in SIZES.items() if len(self.table.ranked) <= most), "")


def screen(board: Board, page: int = 1) -> Screen:
    """Return one page of a board's screen; a page that it hasn't is the first."""
    standings, results = table(board), latest(board, RESULTS)
    ranked = standings.ranked
    pages = max(-(-len(ranked) // ROWS), 1)
    page = page if 1 <= page <= pages else 1
    last = results[0].match if results else None
    shown = ranked[(page - 1) * ROWS : page * ROWS]
    return Screen(standings, shown, page, pages, line_of(standings, last), results, last)


def line_of(standings: Table, last: int | None) -> Line | None:
    """Return the ladder line with whoever gained by the last match, else the leader, named on it."""
    ranked = standings.ranked
    if not ranked:
        return None
    played = [row for row in ranked if row.match == last]
    named = next((row for row in played if row.direction == "up"), ranked[0])
    return ladder_line(standings, named, named.name)


def following(boards: Sequence[Board], shown: Screen) -> tuple[str, int] | None:
    """Return the board and page after this one, round and round; None when there is nothing else."""
    keys, key = [board.system for board in boards], shown.table.board.system
    if shown.page < shown.pages:
        return key, shown.page + 1
    after = keys[(keys.index(key) + 1) % len(keys)]
    return None if (after, 1) == (key, shown.page) else (after, 1)


def takes_reports(season: Season, boards: Sequence[Board]) -> bool:
    """Whether members can report in this season: it is open, and not for tournaments only."""
    shapes = {kind.shape for board in boards for kind in board.rating_system.kinds}
    return not season.closed_at and bool(shapes & {"duel", "battle"})
