"""The boxes of a season as cards: a grid, who goes up and down as it stands, and what is to be played by whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ladder.boxes.queries.box_proposal import DOWN, OUT, UP, BoxEnd, BoxMove, BoxOrder, BoxProposal, propose_boxes
from ladder.boxes.queries.box_table import BoxRow
from ladder.boxes.queries.shown_boxes import Pair, ShownBox
from ladder.challenges.queries.running import find_fixture_report, format_deadline
from ladder.files.interpretation.box_names import GAMES_WON_HEADING, RESULTS_HEADING
from ladder.files.layouts.grid_cells import NO_MATCH, NOT_PLAYED, TO_BE_CONFIRMED, UNTIL_DAY, write_grid_cell
from ladder.formats import format_ordinal
from ladder.models import Fixture, Ladder, Match
from ladder.pages.figures import format_short_day
from ladder.ratings import WALKOVER
from players.models import Player


@dataclass
class BoxCell:
    """What two players of a box did: the score as the row's player has it, or by when they play."""

    text: str
    url: str = ""
    is_self: bool = False
    is_open: bool = False


@dataclass
class BoxLine:
    """A player's line of a box."""

    rank: int
    player: Player
    row: BoxRow
    cells: list[BoxCell]
    zone: str = ""  # up, down or out, as it stands
    why: str = ""
    withdrawal: str = ""
    is_me: bool = False

    @property
    def points(self) -> str:
        """The points, with halves as they are."""
        return f"{self.row.points:g}"


@dataclass
class OpenMatch:
    """A match of a box that is still to be played, with the address of its report for whoever may report it."""

    names: tuple[str, str]
    until: str
    url: str = ""
    opponent: str = ""  # of whoever looks, if it is theirs


@dataclass
class BoxCard:
    """A box as its page shows it."""

    shown: ShownBox
    lines: list[BoxLine]
    open: list[OpenMatch]
    count: int

    @property
    def heading(self) -> str:
        """What its grid shows, in words that an import knows: "Box 2: games won"."""
        return (GAMES_WON_HEADING if self.shown.counts_games else RESULTS_HEADING).format(box=self.shown.box)

    @property
    def played(self) -> int:
        """How many of its matches were played."""
        return self.count - len(self.open)

    @property
    def mine(self) -> BoxLine | None:
        """The line of whoever looks."""
        return next((line for line in self.lines if line.is_me), None)

    @property
    def own_open(self) -> list[OpenMatch]:
        """What whoever looks still has to play."""
        return [one for one in self.open if one.opponent]

    @property
    def own_place(self) -> str:
        """Where whoever looks stands: "You are 2nd in Box 2"."""
        return f"You are {format_ordinal(self.mine.rank)} in {self.shown.box.name}" if self.mine else ""

    @property
    def has_zones(self) -> bool:
        """Whether anybody goes up or down as it stands."""
        return any(line.zone in (UP, DOWN) for line in self.lines)

    @property
    def results(self) -> list[BoxCell]:
        """What was played, in words."""
        return [build_result_line(self.shown, pair, match) for pair, match in self.shown.stored.items()]


def build_box_order(ladder: Ladder) -> BoxOrder:
    """Return the rules of a ladder as a proposal follows them."""
    size, least = ladder.box_size or 5, ladder.box_least or 0
    return BoxOrder(size, ladder.box_parallel, ladder.box_up, ladder.box_down, least)


def propose_next_boxes(
    ladder: Ladder, boxes: Sequence[ShownBox], newcomers: Sequence[int] = (), away: Mapping[int, str] | None = None
) -> BoxProposal:
    """Return the next boxes as these stand; `away` says who is not in them, and why."""
    ends = [
        one._replace(reason=explain_absence_from_boxes(one, box, ladder, away or {}))
        for box in boxes
        for one in box.list_ends()
    ]
    return propose_boxes(ends, newcomers, build_box_order(ladder))


def explain_absence_from_boxes(one: BoxEnd, box: ShownBox, ladder: Ladder, away: Mapping[int, str]) -> str:
    """Return why somebody is not in the next boxes; an empty text if they are."""
    if box.players[one.player].withdrawal:
        return "withdrew"
    if ladder.box_stay and one.played < min(ladder.box_stay, one.size - 1):
        return f"played {one.played}, and {ladder.box_stay} are asked to stay in"
    return away.get(one.player, "")


