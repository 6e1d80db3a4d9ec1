"""Apply a plan: write the rows that differ, and raise the ladder's version by one."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from ladder.ledger.admission import check_admission, check_season_open, is_within_season
from ladder.ledger.board_plan import BoardPlan
from ladder.ledger.box_fixtures import link_box_fixtures
from ladder.ledger.calendar import advance_states, load_board_breaks
from ladder.ledger.drafts import NEW_MATCH_KEY, build_draft
from ladder.ledger.ladder_lock import lock
from ladder.ledger.ledger_plan import Plan, plan
from ladder.ledger.openings import BoardOpenings
from ladder.ledger.player_standings import advance_standings, load_current_standings
from ladder.ledger.ranking import find_absences, find_standings_day, load_rank_rule, sort_by_rank
from ladder.ledger.storage.bulk import collector_paused, delete_rows, insert_rows, plan_once, update_rows
from ladder.ledger.storage.match_record import (
    build_stored_version,
    choose_revision_verb,
    load_played_match,
    write_revision,
)
from ladder.ledger.storage.rating_rows import PLAIN_COLUMNS, ROW_COLUMNS, SHIFT_COLUMNS, STATE_COLUMNS
from ladder.ledger.storage.tables import MANY_PLAYERS, STANDING_COLUMNS, OrderPlace, load_standing_table
from ladder.ledger.timings import measure_step
from ladder.models import (
    Adjustment,
    Board,
    Event,
    Ladder,
    Match,
    MatchRevision,
    Opening,
    Participant,
    RatingChange,
    RatingShift,
    Season,
    Standing,
)
from ladder.pages.recent_versions import forget_recent_values
from ladder.ratings import Counts, Rating
from players.models import Player

COUNT_COLUMNS = Counts._fields
STANDING_KEY = ("board", "player")


@collector_paused()
def settle(season: Season, since: OrderPlace | None = None) -> Plan:
    """Plan and apply at once: rate a season and those after it from what is stored, and return the plan.

    `since` is the first place at which matches were added; None is the season's start.
    """
    done = plan(season, since=since)
    apply(done)
    return done


@measure_step("apply")
def apply(planned: Plan, cause: MatchRevision | Event | None = None) -> None:
    """Store the rows and standings of a plan, in one transaction.

    The ladder must be locked, a planned match stored, and its participants put into the plan (`seat_participants`). The
    cause is the version of that match, or the event.
    """
    match = cause.match_id if isinstance(cause, MatchRevision) else NEW_MATCH_KEY
    with collector_paused(), transaction.atomic():
        plan_once()
        for board_plan in planned.boards:
            if board_plan.openings and board_plan.openings.differs:
                write_openings(board_plan.board, board_plan.openings)
            write_rating_changes(board_plan)
            if board_plan.shifts or board_plan.gone_shifts:
                write_rating_shifts(board_plan, match)
            write_standings(board_plan, match)
            note_settled_morning(board_plan)
            note_last_activity(board_plan, cause)
            if cause and planned.late:
                write_adjustments(board_plan, cause)
        link_box_fixtures(planned.season, {player for one in planned.boards for player in one.drafted})
        note_winners(planned)
        raise_versions(Ladder.objects.filter(pk=planned.season.ladder_id), keeps_past=not planned.late)


def write_openings(board: Board, openings: BoardOpenings) -> None:
    """Store the starting ratings that are carried over, where they differ."""
    carried = Opening.objects.filter(board=board, source=Opening.Source.CARRIED)
    delete_rows(carried, [*openings.changed, *openings.gone], by="player")
    insert_rows(
        Opening,
        ("board", "player", "source", *STATE_COLUMNS, *COUNT_COLUMNS),
        (
            (board.pk, player, Opening.Source.CARRIED.value, *state.rating, *state.counts)
            for player, state in openings.changed.items()
        ),
    )


def write_rating_changes(board_plan: BoardPlan) -> None:
    """Store the rows that differ."""
    delete_rows(RatingChange.objects.filter(board=board_plan.board), board_plan.gone)
    names = PLAIN_COLUMNS if board_plan.plain else ROW_COLUMNS
    update_rows(RatingChange, names, [(*row.values, row.id) for row in board_plan.rows if row.id])
    rows = ((board_plan.board.pk, row.participant, *row.values) for row in board_plan.rows if row.id is None)
    insert_rows(RatingChange, ("board", "participant", *names), rows)


def write_rating_shifts(board_plan: BoardPlan, match: int) -> None:
    """Store the shifts that differ."""
    delete_rows(RatingShift.objects.filter(board=board_plan.board), board_plan.gone_shifts)
    update_rows(RatingShift, SHIFT_COLUMNS, [(*shift.values, shift.id) for shift in board_plan.shifts if shift.id])
    rows = (
        (board_plan.board.pk, match if shift.match == NEW_MATCH_KEY else shift.match, shift.player, *shift.values)
        for shift in board_plan.shifts
        if shift.id is None
    )
    insert_rows(RatingShift, ("board", "match", "player", *SHIFT_COLUMNS), rows)


def write_standings(board_plan: BoardPlan, match: int) -> None:
    """Store the standings that differ, in their old rows: PostgreSQL reads deleted rows too until it has cleaned up."""
    delete_rows(Standing.objects.filter(board=board_plan.board), board_plan.left, by="player")
    rows: dict[int, tuple[Any, ...]] = {}
    for player, state in board_plan.table.items():
        last = match if state.match == NEW_MATCH_KEY else state.match
        written = list(state.rating) if state.moved_on else None
        about = last, state.change, state.form, written
        rows[player] = (*state.current, *state.counts, *about, board_plan.board.pk, player)
    update_rows(
        Standing,
        STANDING_COLUMNS,
        [row for player, row in rows.items() if player in board_plan.stored_table],
        by=STANDING_KEY,
    )
    insert_rows(
        Standing,
        (*STANDING_COLUMNS, *STANDING_KEY),
        (row for player, row in rows.items() if player not in board_plan.stored_table),
    )


def note_settled_morning(board_plan: BoardPlan) -> None:
    """Store up to which morning the calendar has moved the standings of a board; none of one without a calendar."""
    board = board_plan.board
    if board_plan.morning != board.settled_on:
        Board.objects.filter(pk=board.pk).update(settled_on=board_plan.morning)
        board.settled_on = board_plan.morning


class CalendarMove(NamedTuple):
    """Whom the calendar moved, with the ratings before and after."""

    player: int
    before: Rating
    after: Rating


def list_boards_to_settle() -> list[Board]:
    """Return the boards whose calendar has not been looked at since the morning of their season's day."""
    known = Board.objects.filter(settled_on__lt=timezone.localdate()).select_related("season__ladder")
    return [board for board in known if board.settled_on and board.settled_on < find_standings_day(board.season)]


