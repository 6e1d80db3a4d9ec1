"""The latest results of a ladder, with what each was worth to its players, for feed readers."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import Max

from ladder.matches.queries.results import describe_result, load_match_participants
from ladder.models import Board, Ladder, Match, Participant, RatingChange
from ladder.pages.figures import format_change, format_rating

LATEST = 30  # results in the feed
NAMED = 12  # participants whose changes are named


class FeedItem(NamedTuple):
    """One result; `at` is when it was played, `updated` when it was last entered or changed."""

    match: Match
    title: str
    text: str
    at: datetime
    updated: datetime


def load_feed_items(ladder: Ladder) -> list[FeedItem]:
    """Return the latest results that count, the newest first, in four queries."""
    counted = Match.objects.filter(season__ladder=ladder, status=Match.Status.COUNTED)
    newest = counted.order_by("-played_at", "-sequence").annotate(updated=Max("revisions__at"))
    matches = list(newest.fetch_mode(models.FETCH_RAISE)[:LATEST])
    sides, changes = load_match_participants(matches), load_first_changes(matches)
    return [build_feed_item(match, sides[match.pk], changes) for match in matches]


def load_first_changes(matches: Sequence[Match]) -> dict[int, tuple[Board, RatingChange]]:
    """Return what the matches changed for each participant, by participation, on the first board that rated them."""
    boards = {board.pk: board for board in Board.objects.filter(season__in={match.season_id for match in matches})}
    rows = RatingChange.objects.filter(participant__match__in=[match.pk for match in matches])
    found: dict[int, tuple[Board, RatingChange]] = {}
    for row in sorted(rows, key=lambda row: (boards[row.board_id].position, row.board_id)):
        found.setdefault(row.participant_id, (boards[row.board_id], row))
    return found


def build_feed_item(
    match: Match, sides: Sequence[Participant], changes: dict[int, tuple[Board, RatingChange]]
) -> FeedItem:
    """Return one result in words."""
    updated = match.updated or match.recorded_at  # type: ignore[attr-defined]  # put there by `load_feed_items`
    who, went = describe_result(match, sides)
    worth = [describe_rating_change(side, *changes[side.pk]) for side in sides if side.pk in changes]
    more = [f"and {len(worth) - NAMED} more"] if len(worth) > NAMED else []
    text = f"{', '.join([*worth[:NAMED], *more])}." if worth else "It doesn't count on any board."
    return FeedItem(match, f"{who} {went}", text, match.played_at, updated)


def describe_rating_change(side: Participant, board: Board, row: RatingChange) -> str:
    """Return what a match was worth to one player: Ana +5.4 to 1,787."""
    system = board.rating_system
    return f"{side.player.name} {format_change(system, row.change)} to {format_rating(system, row.after)}"
