"""The plan: what the ledger would hold after a change; it writes nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from ladder.models import Board, Match, Season
from ladder.selectors.order import Place, before_place, from_place

from ..collector import collector_paused
from .board import BoardPlan
from .drafts import Draft, first_felt
from .folded import folded
from .lock import one_moment
from .openings import Brought, Given, brought_into, with_given
from .span import Span
from .sparse import sparse
from .spreading import pays, suits


@dataclass
class Plan:
    """What a change to a season's matches does to its boards and to the seasons that open from it."""

    season: Season
    version: int  # the ladder's version that it was made for
    late: bool  # it changes the past: what was said, what stands after its place, or what a later season feels
    boards: list[BoardPlan]


@one_moment()
def plan(
    season: Season,
    drafts: Sequence[Draft] = (),
    since: Place | None = None,
    asked: Collection[int] = (),
    boards: Sequence[Board] = (),
    given: Given | None = None,
) -> Plan:
    """Fold the stored matches with the drafts laid over them, from the first place that is felt.

    `since` is from where matches were added already; None, without drafts, is the start. The season's opening rule
    may be one that is not stored yet, as may be what the `boards` say, which stand for the stored ones, and openings
    that are `given` on them, or with None taken away; all are felt from the start. Whether the players were eligible is
    noted for the drafts and for the other matches `asked` about.
    """
    places = [place for draft in drafts for place in draft.places] + ([since] if since else [])
    if drafts and not places:
        return Plan(season, season.ladder.version, False, [])  # a void match stays void
    stored = list(season.boards.all())
    span = Span(season, drafts, begin_of(season, stored, places, drafts), {*asked, *(draft.match for draft in drafts)})
    known = boards or stored
    brought = {} if span.begin else brought_into(season, known)
    if given:
        brought = {board.pk: with_given(board, brought.get(board.pk), given) for board in known}
    plans = [plan_board(board, span, brought.get(board.pk)) for board in known]
    for one in plans:
        one.ended = {draft.match: draft.result.ended for draft in drafts if draft.result}
    later = list(plan_next(season, plans, drafts))
    past = not places or bool(later) or any(draft.past for draft in drafts)
    late = past or stands(season, after_place(max(places)))
    return Plan(season, season.ladder.version, late, plans + later)


def begin_of(season: Season, boards: Sequence[Board], places: Sequence[Place], drafts: Sequence[Draft]) -> Place | None:
    """Return where the fold begins; None is the start."""
    systems = {board: board.rating_system for board in boards}
    if not places or any(system.period and board.openings.exists() for board, system in systems.items()):
        return None  # undated openings begin to decay on the first match's day, whichever that now is
    looking_back = any(system.looks_back for system in systems.values())
    begin = first_felt(season, min(places), drafts) if looking_back else min(places)
    return begin if stands(season, before_place(begin)) else None


def stands(season: Season, where: Q) -> bool:
    """Say whether a counting match stands there."""
    return Match.objects.filter(where, season=season, status=Match.Status.COUNTED).exists()


def after_place(place: Place) -> Q:
    """Return the filter for matches after this place."""
    at, number = place
    return from_place((at, number + 1))


def plan_next(season: Season, plans: Sequence[BoardPlan], drafts: Sequence[Draft] = ()) -> Iterator[BoardPlan]:
    """Plan the season that opens from this one, as far as its openings change."""
    follower = Season.objects.filter(opens_from=season).first()
    if follower is None:
        return
    brought = brought_into(follower, follower.boards.all(), plans, drafts=drafts)
    span = Span(follower, (), None)
    changed = [board for board in follower.boards.all() if board.pk in brought and brought[board.pk].differs]
    here = [folded(board, span, brought[board.pk]) for board in changed]
    yield from here
    if here:
        yield from plan_next(follower, here)


def plan_board(board: Board, span: Span, brought: Brought | None) -> BoardPlan:
    """Plan one board: sparsely where few players are moved among many matches, else in bulk."""
    with collector_paused():
        if span.drafts and suits(board) and pays(board, span.drafts, span.extent.matches):
            since = min(place for draft in span.drafts for place in draft.places)
            if found := sparse(board, span.drafts, since, span.extent):
                return found
        return folded(board, span, brought)
