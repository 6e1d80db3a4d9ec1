"""Seasons folded from their start, each after what is planned for the one before it; shown first, then applied."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ladder.models import Season
from ladder.services.ledger.board import BoardPlan
from ladder.services.ledger.folded import plan_board_fully
from ladder.services.ledger.lock import one_moment
from ladder.services.ledger.openings import plan_openings
from ladder.services.ledger.plan import Plan
from ladder.services.ledger.span import SeasonSpan
from ladder.services.stale import StaleChange
from players.identity import Identities

LadderVersions = Mapping[int, int]
"""The versions of ladders, by primary key, for which something was shown."""


class SeasonPlans(NamedTuple):
    """What a change does to each season that it reaches, in the order in which it is applied."""

    versions: LadderVersions
    plans: Sequence[Plan]


@one_moment()
def plan_seasons(seasons: Iterable[Season], merges: Identities | None = None) -> SeasonPlans:
    """Fold these seasons, older ones first, with these merges or the stored ones; nothing is stored."""
    versions: dict[int, int] = {}
    plans: dict[int, Plan] = {}
    for season in seasons:
        versions[season.ladder_id] = season.ladder.version
        before = plans.get(season.opens_from_id or 0)
        boards = plan_season_boards(season, before.boards if before else (), merges)
        plans[season.pk] = Plan(season, season.ladder.version, True, boards)
    return SeasonPlans(versions, list(plans.values()))


def plan_season_boards(season: Season, before: Iterable[BoardPlan], merges: Identities | None) -> list[BoardPlan]:
    """Fold one season from its start, after what is planned for the season before."""
    boards = list(season.boards.all())
    brought = plan_openings(season, boards, before, merges)
    span = SeasonSpan(season, (), None, supposed=merges)
    return [plan_board_fully(board, span, brought.get(board.pk)) for board in boards]


def has_rating_changes(plan: Plan) -> bool:
    """Whether a rating in the season would be another one."""
    return any(one.changes_ratings for one in plan.boards)


def check_ladder_versions(planned: SeasonPlans, versions: LadderVersions | None) -> None:
    """Refuse a plan that was shown before a ledger changed; None says that none was shown."""
    if versions is not None and versions != planned.versions:
        raise StaleChange("A new result came in. Check the preview again.")
