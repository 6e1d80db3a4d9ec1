"""Whom a change to matches moved, and what they are told."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Board, Event, Match, MatchRevision
from ladder.selectors.printing import format_points
from ladder.selectors.revisions import find_account_name, find_revision_author
from ladder.services import ledger
from ladder.services.matches.telling import CORRECTIONS
from players.models import Notice
from players.services.notices import NewNotice, notify_players
from players.services.readers import find_readers


class RatingMove(NamedTuple):
    """A player's rating before and after, on the board where it moved most."""

    board: Board
    before: float
    after: float

    @property
    def by(self) -> float:
        return abs(self.after - self.before)


def notify_moved_by_match(planned: ledger.Plan, match: Match, revision: MatchRevision) -> None:
    """Tell those whom a change to a match moved by more than they have set."""
    if revision.verb in CORRECTIONS:
        did = f"{find_revision_author(revision)} {revision.get_verb_display()} match {match.pk}"
        notify_moved_players(planned, revision.by, did, match.get_absolute_url())


def notify_moved_by_undone_import(planned: ledger.Plan, event: Event) -> None:
    """Tell those whom taking back an import moved by more than they have set."""
    did = f"{find_account_name(event)} undid an import"
    notify_moved_players(planned, event.by, did, planned.season.get_absolute_url())


def notify_moved_players(planned: ledger.Plan, by: User | None, did: str, url: str) -> None:
    """Tell those whom a plan moved by more than they have set, but not whoever did it."""
    if by is None:
        return
    most = find_furthest_moves(planned)
    others = [one for one in find_readers(most) if one.user != by]
    texts = [(one, most[one.player]) for one in others if most[one.player].by > one.choice.moved_by]
    if texts:
        sentences = ((one, f"{did}: {format_rating_move(move)}") for one, move in texts)
        notify_players(kind=Notice.Kind.CORRECTION, told=[NewNotice(one, text, url) for one, text in sentences])


def find_furthest_moves(planned: ledger.Plan) -> dict[int, RatingMove]:
    """Return everybody whom the plan moves, on the board where it moves them most."""
    found: dict[int, RatingMove] = {}
    for player, move in list_rating_moves(planned):
        if player not in found or move.by > found[player].by:
            found[player] = move
    return found


def list_rating_moves(planned: ledger.Plan) -> Iterator[tuple[int, RatingMove]]:
    """Yield each player's move on each board; who joins comes from the start value, who leaves goes back to it."""
    for one in planned.boards:
        start = one.board.rating_system.initial().points
        for player, before, after in one.moved:
            yield player, RatingMove(one.board, start if before is None else before, start if after is None else after)


def format_rating_move(move: RatingMove) -> str:
    """Return "you moved from 1,512 to 1,498 (Club, Autumn: Elo)."."""
    before, after = (format_points(move.board.rating_system, points) for points in (move.before, move.after))
    return f"your rating changed from {before} to {after} ({move.board})."
