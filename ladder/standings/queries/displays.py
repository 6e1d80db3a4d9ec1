"""A board elsewhere than on its page: the venue screen, the print sheet and the spreadsheet."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ladder.matches.queries.results import LatestMatch, list_latest_matches
from ladder.models import Board
from ladder.pages.figures import MINUS
from ladder.ratings import RatingSystem
from ladder.standings.queries.ladder_line import LadderLine, build_ladder_line
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import StandingsTable, load_standings

ROWS = 48  # players on a screen
SIZES = {8: "huge", 24: "large"}  # up to so many are printed so
RESULTS = 6

ONE_COLUMN = 16  # players; more stand in two
LINES = 26  # on a page, of players in a column and empty ones together
BLANKS = 10  # at least; 48 players leave room for them


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


def list_blank_headings(system: RatingSystem) -> list[str]:
    """Return the headings of the empty results list, in the order in which one writes."""
    shapes = {kind.shape for kind in system.kinds}
    if not shapes & {"duel", "battle"}:
        return ["Date", "First", "Second", "Third", "Players"]
    if "battle" in shapes:
        who = ["Winner", "Others"]
    else:
        who = ["Player", "Opponent", "Result"] if system.draws else ["Winner", "Loser"]
    return ["Date", *who, *(fact.label for fact in system.facts if fact.required), "Entered"]


def count_sheet_columns(players: int) -> int:
    """Return in how many columns so many players stand."""
    return 1 if players <= ONE_COLUMN else 2


def count_blank_lines(players: int) -> int:
    """Return how many empty lines fill the page below so many players."""
    return max(LINES - -(-players // count_sheet_columns(players)), BLANKS)


def list_download_rows(table: StandingsTable) -> Iterator[list[Any]]:
    """Yield the header and a row for each player, in order of rating; the last column says who has no rank, and why."""
    change = ["Change"] if "change" in table.headings else []
    brought = any(figure.note for row in table.rows for figure in row.figures)
    columns = [column.label for column in table.columns]
    noted = (column.label for column in table.columns if column.note)
    gained = [f"{label} this season" for label in noted] if brought else []
    yield ["Rank", "Player", "Rating", "Provisional", *change, *columns, *gained, "No rank"]
    for row in table.rows:
        figures = map(parse_printed_number, list_printed_cells(row, has_change=bool(change)))
        here = [row.standing.gained] if brought else []
        yield [parse_printed_number(row.rank_text), row.name, *figures, *here, row.absence]


def list_printed_cells(row: StandingsRow, *, has_change: bool) -> Iterator[str]:
    """Yield what stands beside a player's name, as printed."""
    yield row.rating
    yield "yes" if row.provisional else ""
    if has_change:
        yield row.change
    yield from (figure.text for figure in row.figures)


def parse_printed_number(text: str) -> Any:
    """Return a printed number as a number, and any other text as it is."""
    plain = text.replace(",", "").replace(MINUS, "-")
    try:
        return float(plain) if "." in plain else int(plain)
    except ValueError:
        return text
