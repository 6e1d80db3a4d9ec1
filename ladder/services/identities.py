"""What it does to every season when players count as others: planned with identities that are not stored yet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from ladder.models import Season
from players.identity import Identities
from players.models import Player

from . import ledger
from .admission import check_open
from .ledger.board import BoardPlan, Span, folded
from .ledger.openings import brought_into

Versions = Mapping[int, int]
"""The versions of ladders, by primary key, for which something was shown."""


class Planned(NamedTuple):
    """What a merge, or its undoing, does to each season that it reaches, in the order in which it is applied."""

    versions: Versions
    plans: Sequence[ledger.Plan]


def planned(player: Player, merges: Identities) -> Planned:
    """Fold every season that the player is in, and those that open from them, with these merges."""
    seasons = reached(player)
    ladders = {season.ladder_id: season.ladder.version for season in seasons}
    done: dict[int, list[BoardPlan]] = {}
    for season in seasons:
        done[season.pk] = on_season(season, done.get(season.opens_from_id or 0, ()), merges)
    return Planned(ladders, [ledger.Plan(season, season.ladder.version, True, done[season.pk]) for season in seasons])


def on_season(season: Season, before: Iterable[BoardPlan], merges: Identities) -> list[BoardPlan]:
    """Fold one season from its start, after what is planned for the season before.

    Raises: ValidationError, "Autumn is closed. Reopen it first."
    """
    boards = list(season.boards.all())
    brought = brought_into(season, boards, before, merges)
    span = Span(season, (), None, supposed=merges)
    plans = [folded(board, span, brought.get(board.pk)) for board in boards]
    if any(plan.changes_ratings for plan in plans):
        check_open(season)
    return plans


def reached(player: Player) -> list[Season]:
    """Return the seasons in which a player has matches or openings, and those that open from them, in order."""
    with_player = Q(matches__participants__player=player) | Q(boards__openings__player=player)
    own = set(Season.objects.filter(with_player).values_list("pk", flat=True))
    found = []
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        if season.pk in own or season.opens_from_id in own:
            own.add(season.pk)
            found.append(season)
    return found
