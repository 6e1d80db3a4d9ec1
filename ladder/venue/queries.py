"""What the screen at the venue shows, one page at a time, and what comes after it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone

from ladder.boxes.queries.box_page import BoxCard, build_box_cards
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.matches.queries.results import LatestMatch, list_latest_matches
from ladder.models import Board, Round, Season
from ladder.rounds.queries.shown_round import ShownRound, load_shown_round
from ladder.standings.queries.ladder_line import LadderLine, build_ladder_line
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import StandingsTable, load_standings
from ladder.story.queries.latest import LatestTale

SCREEN_ROWS, SCREEN_BOXES, SCREEN_MATCHES = 48, 2, 24  # players, boxes, matches of a round on one page of the screen
SCREEN_SIZES = {8: "huge", 24: "large"}  # how up to so many players are printed
LARGE_BOX, LARGE_ROUND = 5, 12  # up to so many players of a box, or matches of a round, are printed larger
SCREEN_RESULTS = 6
STORY_TURN, BOXES_TURN, ROUND_TURN = "story", "boxes", "round"  # in the place of a board's key


class VenueScreen(NamedTuple):
    """One page of the screen, with the latest results: of the players who have a rank, and the ladder line.

    `turn` is the key of the board, or what takes its place: the latest of the story, boxes, or the latest round.
    `size` is how they are printed: the fewer, the larger. `last` is the latest match, which is tinted.
    """

    table: StandingsTable
    turn: str
    rows: Sequence[StandingsRow]
    page: int
    pages: int
    size: str
    line: LadderLine | None
    latest: list[LatestMatch]
    last: int | None
    tales: list[LatestTale] = []
    boxes: Sequence[BoxCard] = ()
    round: ShownRound | None = None

    @property
    def title(self) -> str:
        """What is shown: the name of the board, or what takes its place."""
        named = {STORY_TURN: "The story", BOXES_TURN: "Boxes", ROUND_TURN: str(self.round and self.round.round)}
        return named.get(self.turn, self.table.board.rating_system.about.label)


def build_venue_screen(board: Board, page: int = 1) -> VenueScreen:
    """Return one page of a board's screen; a page that there isn't is the first."""
    table, latest = load_standings(board), list_latest_matches(board, SCREEN_RESULTS)
    rows, page, pages = pick_screen_page(table.ranked, page, SCREEN_ROWS)
    size = next((size for most, size in SCREEN_SIZES.items() if len(table.ranked) <= most), "")
    last = latest[0].match if latest else None
    return VenueScreen(table, board.key, rows, page, pages, size, build_screen_line(table, last), latest, last)


def pick_screen_page[T](items: Sequence[T], page: int, count: int) -> tuple[Sequence[T], int, int]:
    """Return the items on one page of so many, its number, and how many pages there are."""
    pages = max(-(-len(items) // count), 1)
    page = page if 1 <= page <= pages else 1
    return items[(page - 1) * count : page * count], page, pages


def list_turns(season: Season, boards: Sequence[Board], *, has_story: bool) -> list[str]:
    """Return what takes turns on the screen of a season: each board, the story, the boxes, and the round that runs.

    Two queries at most.
    """
    ladder, rounds = season.ladder, Round.objects.filter(season=season, ends_on__gte=timezone.localdate())
    runs = season.closed_at is None
    others = {
        STORY_TURN: has_story,
        BOXES_TURN: runs and ladder.box_size and season.boxes.exists(),
        ROUND_TURN: runs and ladder.round_weeks and rounds.exists(),
    }
    return [*(board.key for board in boards), *(turn for turn, is_there in others.items() if is_there)]


def turn_screen(shown: VenueScreen, turn: str, page: int, tales: list[LatestTale]) -> VenueScreen:
    """Return the screen with the story, a page of the boxes, or one of the latest round in the place of the players."""
    season = shown.table.board.season
    if turn == STORY_TURN:
        return shown._replace(turn=turn, page=1, pages=1, tales=tales)
    if turn == BOXES_TURN:
        cards = build_box_cards(season.ladder, load_boxes(season), None, reports_all=False)
        boxes, page, pages = pick_screen_page(cards, page, SCREEN_BOXES)
        size = "large" if all(len(card.lines) <= LARGE_BOX for card in cards) else ""
        return shown._replace(turn=turn, page=page, pages=pages, line=None, size=size, boxes=boxes)
    found = load_shown_round(season.ladder) if turn == ROUND_TURN else None
    if found is None:
        return shown
    lines, page, pages = pick_screen_page(found.lines, page, SCREEN_MATCHES)
    size, part = "large" if len(found.lines) <= LARGE_ROUND else "", found._replace(lines=[*lines])
    return shown._replace(turn=turn, page=page, pages=pages, line=None, size=size, round=part)


def build_screen_line(table: StandingsTable, last: int | None) -> LadderLine | None:
    """Return the ladder line; it names whoever gained by the last match, else the leader. None without a rank."""
    if not table.ranked:
        return None
    winner = next((row for row in table.ranked if row.match == last and row.direction == "up"), table.ranked[0])
    return build_ladder_line(table, winner, winner.name)


def find_next_screen(turns: Sequence[str], shown: VenueScreen) -> tuple[str, int] | None:
    """Return the turn and the page to show next, round and round; None when there is nothing else."""
    if shown.page < shown.pages:
        return shown.turn, shown.page + 1
    after = turns[(turns.index(shown.turn) + 1) % len(turns)]
    return None if (after, 1) == (shown.turn, shown.page) else (after, 1)


def name_next_screen(shown: VenueScreen, after: str) -> str:
    """Return what stands on the link to the next page: where one is of some, or what comes."""
    if shown.pages > 1:
        return f"Page {shown.page} of {shown.pages}"
    is_board = shown.turn == shown.table.board.key
    named = {STORY_TURN: "The story", BOXES_TURN: "Boxes", ROUND_TURN: "The round"}
    return named.get(after, "Next board" if is_board else "Standings")
