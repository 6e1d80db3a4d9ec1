"""The standings of a board, as of today or as they were at the end of a past day."""

from datetime import date
from typing import NamedTuple

from django.core.cache import caches

from ladder.models import Board, Ladder
from ladder.ratings import Column
from players import veil

from .activity import find_absences, load_rule
from .columns import best_places, columns_of, has_form
from .dates import format_day, format_weekday
from .lines import lines
from .movement import moved
from .past_days import keep_past
from .ranking import as_of, give_ranks, ranked
from .rows import Known, Row, row
from .stood import on, stood
from .ties import ties
from .trend import trend

HOUR = 60 * 60


class Table(NamedTuple):
    """A board's standings as of a day, in order of rating; `since` is the club day that movement is counted from.

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
        since = f"; rank changes since {format_weekday(self.since)}" if self.since else ""
        return f"{format_day(self.day)}{since}"

    @property
    def ranked(self) -> list[Row]:
        """The rows of those who have a rank."""
        return [row for row in self.rows if row.is_ranked]

    @property
    def unranked(self) -> list[Row]:
        """The rows of those who have none."""
        return [row for row in self.rows if not row.is_ranked]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns beside rating and change."""
        return columns_of(self.board)

    @property
    def headings(self) -> dict[str, str]:
        """The headings by key: rating, change where there is one, and these columns."""
        about = self.board.rating_system.about
        change = {"change": about.change_label} if about.change_label else {}
        return {"rating": about.rating_label, **change, **{one.key: one.label for one in self.columns}}

    @property
    def experience_meaning(self) -> str:
        """What the experience of this system is, where it is not the number of matches."""
        return self.board.rating_system.about.experience.meaning

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
    def has_shared_ranks(self) -> bool:
        return any(row.rank_text.endswith("=") for row in self.rows)

    @property
    def inactive_after(self) -> int | None:
        """After how many days without a match a player has no rank; None where everybody has one."""
        return self.board.season.ladder.inactive_after


def table(board: Board, asked: date | None = None) -> Table:
    """Return a board's standings as of today, or as of the last day of a season that is over.

    With a past day, return them as of the end of that day, if the season was not over by then.
    """
    day = as_of(board.season)
    past = asked if asked and asked < day else None
    if past:
        return Table(board, past, *keep_past("rows", board, past, lambda: made(board, past, past)), past)
    return Table(board, day, *kept(board, day))


def kept(board: Board, day: date) -> tuple[date | None, list[Row]]:
    """Return the rows of the current table, made once for each version of the ladder, each club day, and each way
    in which names are shown.

    The version is read before the rows: if a match comes in between, they are newer than their key says,
    and nobody asks for that key again.
    """
    version = Ladder.objects.filter(seasons=board.season_id).values_list("version", flat=True).get()
    key = f"{board.pk}-{version}-{board.season.ladder.inactive_after}-{day:%Y%m%d}-{veil.key()}"
    found: tuple[date | None, list[Row]] | None = caches["rows"].get(key)
    if found is None:
        found = made(board, day, None)
        caches["rows"].set(key, found, HOUR)
    return found


def made(board: Board, day: date, past: date | None) -> tuple[date | None, list[Row]]:
    """Return the rows as of a day, and since when their places moved."""
    system, written = board.rating_system, stood(board, past)
    placed = ranked(system, on(system, written, day))
    rule = load_rule(board, day)
    absences = find_absences(rule, placed)
    ranks = give_ranks(system, placed, absences)
    movement = moved(board, written, {player: rank for player, rank in ranks.items() if player not in absences}, rule)
    recent = trend(board, day)
    known = Known(
        system,
        columns_of(board),
        absences,
        movement.by_player,
        lines(system, written, recent, day),
        ties(system, [one for one in placed if one.player not in absences]),
        best_places(board, day),
    )
    return movement.since, [row(known, one, ranks[one.player]) for one in placed]
