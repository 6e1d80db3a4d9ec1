"""The plan: what the ledger would hold after a change to one season or to many. Nothing is stored here."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ladder.ledger.board_plan import BoardPlan, plan_board
from ladder.ledger.drafts import Draft, SeasonSpan, find_first_felt_place, has_counting_match
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.openings import GivenOpenings, add_given_openings, plan_openings
from ladder.ledger.storage.bulk import collector_paused
from ladder.ledger.storage.tables import OrderPlace, filter_before_place, filter_from_place
from ladder.ledger.timings import measure_step
from ladder.models import Board, Participant, Season
from players.people.queries import Identities

LadderVersions = Mapping[int, int]
"""The versions of ladders, by primary key, when a preview was made."""


@dataclass
class Plan:
    """What a change to a season does to its boards, and to those of the seasons that start from it."""

    season: Season
    version: int  # the ladder's version that it was made for
    late: bool  # it changes the past: a match that was not pending, one before others, or a later season
    boards: list[BoardPlan]

    def seat_participants(self, stored: Sequence[Participant]) -> None:
        """Give the planned rows the participants of the planned match, which are stored by now."""
        keys = {row.seat: row.pk for row in stored}
        for board in self.boards:
            board.rows = [
                row._replace(participant=keys[row.seat[1]]) if row.participant is None else row for row in board.rows
            ]


@measure_step("plan")
@one_moment()
def plan(
    season: Season,
    drafts: Sequence[Draft] = (),
    since: OrderPlace | None = None,
    asked: Collection[int] = (),
    boards: Sequence[Board] = (),
    given: GivenOpenings | None = None,
) -> Plan:
    """Return what the ledger would hold with the drafts laid over the stored matches; nothing is stored.

    The replay begins at the first place that the drafts change, or at `since`, from where matches were added already.
    Without both it begins at the season's start, so that it sees what else may differ from what is stored: the
    season's opening rule; the `boards`, which stand for the stored ones; and starting ratings to be `given` on them,
    where None removes one.
    Whether the players were eligible is noted for the drafts and for the other matches `asked` about, by their keys.
    """
    places = [place for draft in drafts for place in draft.places] + ([since] if since else [])
    if drafts and not places:
        return Plan(season, season.ladder.version, False, [])  # a void match stays void
    stored = list(season.boards.all())
    begin = find_replay_start(season, stored, places, drafts)
    span = SeasonSpan(season, drafts, begin, {*asked, *(draft.match for draft in drafts)})
    known = boards or stored
    openings = {} if span.begin else plan_openings(season, known)
    if given:
        openings = {board.pk: add_given_openings(board, openings.get(board.pk), given) for board in known}
    with collector_paused():
        plans = [plan_board(board, span, openings.get(board.pk)) for board in known]
    for one in plans:
        one.ended = {draft.match: draft.result.ended for draft in drafts if draft.result}
    later = list(plan_next_season(season, plans, drafts))
    late = not places or bool(later) or any(draft.past for draft in drafts)
    if not late and not span.is_empty:
        at, number = max(places)
        late = has_counting_match(season, filter_from_place((at, number + 1)))
    return Plan(season, season.ladder.version, late, plans + later)


def find_replay_start(
    season: Season, boards: Sequence[Board], places: Sequence[OrderPlace], drafts: Sequence[Draft]
) -> OrderPlace | None:
    """Return the place in the order of play at which the replay has to begin; None is the season's start."""
    systems = {board: board.rating_system for board in boards}
    if not places:
        return None
    if any(system.period and board.openings.exists() for board, system in systems.items()):
        return None  # starting ratings without a day advance from the first match on, whichever that now is
    looking_back = any(system.looks_back for system in systems.values())
    begin = find_first_felt_place(season, min(places), drafts) if looking_back else min(places)
    return begin if has_counting_match(season, filter_before_place(begin)) else None


def plan_next_season(season: Season, plans: Sequence[BoardPlan], drafts: Sequence[Draft] = ()) -> Iterator[BoardPlan]:
    """Yield the plans of boards in the seasons after this one, as far as their starting ratings change."""
    follower = Season.objects.filter(opens_from=season).first()
    if follower is None:
        return
    openings = plan_openings(follower, follower.boards.all(), plans, drafts=drafts)
    span = SeasonSpan(follower, (), None)
    changed = [board for board in follower.boards.all() if board.pk in openings and openings[board.pk].differs]
    here = [plan_board(board, span, openings[board.pk]) for board in changed]
    yield from here
    if here:
        yield from plan_next_season(follower, here)


@one_moment()
def plan_seasons(seasons: Iterable[Season], merges: Identities | None = None) -> list[Plan]:
    """Return the plans of these seasons, each replayed from its start; older seasons come first.

    A season starts from what is planned for the one before it. Players count as others by these merges, or else by the
    stored ones. Nothing is stored.
    """
    plans: dict[int, Plan] = {}
    for season in seasons:
        before = plans.get(season.opens_from_id or 0)
        boards = list(season.boards.all())
        openings = plan_openings(season, boards, before.boards if before else (), merges)
        span = SeasonSpan(season, (), None, supposed=merges)
        board_plans = [plan_board(board, span, openings.get(board.pk)) for board in boards]
        plans[season.pk] = Plan(season, season.ladder.version, True, board_plans)
    return list(plans.values())


def has_rating_changes(plan: Plan) -> bool:
    """Return whether a plan changes any rating."""
    return any(one.changes_ratings for one in plan.boards)
