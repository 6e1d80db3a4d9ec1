"""Applying a plan: what differs is rewritten, and the ladder's version grows by one."""

from django.db import transaction
from django.db.models import F

from ladder.models import Adjustment, Ladder, Match, MatchRevision, Opening, RatingChange, Season, Standing
from ladder.ratings import Counts
from ladder.selectors.order import Place

from . import bulk
from .plan import COLUMNS, STATE, BoardPlan, Plan, plan

COUNTS = Counts._fields


def settle(
    season: Season,
    since: Place | None = None,
    revision: MatchRevision | None = None,
    entered: Match | None = None,
) -> Plan:
    """Make the ledger of the season, and of those after it, what a full replay would give.

    `since` is the first place in the order at which stored matches changed; None is the start.
    The plan notes why the players of a match just `entered` were not eligible, if so.
    """
    planned = plan(season, since=since, entered=entered)
    apply(planned, revision)
    return planned


def apply(planned: Plan, revision: MatchRevision | None = None) -> None:
    """Write exactly the plan, in one transaction; the ladder must be locked."""
    with transaction.atomic():
        for one in planned.boards:
            write_openings(one)
            write_rows(one)
            write_standings(one)
            if revision and planned.late:
                write_adjustments(one, revision)
        Ladder.objects.filter(pk=planned.season.ladder_id).update(version=F("version") + 1)


def write_openings(one: BoardPlan) -> None:
    if one.brought is None or not one.brought.differs:
        return
    carried = Opening.objects.filter(board=one.board, source=Opening.Source.CARRIED)
    bulk.delete(carried, [*one.brought.changed, *one.brought.gone], by="player")
    bulk.insert(
        Opening,
        ("board", "player", "source", *STATE, *COUNTS),
        (
            (one.board.pk, player, Opening.Source.CARRIED.value, *state.rating, *state.counts)
            for player, state in one.brought.changed.items()
        ),
    )


def write_rows(one: BoardPlan) -> None:
    bulk.delete(RatingChange.objects.filter(board=one.board), one.gone)
    rows = ((one.board.pk, row.participant, *row.values) for row in one.rows)
    bulk.insert(RatingChange, ("board", "participant", *COLUMNS), rows)


def write_standings(one: BoardPlan) -> None:
    bulk.delete(Standing.objects.filter(board=one.board), [*one.table, *one.left], by="player")
    bulk.insert(
        Standing,
        ("board", "player", *STATE, *COUNTS, "last_match", "last_change"),
        (
            (one.board.pk, player, *state.rating, *state.counts, state.match, state.change)
            for player, state in one.table.items()
        ),
    )


def write_adjustments(one: BoardPlan, revision: MatchRevision) -> None:
    """Keep what a change to the past did to each standing that it moved."""
    moved = []
    for player in {*one.table, *one.left}:
        before = one.was[player].rating.points if player in one.was else None
        after = one.table[player].rating.points if player in one.table else None
        if before != after:
            moved.append((revision.pk, one.board.pk, player, before, after))
    bulk.insert(Adjustment, ("revision", "board", "player", "before", "after"), sorted(moved, key=str))