def build_box_cards(
    ladder: Ladder, boxes: Sequence[ShownBox], me: Player | None, *, reports_all: bool
) -> list[BoxCard]:
    """Return the cards of boxes, for a reader who plays as `me`, or who reports for everybody."""
    moves = {move.player: move for move in propose_next_boxes(ladder, boxes).moves} if len(boxes) > 1 else {}
    return [build_box_card(box, moves, me, reports_all=reports_all) for box in boxes]


def build_box_card(shown: ShownBox, moves: Mapping[int, BoxMove], me: Player | None, *, reports_all: bool) -> BoxCard:
    order = [row.player for row in shown.rows]
    lines = []
    for rank, row in enumerate(shown.rows, start=1):
        place, move = shown.players[row.player], moves.get(row.player)
        cells = [build_cell(shown, row.player, other) for other in order]
        zone = move.how if move and move.how in (UP, DOWN, OUT) else ""
        player = place.player.itself
        line = BoxLine(rank, player, row, cells, zone, move.reason if move else "", place.withdrawal, player == me)
        lines.append(line)
    open_fixtures = sorted(shown.open_fixtures, key=lambda one: one.deadline)
    open_matches = [build_open_match(one, me, reports_all=reports_all) for one in open_fixtures]
    return BoxCard(shown, lines, open_matches, len(shown.stored) + len(open_matches))


def build_cell(shown: ShownBox, player: int, other: int) -> BoxCell:
    """Return the cell of two players in the row of the first."""
    pair: Pair = frozenset((player, other))
    if player == other:
        return BoxCell("", is_self=True)
    if match := shown.stored.get(pair):
        return BoxCell(describe_box_result(shown, pair, player, match), match.get_absolute_url())
    fixture = shown.fixtures.get(pair)
    if fixture is None or shown.is_any_away(pair):
        return BoxCell(NO_MATCH)
    if fixture.season.closed_at or fixture.season.is_over:
        return BoxCell(NOT_PLAYED, is_open=True)
    return BoxCell(UNTIL_DAY.format(day=format_short_day(fixture.deadline)), is_open=True)


def describe_box_result(shown: ShownBox, pair: Pair, player: int, match: Match) -> str:
    """Return a result as the player has it: "3–1", "lost w/o", "won", or "stopped 1–0"."""
    played = shown.played.get(pair)
    if played is None:
        return TO_BE_CONFIRMED
    seat = played.players.index(player)
    figures = played.games if shown.counts_games or not any(played.rallies) else played.rallies
    is_forfeit = match.kind == WALKOVER.key
    mine = (0, 0) if is_forfeit else (figures[seat], figures[1 - seat])
    return write_grid_cell(played.scores[seat], mine, WALKOVER.key if is_forfeit else match.ending)


def build_grid_rows(cards: Sequence[BoxCard]) -> Iterator[list[Any]]:
    """Yield the grids of boxes one below the other, as a spreadsheet has them and an import reads them again."""
    for card in cards:
        yield [card.heading, *(line.player.name for line in card.lines), "Played", "Points"]
        for line in card.lines:
            yield [line.player.name, *(cell.text for cell in line.cells), line.row.played, line.points]
        yield []


def build_result_line(shown: ShownBox, pair: Pair, match: Match) -> BoxCell:
    """Return a result in words, the winner first: "Ana and Bo: 3–1"."""
    played = shown.played.get(pair)
    players = list(played.players if played else pair)
    if played and played.scores[1] > played.scores[0]:
        players.reverse()
    first, second = (shown.players[one].player.itself.name for one in players)
    score = describe_box_result(shown, pair, players[0], match)
    return BoxCell(f"{first} and {second}: {score}", match.get_absolute_url())


def build_open_match(fixture: Fixture, me: Player | None, *, reports_all: bool) -> OpenMatch:
    """Return a match that is to be played; its players, and who reports for all, find its report there."""
    (first, *_), (second, *_) = fixture.sides
    mine = me in (first, second)
    other = (second if me == first else first) if mine else None
    may_report = fixture.season.is_running and (mine or reports_all)
    return OpenMatch(
        (first.name, second.name),
        format_deadline(fixture.deadline),
        find_fixture_report(fixture) if may_report else "",
        other.name if other else "",
    )
