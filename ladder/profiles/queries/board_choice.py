"""The boards on which a player has a standing, and the one that a page shows."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db import models

from ladder.ledger.ranking import find_standings_day
from ladder.models import Board, Standing
from ladder.pages.addresses import build_board_query
from players.models import Player


class BoardLink(NamedTuple):
    """A link to a board of the player: its name, and the query of its address."""

    board: int
    label: str
    query: str
    is_shown: bool


class BoardChoice(NamedTuple):
    """The board that is shown, as of today or of a past day, with links to its season's boards and to the seasons."""

    board: Board
    past: date | None
    tabs: list[BoardLink]
    seasons: list[BoardLink]

    @property
    def query(self) -> str:
        """The query that keeps board and day in a link."""
        return build_board_query(self.board, self.past)

    @property
    def label(self) -> str:
        return self.board.rating_system.about.label

    @property
    def unit(self) -> str:
        """What the rating is called on this board."""
        return self.board.rating_system.about.rating_label

    @property
    def has_length(self) -> bool:
        return any(fact.name == "length" for fact in self.board.rating_system.facts)

    @property
    def has_places(self) -> bool:
        """Whether matches end in places, so that nobody wins or loses."""
        return not any(kind.format.has_losers for kind in self.board.rating_system.kinds)

    @property
    def record(self) -> str:
        """What the record between two players counts, as the heading of its column."""
        return "Ahead–behind" if self.has_places else "W–D–L" if self.board.rating_system.draws else "W–L"

    @property
    def today(self) -> str:
        """The query for the same board as of today."""
        return build_board_query(self.board)


def load_player_boards(player: Player) -> list[Board]:
    """Return the boards on which a player has a standing, the one with the last match first."""
    rows = Standing.objects.filter(player=player).select_related("board__season__ladder")
    newest = rows.order_by(models.F("last_match__played_at").desc(nulls_last=True), "-board__season", "board__position")
    return [row.board for row in newest.fetch_mode(models.FETCH_RAISE)]


def choose_board(boards: Sequence[Board], key: str, asked: date | None) -> BoardChoice:
    """Return the board that was asked for, else the first; the day counts if it is before the season's last."""
    board = next((board for board in boards if str(board.pk) == key), boards[0])
    past = asked if asked and asked < find_standings_day(board.season) else None
    here = sorted((one for one in boards if one.season_id == board.season_id), key=lambda one: (one.position, one.pk))
    tabs = [
        BoardLink(one.pk, one.rating_system.about.label, build_board_query(one, past), one == board) for one in here
    ]
    return BoardChoice(board, past, tabs, list_season_links(boards, board))


def list_season_links(boards: Sequence[Board], shown: Board) -> list[BoardLink]:
    """Return links to the player's seasons, newest first: to the board shown, and to the first board of each other."""
    first: dict[int, Board] = {}
    for board in sorted(boards, key=lambda one: (-one.season_id, one.position, one.pk)):
        first.setdefault(board.season_id, board)
    first[shown.season_id] = shown
    return [
        BoardLink(one.pk, f"{one.season.ladder}, {one.season.name}", build_board_query(one), one == shown)
        for one in first.values()
    ]
