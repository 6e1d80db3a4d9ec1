"""The standings of a board, as of today or as they were at the end of a past day."""

from datetime import date
from typing import NamedTuple

from django.core.cache import caches

from ladder.models import Board, Ladder
from ladder.ratings import Column
from ladder.selectors.activity import find_absences, load_rank_rule
from ladder.selectors.columns import has_form, list_columns, load_best_places
from ladder.selectors.dates import format_day, format_weekday
from ladder.selectors.lines import draw_sparklines
from ladder.selectors.movement import find_movements
from ladder.selectors.past_days import cache_past_day
from ladder.selectors.ranking import find_standings_day, give_ranks, sort_by_rank
from ladder.selectors.rows import RowContext, StandingsRow, build_standings_row
from ladder.selectors.stood import decay_standings, load_player_standings
from ladder.selectors.ties import describe_ties
from ladder.selectors.trend import load_recent_changes
from players.veil import find_veil_key

HOUR = 60 * 60


class StandingsTable(NamedTuple):
    """A board's standings as of a day, in order of rating; `since` is the club day that movement is counted from.

    `past` is the day, when it is one that was asked for.
    """

    board: Board
    day: date
    since: date | None
    rows: list[StandingsRow]
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
    def ranked(self) -> list[StandingsRow]:
        """The rows of those who have a rank."""
        return [row for row in self.rows if row.is_ranked]

    @property
    def unranked(self) -> list[StandingsRow]:
        """The rows of those who have none."""
        return [row for row in self.rows if not row.is_ranked]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns beside rating and change."""
        return list_columns(self.board)

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


def load_standings(board: Board, asked: date | None = None) -> StandingsTable:
    """Return a board's standings as of today, or as of the last day of a season that is over.

    With a past day, return them as of the end of that day, if the season was not over by then.
    """
    day = find_standings_day(board.season)
    past = asked if asked and asked < day else None
    if past:
        return StandingsTable(
            board, past, *cache_past_day("rows", board, past, lambda: build_rows(board, past, past)), past
        )
    return StandingsTable(board, day, *load_current_rows(board, day))


def load_current_rows(board: Board, day: date) -> tuple[date | None, list[StandingsRow]]:
    """Return the rows of the current table, made once for each version of the ladder, each club day, and each way
    in which names are shown.

    The version is read before the rows: if a match comes in between, they are newer than their key says,
    and nobody asks for that key again.
    """
    version = Ladder.objects.filter(seasons=board.season_id).values_list("version", flat=True).get()
    key = f"{board.pk}-{version}-{board.season.ladder.inactive_after}-{day:%Y%m%d}-{find_veil_key()}"
    found: tuple[date | None, list[StandingsRow]] | None = caches["rows"].get(key)
    if found is None:
        found = build_rows(board, day, None)
        caches["rows"].set(key, found, HOUR)
    return found


def build_rows(board: Board, day: date, past: date | None) -> tuple[date | None, list[StandingsRow]]:
    """Return the rows as of a day, and since when their places moved."""
    system, written = board.rating_system, load_player_standings(board, past)
    placed = sort_by_rank(system, decay_standings(system, written, day))
    rule = load_rank_rule(board, day)
    absences = find_absences(rule, placed)
    ranks = give_ranks(system, placed, absences)
    movement = find_movements(
        board, written, {player: rank for player, rank in ranks.items() if player not in absences}, rule
    )
    recent = load_recent_changes(board, day)
    known = RowContext(
        system,
        list_columns(board),
        absences,
        movement.by_player,
        draw_sparklines(system, written, recent, day),
        describe_ties(system, [one for one in placed if one.player not in absences]),
        load_best_places(board, day),
    )
    return movement.since, [build_standings_row(known, one, ranks[one.player]) for one in placed]
