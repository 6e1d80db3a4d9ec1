"""What the screen at the venue shows, one page at a time, and what comes after it."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.matches.queries.results import LatestMatch, list_latest_matches
from ladder.models import Board
from ladder.standings.queries.ladder_line import LadderLine, build_ladder_line
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import StandingsTable, load_standings
from ladder.story.queries.latest import LatestTale

SCREEN_ROWS = 48  # players on one page of the screen
SCREEN_SIZES = {8: "huge", 24: "large"}  # how up to so many players are printed
SCREEN_RESULTS = 6
STORY_TURN = "story"  # in the place of a board's key


class VenueScreen(NamedTuple):
    """One page of the players who have a rank, the ladder line and the latest results.

    `size` is how the players are printed: the fewer, the larger. `last` is the latest match, which is tinted. Where
    there are `tales`, the latest of the story, they stand in the place of the players.
    """

    table: StandingsTable
    rows: list[StandingsRow]
    page: int
    pages: int
    size: str
    line: LadderLine | None
    latest: list[LatestMatch]
    last: int | None
    tales: list[LatestTale] = []


def build_venue_screen(board: Board, page: int = 1) -> VenueScreen:
    """Return one page of a board's screen; a page that there isn't is the first."""
    table, latest = load_standings(board), list_latest_matches(board, SCREEN_RESULTS)
    pages = max(-(-len(table.ranked) // SCREEN_ROWS), 1)
    page = page if 1 <= page <= pages else 1
    rows = table.ranked[(page - 1) * SCREEN_ROWS : page * SCREEN_ROWS]
    size = next((size for most, size in SCREEN_SIZES.items() if len(table.ranked) <= most), "")
    last = latest[0].match if latest else None
    return VenueScreen(table, list(rows), page, pages, size, build_screen_line(table, last), latest, last)


def build_screen_line(table: StandingsTable, last: int | None) -> LadderLine | None:
    """Return the ladder line; it names whoever gained by the last match, else the leader. None without a rank."""
    if not table.ranked:
        return None
    winner = next((row for row in table.ranked if row.match == last and row.direction == "up"), table.ranked[0])
    return build_ladder_line(table, winner, winner.name)


def find_next_screen(boards: Sequence[Board], shown: VenueScreen, *, has_story: bool) -> tuple[str, int] | None:
    """Return the board and the page to show next, round and round; None when there is nothing else.

    After the last board comes the story, if there is one.
    """
    keys, key = [board.key for board in boards], shown.table.board.key
    if shown.tales:
        return keys[0], 1
    if shown.page < shown.pages:
        return key, shown.page + 1
    if has_story and key == keys[-1]:
        return STORY_TURN, 1
    after = keys[(keys.index(key) + 1) % len(keys)]
    return None if (after, 1) == (key, shown.page) else (after, 1)