@transaction.atomic
def settle_calendar(board: Board) -> list[CalendarMove]:
    """Store where the calendar has moved the players of a board by this morning, once; return who moved.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    lock(board.season.ladder_id)
    board = Board.objects.select_related("season__ladder").get(pk=board.pk)
    morning = find_standings_day(board.season)
    if board.settled_on is None or board.settled_on >= morning:
        return []
    stored = load_standing_table(board)
    advanced = advance_states(board, stored, morning, load_board_breaks(board))
    after = {player: state for player, state in advanced.items() if state != stored[player]}
    write_standings(BoardPlan(board, table=after, stored_table=stored), NEW_MATCH_KEY)
    Board.objects.filter(pk=board.pk).update(settled_on=morning)
    if after:
        raise_versions(Ladder.objects.filter(pk=board.season.ladder_id), keeps_past=True)
    return [CalendarMove(player, stored[player].current, state.current) for player, state in after.items()]


def note_last_activity(board_plan: BoardPlan, cause: MatchRevision | Event | None) -> None:
    """Store when players were last active: of standings that were written, and of who is in the match that changed."""
    rows, players = Standing.objects.filter(board=board_plan.board), {*board_plan.table, *board_plan.drafted}
    if isinstance(cause, MatchRevision) and len(players) <= MANY_PLAYERS:
        rows = rows.filter(player__in=players)
    set_last_activity(rows)


def set_last_activity(rows: QuerySet[Standing]) -> None:
    """Store when the players of these standings were last active, where something else is stored."""
    last = Match.objects.filter(pk=OuterRef("last_match")).values("played_at")
    joined = Player.objects.filter(pk=OuterRef("player")).values("joined_at")
    find_stale_activity(rows).update(active_at=Coalesce(Subquery(last), Subquery(joined)))


def find_stale_activity(rows: QuerySet[Standing]) -> QuerySet[Standing]:
    """Return those of these standings with another moment than that of their last match, or else of joining."""
    return rows.exclude(active_at=Coalesce(F("last_match__played_at"), F("player__joined_at")))


def write_adjustments(board_plan: BoardPlan, cause: MatchRevision | Event) -> None:
    """Store an adjustment for each standing that a change to the past moved."""
    kind = "revision" if isinstance(cause, MatchRevision) else "event"
    moved = [(cause.pk, board_plan.board.pk, *move) for move in board_plan.moved]
    insert_rows(Adjustment, (kind, "board", "player", "before", "after"), sorted(moved, key=str))


def find_season_leader(season: Season) -> Player | None:
    """Return who leads the main board on the season's last day; by name, where several share the first rank.

    None if no match of the season was rated there.
    """
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, season.ends_on or timezone.localdate()
    placed = sort_by_rank(system, advance_standings(system, load_current_standings(board), day))
    absences = find_absences(load_rank_rule(board, day), placed)
    played = any(one.here.played for one in placed)
    first = next((one for one in placed if played and one.player not in absences), None)
    return Player.objects.get(pk=first.player) if first else None


def note_winners(planned: Plan) -> None:
    """Store the winners of the closed seasons after this one anew, since their standings may have changed."""
    later = {one.board.season_id: one.board.season for one in planned.boards}
    later.pop(planned.season.pk, None)
    for season in later.values():
        if season.closed_at:
            Season.objects.filter(pk=season.pk).update(winner=find_season_leader(season))


def raise_versions(ladders: QuerySet[Ladder], *, keeps_past: bool = False) -> None:
    """Raise the versions of these ladders: open pages load themselves anew, and older previews are compared again.

    `keeps_past` says that nothing changed but by matches after all others of their season.
    """
    now = F("version") + 1
    ladders.update(version=now, **({} if keeps_past else {"past_version": now}))
    transaction.on_commit(forget_recent_values)


def save_match(match: Match, store: Callable[[], None]) -> None:
    """Check a changed match, store it with a revision, and settle the ledger.

    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    with transaction.atomic():
        lock(match.season.ladder_id)
        if match.pk is None:
            raise ValidationError("A new match is recorded together with its players: use matches.record.")
        old = Match.objects.select_related("season").get(pk=match.pk)
        if old.season_id != match.season_id:
            raise ValidationError("A match can't move to another season. Void it and report it there.")
        result = load_played_match(match).result
        if not match.is_void:
            check_admission(match.season, result)
        check_season_open(match.season)
        match.revision = old.revision + 1
        planned = plan(match.season, [build_draft(old, result if match.counts else None)])
        store()
        participants = list(Participant.objects.filter(match=match).order_by("seat"))
        planned.seat_participants(participants)
        version = build_stored_version(match, participants)
        apply(planned, write_revision(match, version, choose_revision_verb(old.is_void, match.is_void)))


def check_season(season: Season) -> None:
    """Refuse dates that leave out matches, and a season that starts from a wrong one.

    Raises: ValidationError, such as "3 matches were played outside these dates."
    """
    before = season.opens_from
    if before and (before.ladder_id != season.ladder_id or (season.pk and before.pk >= season.pk)):
        raise ValidationError({"opens_from": "A season can only follow an earlier season of its own ladder."})
    if not season.pk:
        return
    matches = Match.objects.filter(season=season).exclude(status=Match.Status.VOID)
    days = [timezone.localdate(at) for at in matches.values_list("played_at", flat=True)]
    outside = [day for day in days if not is_within_season(season, day)]
    if outside:
        is_before = season.starts_on is not None and min(outside) < season.starts_on
        they = ("1 match was played", "it") if len(outside) == 1 else (f"{len(outside):,} matches were played", "them")
        text = f"{they[0]} outside these dates. Correct or void {they[1]} first."
        raise ValidationError({"starts_on" if is_before else "ends_on": text})
