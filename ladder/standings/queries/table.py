"""The standings of a board, as of today or as they were at the end of a past day."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Min

from ladder.ledger.form_and_counts import has_form
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.player_standings import (
    PlayerStanding,
    advance_standings,
    load_current_standings,
    load_past_standings,
)
from ladder.ledger.ranking import (
    Absences,
    RankRule,
    find_absences,
    find_standings_day,
    give_ranks,
    load_rank_rule,
    sort_by_rank,
)
from ladder.ledger.storage.tables import MATCH_PATH, filter_before_place, place_after_day
from ladder.models import Board, RatingChange
from ladder.pages.figures import format_day, format_start, format_weekday
from ladder.ratings import Column, Rank, RatingSystem, find_reading_day
from ladder.standings.queries.cache import cache_day, keep_past, load_past_version
from ladder.standings.queries.movement import Movement, compare_tables, find_latest_day, load_earlier_ranks
from ladder.standings.queries.rows import RowContext, StandingsRow, build_standings_row, describe_ties
from ladder.standings.queries.sparkline import (
    draw_sparklines,
    draw_steady_sparklines,
    is_steady,
    load_recent_changes,
    load_week_ends,
)
from players.people.queries import resolve_player


class StandingsTable(NamedTuple):
    """A board's standings as of a day, best first. `past` is that day where it was asked for.

    `since` is the club day that rank changes are counted from. `columns` are those beside rating and change, and
    `headings` the labels of all by key.
    """

    board: Board
    day: date
    past: date | None
    since: date | None
    title: str
    dates: str
    rows: Sequence[StandingsRow]
    ranked: Sequence[StandingsRow]
    unranked: list[StandingsRow]
    columns: tuple[Column, ...]
    headings: dict[str, str]
    has_form: bool
    has_provisional: bool
    has_ties: bool
    has_shared_ranks: bool
    inactive_after: int | None
    experience_meaning: str
    initial: str
    is_long: bool = False  # read page by page: without rank changes, other orders and players without a rank


def load_standings(board: Board, asked: date | None = None) -> StandingsTable:
    """Return a board's standings as of today, or as of the last day of a season that is over.

    With a past day, return them as of the end of that day, if the season was not over by then. Raises: PastDaysBusy.
    """
    today = find_standings_day(board.season)
    past = asked if asked and asked < today else None
    day = past or today
    since, rows = cache_day("rows", board, day, lambda: build_rows(board, day, past), is_past=past is not None)
    return build_table(board, day, past, since, rows)


def build_table(
    board: Board, day: date, past: date | None, since: date | None, rows: list[StandingsRow]
) -> StandingsTable:
    """Return the standings with these rows, and what a page says of them."""
    system, columns = board.rating_system, list_columns(board)
    about = system.about
    change = {"change": about.change_label} if about.change_label else {}
    return StandingsTable(
        board=board,
        day=day,
        past=past,
        since=since,
        title=f"{about.label}, {board.season.name}",
        dates=f"{format_day(day)}{f'; rank changes since {format_weekday(since)}' if since else ''}",
        rows=rows,
        ranked=[row for row in rows if row.is_ranked],
        unranked=[row for row in rows if not row.is_ranked],
        columns=columns,
        headings={"rating": about.rating_label, **change, **{column.key: column.label for column in columns}},
        has_form=has_form(board),
        has_provisional=any(row.provisional for row in rows),
        has_ties=any(row.tie for row in rows),
        has_shared_ranks=any(row.rank_text.endswith("=") for row in rows),
        inactive_after=board.season.ladder.inactive_after,
        experience_meaning=about.experience.meaning,
        initial=format_start(system),
    )


@one_moment()
def build_rows(board: Board, day: date, past: date | None) -> tuple[date | None, list[StandingsRow]]:
    """Return the club day that rank changes are counted from, and the rows as of a day, best first."""
    system = board.rating_system
    version = None if past else load_past_version(board.season)
    written = load_past_standings(board, past) if past else load_current_standings(board)
    read = advance_standings(system, written, find_reading_day(system, day) if past else day)
    rule = load_rank_rule(board, day)
    placed, absences, ranks = rank_standings(system, read, rule)
    ranked = [one for one in placed if one.player not in absences]
    latest = find_latest_day(written)

    def keep[Made](what: str, make: Callable[[], Made]) -> Made:
        if version is None:  # a past day is kept as a whole
            return make()
        others = hash(frozenset(rule.earlier.items()))  # when they last played in other seasons
        return keep_past(f"{what}-{board.pk}-{day:%Y%m%d}-{latest:%Y%m%d}-{others}", board.season, version, make)

    movements: dict[int, Movement] = {}
    since = None
    if latest:
        earlier = keep("ranks", lambda: load_earlier_ranks(board, written, latest, rule))
        movements, since = compare_tables(earlier, {one.player: ranks[one.player] for one in ranked}), earlier.since
    if latest and is_steady(board):
        week_ends = keep("weeks", lambda: load_week_ends(board, day, latest))
        lines = draw_steady_sparklines(board, written, week_ends, day, latest)
    else:
        lines = draw_sparklines(system, written, load_recent_changes(board, day), day)
    context = RowContext(
        system=system,
        columns=list_columns(board),
        ranks=ranks,
        absences=absences,
        movements=movements,
        lines=lines,
        ties=describe_ties(system, ranked),
        best_places=load_best_places(board, day),
    )
    return since, [build_standings_row(context, one) for one in placed]


class RankedPlayers(NamedTuple):
    """The standings of a board in order, why some players have no rank, and the rank of each."""

    placed: list[PlayerStanding]
    absences: Absences
    ranks: Mapping[int, Rank]


def rank_standings(system: RatingSystem, read: Iterable[PlayerStanding], rule: RankRule) -> RankedPlayers:
    """Return these standings, whose ratings are those of the day, with the rank of each player."""
    placed = sort_by_rank(system, read)
    absences = find_absences(rule, placed)
    return RankedPlayers(placed, absences, give_ranks(system, placed, absences))


def list_columns(board: Board) -> tuple[Column, ...]:
    """Return the columns of a board's standings beside rating and change."""
    return tuple(one for one in board.rating_system.about.columns if one.shown_on != "files")


def load_best_places(board: Board, day: date) -> dict[int, int]:
    """Return each player's best place in a tournament up to that day; no query on a board without tournaments."""
    if has_form(board):
        return {}
    changes = RatingChange.objects.filter(filter_before_place(place_after_day(day), MATCH_PATH), board=board).order_by()
    best = changes.values(who=resolve_player("participant__player")).annotate(best=Min("participant__place"))
    return {player: place for player, place in best.values_list("who", "best") if place}
