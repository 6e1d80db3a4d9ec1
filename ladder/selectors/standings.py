"""The standings of a board, as of today or as they were at the end of a past day."""

from datetime import date, timedelta
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Min
from django.utils import timezone

from ladder.models import Board, Ladder, RatingChange
from ladder.ratings import Column

from .days import after, midnight
from .lines import lines
from .movement import moved
from .order import before_place
from .past import AT
from .ranking import as_of, ranked
from .rows import Known, Row, provisional, row
from .stood import on, stood
from .ties import ties
from .trend import letters, trend

__all__ = ["ACTIVE_DAYS", "Row", "Table", "provisional", "table"]

ACTIVE_DAYS = 60
BEST = Column("best", "Best place")


class Table(NamedTuple):
    """A board's standings as of a day; `since` is the club day that movement is counted from.

    `past` is the day, when it is one that was asked for.
    """

    board: Board
    day: date
    since: date | None
    rows: list[Row]
    past: date | None = None

    @property
    def shows(self) -> str:
        """What the table shows."""
        return f"{self.board.rating_system.about.label}, {self.board.season.name}"

    @property
    def dates(self) -> str:
        """As of when it is, and since when its places moved."""
        since = f"; places since {self.since:%A} {self.since.day} {self.since:%B}" if self.since else ""
        year = "" if self.day.year == timezone.localdate().year else f" {self.day.year}"
        return f"{self.day.day} {self.day:%B}{year}{since}"

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns beside rating and change."""
        return tuple(one for one in self.shown if one.key not in ("rating", "change"))

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns that this system has of its own."""
        return columns_of(self.board)

    @property
    def headings(self) -> dict[str, str]:
        """The headings of these columns by key."""
        return {one.key: one.label for one in self.shown}

    @property
    def width(self) -> int:
        """How many columns there are, with rank, player, rating and line."""
        return 4 + ("change" in self.headings) + self.has_form + len(self.columns)

    @property
    def has_form(self) -> bool:
        return has_form(self.board)

    @property
    def has_provisional(self) -> bool:
        return any(row.provisional for row in self.rows)

    @property
    def has_ties(self) -> bool:
        return any(row.tie for row in self.rows)

    @property
    def active_since(self) -> date:
        """The first day of the matches that keep a player active."""
        return self.day - timedelta(ACTIVE_DAYS)


def table(board: Board, asked: date | None = None) -> Table:
    """Return a board's standings as of today, or as of the last day of a season that is over.

    With a past day, return them as of the end of that day, if the season was not over by then.
    """
    day = as_of(board.season)
    past = asked if asked and asked < day else None
    if past:
        return Table(board, past, *made(board, past, past), past)
    return Table(board, day, *kept(board, day))


def kept(board: Board, day: date) -> tuple[date | None, list[Row]]:
    """Return the rows of the current table, made once for each version of the ladder and each club day.

    The version is read before the rows: if a match comes in between, they are newer than their key says,
    and nobody asks for that key again.
    """
    version = Ladder.objects.filter(seasons=board.season_id).values_list("version", flat=True).get()
    key = f"{board.pk}-{version}-{day:%Y%m%d}"
    found: tuple[date | None, list[Row]] | None = caches["rows"].get(key)
    if found is None:
        found = made(board, day, None)
        caches["rows"].set(key, found)
    return found


def made(board: Board, day: date, past: date | None) -> tuple[date | None, list[Row]]:
    """Return the rows as of a day, and since when their places moved."""
    system, written = board.rating_system, stood(board, past)
    placed = ranked(system, on(system, written, day))
    movement = moved(board, written, {one.player: place for place, one in enumerate(placed, 1)})
    recent = trend(board, day)
    known = Known(
        system,
        tuple(one for one in columns_of(board) if one.key not in ("rating", "change")),
        midnight(day - timedelta(ACTIVE_DAYS)),
        movement.by_player,
        letters(board, written, recent, past) if has_form(board) else {},
        lines(system, written, recent, day),
        ties(system, placed),
        best_places(board, day),
    )
    return movement.since, [row(known, one, place) for place, one in enumerate(placed, 1)]


def has_form(board: Board) -> bool:
    """Whether matches are won and lost here; tournaments have places instead."""
    return any(kind.shape != "tournament" for kind in board.rating_system.kinds)


def columns_of(board: Board) -> tuple[Column, ...]:
    """Return the columns of a system; a board of tournaments shows the best place for the number of wins."""
    columns = board.rating_system.about.columns
    return columns if has_form(board) else (*(one for one in columns if one.key != "won"), BEST)


def best_places(board: Board, day: date) -> dict[int, int]:
    """Return everybody's best place up to that day, on a board of tournaments; one query there, none elsewhere."""
    if has_form(board):
        return {}
    changes = RatingChange.objects.filter(before_place(after(day), AT), board=board).order_by()
    best = changes.values("participant__player").annotate(best=Min("participant__place"))
    return {player: place for player, place in best.values_list("participant__player", "best") if place}
