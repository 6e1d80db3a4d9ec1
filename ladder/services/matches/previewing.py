"""The preview of a change to a match: what it says and will say, and what that does."""

from collections.abc import Mapping
from typing import Any

from ladder.models import Match
from ladder.selectors.differences import Version, differences
from players.identity import Identities, identities
from players.models import Player

from .. import ledger
from ..consequences import consequences
from ..results import stored_sides
from ..revisions import outcomes, version, version_of
from . import changing
from .verbs import Change


def preview_of(match: Match, change: Change, new: Mapping[int, str]) -> tuple[ledger.Plan, dict[str, Any]]:
    """Return the plan of a change and what a page prints of it; `new` names players who are not stored yet.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    planned, merges = changing.plan(match, change), identities()
    old, will = (as_counted(one, merges) for one in (version_of(match), version_as(planned)))
    players = {side["player"] for one in (old, will) for side in one["sides"]}
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) | dict(new)
    results = {match.pk: ledger.as_one(planned.result, merges)} if planned.match.counts else {}
    return planned.plan, {
        "differences": list(differences(old, will, names)),
        "boards": consequences(planned.plan, new, results),
    }


def as_counted(said: Version, merges: Identities) -> Version:
    """Return a version with merged players as whom they count as; two who are one by now stay who they were."""
    players = [merges.get(side["player"], side["player"]) for side in said["sides"]]
    if len({*players}) < len(players):
        return said
    return said | {"sides": [side | {"player": one} for side, one in zip(said["sides"], players, strict=True)]}


def version_as(planned: changing.Planned) -> dict[str, Any]:
    """Return the match as it would be, in the shape in which every version is kept."""
    result = planned.result
    sides, facts = outcomes(stored_sides(result)), dict(result.facts)
    return version(result.kind.key, result.ended, result.started, facts, planned.match.status, sides)
