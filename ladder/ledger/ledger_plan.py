"""The plan: what the ledger would hold after a change to one season or to many; it writes nothing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from ladder.ledger.drafts import Draft, SeasonSpan, find_first_felt_place
from ladder.ledger.full_plan import BoardPlan, plan_board_fully
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.openings import BoardOpenings, GivenOpenings, add_given_openings, plan_openings
from ladder.ledger.sparse_plan import can_follow_players, is_likely_quicker, plan_board_sparsely
from ladder.ledger.storage.bulk import collector_paused
from ladder.ledger.storage.tables import OrderPlace, filter_before_place, filter_from_place, has_shifts
from ladder.models import Board, Match, Season
from players.people.queries import Identities

LadderVersions = Mapping[int, int]
"""The versions of ladders, by primary key, for which something was shown."""


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
    since: OrderPlace | None = None,
    asked: Collection[int] = (),
    boards: Sequence[Board] = (),
    given: GivenOpenings | None = None,
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
    span = SeasonSpan(
        season, drafts, find_fold_begin(season, stored, places, drafts), {*asked, *(draft.match for draft in drafts)}
    )
    known = boards or stored
    brought = {} if span.begin else plan_openings(season, known)
    if given:
        brought = {board.pk: add_given_openings(board, brought.get(board.pk), given) for board in known}
    plans = [plan_board(board, span, brought.get(board.pk)) for board in known]
    for one in plans:
        one.ended = {draft.match: draft.result.ended for draft in drafts if draft.result}
    later = list(plan_next_season(season, plans, drafts))
    past = not places or bool(later) or any(draft.past for draft in drafts)
    late = past or has_counting_match(season, filter_after_place(max(places)))
    return Plan(season, season.ladder.version, late, plans + later)


def find_fold_begin(
    season: Season, boards: Sequence[Board], places: Sequence[OrderPlace], drafts: Sequence[Draft]
) -> OrderPlace | None:
    """Return where the fold begins; None is the start."""
    systems = {board: board.rating_system for board in boards}
    if not places or any(has_shifts(board) for board in boards):
        return None  # what a match does to the whole table is followed from the start
    if any(system.period and board.openings.exists() for board, system in systems.items()):
        return None  # undated openings begin to decay on the first match's day, whichever that now is
    looking_back = any(system.looks_back for system in systems.values())
    begin = find_first_felt_place(season, min(places), drafts) if looking_back else min(places)
    return begin if has_counting_match(season, filter_before_place(begin)) else None


def has_counting_match(season: Season, where: Q) -> bool:
    """Say whether a counting match stands there."""
    return Match.objects.filter(where, season=season, status=Match.Status.COUNTED).exists()


def filter_after_place(place: OrderPlace) -> Q:
    """Return the filter for matches after this place."""
    at, number = place
    return filter_from_place((at, number + 1))


def plan_next_season(season: Season, plans: Sequence[BoardPlan], drafts: Sequence[Draft] = ()) -> Iterator[BoardPlan]:
    """Plan the season that opens from this one, as far as its openings change."""
    follower = Season.objects.filter(opens_from=season).first()
    if follower is None:
        return
    brought = plan_openings(follower, follower.boards.all(), plans, drafts=drafts)
    span = SeasonSpan(follower, (), None)
    changed = [board for board in follower.boards.all() if board.pk in brought and brought[board.pk].differs]
    here = [plan_board_fully(board, span, brought[board.pk]) for board in changed]
    yield from here
    if here:
        yield from plan_next_season(follower, here)


def plan_board(board: Board, span: SeasonSpan, brought: BoardOpenings | None) -> BoardPlan:
    """Plan one board: sparsely where few players are moved among many matches, else in bulk."""
    with collector_paused():
        if span.drafts and can_follow_players(board) and is_likely_quicker(board, span.drafts, span.extent.matches):
            since = min(place for draft in span.drafts for place in draft.places)
            if found := plan_board_sparsely(board, span.drafts, since, span.extent):
                return found
        return plan_board_fully(board, span, brought)


@one_moment()
def plan_seasons(seasons: Iterable[Season], merges: Identities | None = None) -> list[Plan]:
    """Fold these seasons from their start, older ones first, each after what is planned for the one before it.

    Players count as others by these merges, or else by the stored ones; nothing is stored.
    """
    plans: dict[int, Plan] = {}
    for season in seasons:
        before = plans.get(season.opens_from_id or 0)
        boards = plan_season_boards(season, before.boards if before else (), merges)
        plans[season.pk] = Plan(season, season.ladder.version, True, boards)
    return list(plans.values())


def plan_season_boards(season: Season, before: Iterable[BoardPlan], merges: Identities | None) -> list[BoardPlan]:
    """Fold one season from its start, after what is planned for the season before."""
    boards = list(season.boards.all())
    brought = plan_openings(season, boards, before, merges)
    span = SeasonSpan(season, (), None, supposed=merges)
    return [plan_board_fully(board, span, brought.get(board.pk)) for board in boards]


def has_rating_changes(plan: Plan) -> bool:
    """Whether a rating in the season would be another one."""
    return any(one.changes_ratings for one in plan.boards)
