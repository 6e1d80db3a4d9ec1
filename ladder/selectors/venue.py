"""The venue screen: as much of a board as one screen holds, and what is shown after it."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.models import Board, Season
from ladder.selectors.line import LadderLine, build_ladder_line
from ladder.selectors.results import LatestMatch, list_latest_matches
from ladder.selectors.rows import StandingsRow
from ladder.selectors.standings import StandingsTable, load_standings

ROWS = 48  # players on a screen
SIZES = {8: "huge", 24: "large"}  # up to so many are printed so
RESULTS = 6


class VenueScreen(NamedTuple):
    """One page of those with a rank, the ladder line and the latest results; `last` is the match that is tinted."""

    table: StandingsTable
    rows: list[StandingsRow]
    page: int
    pages: int
    line: LadderLine | None
    latest: list[LatestMatch]
    last: int | None

    @property
    def size(self) -> str:
        """How the players are printed: the fewer, the larger."""
        return next((size for most, size in SIZES.items() if len(self.table.ranked) <= most), "")


def build_venue_screen(board: Board, page: int = 1) -> VenueScreen:
    """Return one page of a board's screen; a page that it hasn't is the first."""
    standings, results = load_standings(board), list_latest_matches(board, RESULTS)
    ranked = standings.ranked
    pages = max(-(-len(ranked) // ROWS), 1)
    page = page if 1 <= page <= pages else 1
    last = results[0].match if results else None
    shown = ranked[(page - 1) * ROWS : page * ROWS]
    return VenueScreen(standings, shown, page, pages, build_screen_line(standings, last), results, last)


def build_screen_line(standings: StandingsTable, last: int | None) -> LadderLine | None:
    """Return the ladder line with whoever gained by the last match, else the leader, named on it."""
    ranked = standings.ranked
    if not ranked:
        return None
    played = [row for row in ranked if row.match == last]
    named = next((row for row in played if row.direction == "up"), ranked[0])
    return build_ladder_line(standings, named, named.name)


def find_next_screen(boards: Sequence[Board], shown: VenueScreen) -> tuple[str, int] | None:
    """Return the board and page after this one, round and round; None when there is nothing else."""
    keys, key = [board.system for board in boards], shown.table.board.system
    if shown.page < shown.pages:
        return key, shown.page + 1
    after = keys[(keys.index(key) + 1) % len(keys)]
    return None if (after, 1) == (key, shown.page) else (after, 1)


def has_member_reports(season: Season, boards: Sequence[Board]) -> bool:
    """Whether members can report in this season: it is open, and not for tournaments only."""
    shapes = {kind.shape for board in boards for kind in board.rating_system.kinds}
    return not season.closed_at and bool(shapes & {"duel", "battle"})
