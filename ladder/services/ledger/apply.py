"""Applying a plan: what differs is rewritten, and the ladder's version grows by one."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from ladder.models import Adjustment, Event, Ladder, MatchRevision, Opening, Participant, RatingChange, Season, Standing
from ladder.ratings import Counts
from ladder.selectors.order import OrderPlace
from ladder.selectors.past import STANDING_COLUMNS, PastState
from ladder.services.collector import collector_paused
from ladder.services.ledger import bulk
from ladder.services.ledger.board import BoardPlan
from ladder.services.ledger.bulk import delete_rows, insert_rows, update_rows
from ladder.services.ledger.drafts import NEW
from ladder.services.ledger.plan import Plan, plan
from ladder.services.ledger.stored import PLAIN_COLUMNS, ROW_COLUMNS, STATE_COLUMNS
from ladder.services.ledger.versions import raise_versions
from ladder.services.ledger.winners import note_winners

COUNT_COLUMNS = Counts._fields
STANDING_KEY = ("board", "player")


@collector_paused()
def settle(season: Season, since: OrderPlace | None = None, asked: Collection[int] = ()) -> Plan:
    """Make the ledger of the season, and of those after it, what a full replay would give.

    `since` is from where matches were added; None is the start. Whether the players were eligible
    is noted for the matches `asked` about.
    """
    planned = plan(season, since=since, asked=asked)
    apply(planned)
    return planned


def apply(planned: Plan, cause: MatchRevision | Event | None = None) -> None:
    """Write exactly the plan, in one transaction; the ladder must be locked and the match that was planned stored.

    The cause is the revision that wrote that match, or what else happened.
    """
    match = cause.match_id if isinstance(cause, MatchRevision) else NEW
    with collector_paused(), transaction.atomic():
        bulk.plan_once()
        for one in planned.boards:
            write_openings(one)
            write_rating_changes(one, match)
            write_standings(one, match)
            if cause and planned.late:
                write_adjustments(one, cause)
        note_winners(planned)
        raise_versions(Ladder.objects.filter(pk=planned.season.ladder_id))


def write_openings(one: BoardPlan) -> None:
    if one.brought is None or not one.brought.differs:
        return
    carried = Opening.objects.filter(board=one.board, source=Opening.Source.CARRIED)
    delete_rows(carried, [*one.brought.changed, *one.brought.gone], by="player")
    insert_rows(
        Opening,
        ("board", "player", "source", *STATE_COLUMNS, *COUNT_COLUMNS),
        (
            (one.board.pk, player, Opening.Source.CARRIED.value, *state.rating, *state.counts)
            for player, state in one.brought.changed.items()
        ),
    )


def write_rating_changes(one: BoardPlan, match: int) -> None:
    """Rewrite the rows that differ; a seat that was only planned has its participant by now."""
    delete_rows(RatingChange.objects.filter(board=one.board), one.gone)
    names = PLAIN_COLUMNS if one.plain else ROW_COLUMNS
    update_rows(RatingChange, names, [(*row.values, row.id) for row in one.rows if row.id])
    seats: dict[int, int] = {}
    if any(row.participant is None for row in one.rows):
        seats = dict(Participant.objects.filter(match=match).values_list("seat", "pk"))
    rows = ((one.board.pk, row.participant or seats[row.seat[1]], *row.values) for row in one.rows if row.id is None)
    insert_rows(RatingChange, ("board", "participant", *names), rows)


def write_standings(one: BoardPlan, match: int) -> None:
    """Rewrite the standings that differ in place: PostgreSQL goes through deleted rows until it has cleaned up."""
    delete_rows(Standing.objects.filter(board=one.board), one.left, by="player")
    rows = {player: (*list_standing_values(state, match), one.board.pk, player) for player, state in one.table.items()}
    update_rows(Standing, STANDING_COLUMNS, [row for player, row in rows.items() if player in one.was], by=STANDING_KEY)
    insert_rows(
        Standing, (*STANDING_COLUMNS, *STANDING_KEY), (row for player, row in rows.items() if player not in one.was)
    )


def list_standing_values(state: PastState, match: int) -> tuple[Any, ...]:
    """Return the columns of a standing."""
    return *state.rating, *state.counts, match if state.match == NEW else state.match, state.change, state.form


def write_adjustments(one: BoardPlan, cause: MatchRevision | Event) -> None:
    """Keep what a change to the past did to each standing that it moved."""
    kind = "revision" if isinstance(cause, MatchRevision) else "event"
    moved = [(cause.pk, one.board.pk, *move) for move in one.moved]
    insert_rows(Adjustment, (kind, "board", "player", "before", "after"), sorted(moved, key=str))
