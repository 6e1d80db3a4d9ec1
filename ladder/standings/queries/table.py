"""The standings of a board, as of today or as they were at the end of a past day."""

from datetime import date
from typing import NamedTuple

from django.core.cache import caches
from django.db.models import Min

from ladder.ledger.form_and_counts import has_form
from ladder.ledger.player_standings import decay_standings, load_current_standings, load_player_standings
from ladder.ledger.ranking import find_absences, find_standings_day, give_ranks, load_rank_rule, sort_by_rank
from ladder.ledger.storage.tables import MATCH_PATH, filter_before_place, place_after_day
from ladder.models import Board, Ladder, RatingChange, Season
from ladder.pages.figures import format_day, format_rank, format_rating, format_weekday
from ladder.ratings import Column
from ladder.standings.queries.cache import cache_past_day
from ladder.standings.queries.movement import find_movements
from ladder.standings.queries.rows import RowContext, StandingsRow, build_standings_row, describe_ties
from ladder.standings.queries.sparkline import draw_sparklines, load_recent_changes
from players.models import Player
from players.people.queries import resolve_player
from players.privacy.veil import find_veil_key

HOUR = 60 * 60


def list_columns(board: Board) -> tuple[Column, ...]:
    """Return the columns of a board's standings beside rating and change."""
    return tuple(one for one in board.rating_system.about.columns if one.shown_on != "files")


def load_best_places(board: Board, day: date) -> dict[int, int]:
    """Return everybody's best place up to that day, on a board of tournaments; one query there, none elsewhere."""
    if has_form(board):
        return {}
    changes = RatingChange.objects.filter(filter_before_place(place_after_day(day), MATCH_PATH), board=board).order_by()
    best = changes.values(who=resolve_player("participant__player")).annotate(best=Min("participant__place"))
    return {player: place for player, place in best.values_list("who", "best") if place}


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


class PlayerRank(NamedTuple):
    """A rank and a rating in the standings: "31st" or "joint 2nd", "1,793"; without a rank the first is empty."""

    rank: str
    rating: str


def find_player_rank(season: Season, player: Player) -> PlayerRank | None:
    """Return the player's rank and rating as of today; None without a standing."""
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, find_standings_day(season)
    placed = sort_by_rank(system, decay_standings(system, load_current_standings(board), day))
    mine = next((one for one in placed if one.player == player.pk), None)
    if mine is None:
        return None
    absences = find_absences(load_rank_rule(board, day), placed)
    rank = give_ranks(system, placed, absences)[player.pk]
    return PlayerRank("" if player.pk in absences else format_rank(rank), format_rating(system, mine.rating))
