"""Seasons folded from their start, each after what is planned for the one before it; shown first, then applied."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ladder.models import Season
from players.identity import Identities

from ..stale import Stale
from .board import BoardPlan
from .folded import folded
from .lock import one_moment
from .openings import brought_into
from .plan import Plan
from .span import Span

Versions = Mapping[int, int]
"""The versions of ladders, by primary key, for which something was shown."""


class Planned(NamedTuple):
    """What a change does to each season that it reaches, in the order in which it is applied."""

    versions: Versions
    plans: Sequence[Plan]


@one_moment()
def anew(seasons: Iterable[Season], merges: Identities | None = None) -> Planned:
    """Fold these seasons, older ones first, with these merges or the stored ones; nothing is stored."""
    versions: dict[int, int] = {}
    plans: dict[int, Plan] = {}
    for season in seasons:
        versions[season.ladder_id] = season.ladder.version
        before = plans.get(season.opens_from_id or 0)
        boards = on_season(season, before.boards if before else (), merges)
        plans[season.pk] = Plan(season, season.ladder.version, True, boards)
    return Planned(versions, list(plans.values()))


def on_season(season: Season, before: Iterable[BoardPlan], merges: Identities | None) -> list[BoardPlan]:
    """Fold one season from its start, after what is planned for the season before."""
    boards = list(season.boards.all())
    brought = brought_into(season, boards, before, merges)
    span = Span(season, (), None, supposed=merges)
    return [folded(board, span, brought.get(board.pk)) for board in boards]


def changes_ratings(plan: Plan) -> bool:
    """Whether a rating in the season would be another one."""
    return any(one.changes_ratings for one in plan.boards)


def check_versions(planned: Planned, versions: Versions | None) -> None:
    """Refuse a plan that was shown before a ledger changed; None says that none was shown."""
    if versions is not None and versions != planned.versions:
        raise Stale("A new result came in. Check the preview again.")
