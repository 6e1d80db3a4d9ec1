"""Whom a change to matches moved, and what they are told."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Board, Event, Match, MatchRevision
from ladder.selectors.printing import format_points
from ladder.selectors.revisions import account_name, who
from players.models import Notice
from players.services import notices
from players.services.notices import Told

from .. import ledger
from .telling import CORRECTIONS


class Moved(NamedTuple):
    """A player's rating before and after, on the board where it moved most."""

    board: Board
    before: float
    after: float

    @property
    def by(self) -> float:
        return abs(self.after - self.before)


def tell(planned: ledger.Plan, match: Match, revision: MatchRevision) -> None:
    """Tell those whom a change to a match moved by more than they have set."""
    if revision.verb in CORRECTIONS:
        did = f"{who(revision)} {revision.get_verb_display()} match {match.pk}"
        tell_moved(planned, revision.by, did, match.get_absolute_url())


def tell_taken_back(planned: ledger.Plan, event: Event) -> None:
    """Tell those whom taking back an import moved by more than they have set."""
    did = f"{account_name(event)} undid an import"
    tell_moved(planned, event.by, did, planned.season.get_absolute_url())


def tell_moved(planned: ledger.Plan, by: User | None, did: str, url: str) -> None:
    """Tell those whom a plan moved by more than they have set, but not whoever did it."""
    if by is None:
        return
    most = furthest(planned)
    others = [one for one in notices.readers(most) if one.user != by]
    texts = [(one, most[one.player]) for one in others if most[one.player].by > one.choice.moved_by]
    if texts:
        sentences = ((one, f"{did}: {sentence(move)}") for one, move in texts)
        notices.tell_all(kind=Notice.Kind.CORRECTION, told=[Told(one, text, url) for one, text in sentences])


def furthest(planned: ledger.Plan) -> dict[int, Moved]:
    """Return everybody whom the plan moves, on the board where it moves them most."""
    found: dict[int, Moved] = {}
    for player, move in moves(planned):
        if player not in found or move.by > found[player].by:
            found[player] = move
    return found


def moves(planned: ledger.Plan) -> Iterator[tuple[int, Moved]]:
    """Yield each player's move on each board; who joins comes from the start value, who leaves goes back to it."""
    for one in planned.boards:
        start = one.board.rating_system.initial().points
        for player, before, after in one.moved:
            yield player, Moved(one.board, start if before is None else before, start if after is None else after)


def sentence(move: Moved) -> str:
    """Return "you moved from 1,512 to 1,498 (Club, Autumn: Elo)."."""
    before, after = (format_points(move.board.rating_system, points) for points in (move.before, move.after))
    return f"your rating changed from {before} to {after} ({move.board})."
