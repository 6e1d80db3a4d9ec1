"""The preview of a change to a match: what it says and will say, and what that does."""

from collections.abc import Mapping
from typing import Any

from ladder.models import Match
from ladder.selectors.differences import MatchVersion, list_version_differences
from ladder.services import ledger
from ladder.services.consequences import describe_consequences
from ladder.services.matches.changing import PlannedMatch, plan_match_change
from ladder.services.matches.verbs import MatchChange
from ladder.services.results import list_participant_columns
from ladder.services.revisions import build_match_version, list_version_outcomes, load_match_version
from players.identity import Identities, load_identities
from players.models import Player


def preview_match_change(
    match: Match, change: MatchChange, new: Mapping[int, str]
) -> tuple[ledger.Plan, dict[str, Any]]:
    """Return the plan of a change and what a page prints of it; `new` names players who are not stored yet.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    planned, merges = plan_match_change(match, change), load_identities()
    old, will = (
        replace_merged_players(one, merges) for one in (load_match_version(match), build_planned_version(planned))
    )
    players = {side["player"] for one in (old, will) for side in one["sides"]}
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) | dict(new)
    results = {match.pk: ledger.merge_result_players(planned.result, merges)} if planned.match.counts else {}
    return planned.plan, {
        "differences": list(list_version_differences(old, will, names)),
        "boards": describe_consequences(planned.plan, new, results),
    }


def replace_merged_players(said: MatchVersion, merges: Identities) -> MatchVersion:
    """Return a version with merged players as whom they count as; two who are one by now stay who they were."""
    players = [merges.get(side["player"], side["player"]) for side in said["sides"]]
    if len({*players}) < len(players):
        return said
    return said | {"sides": [side | {"player": one} for side, one in zip(said["sides"], players, strict=True)]}


def build_planned_version(planned: PlannedMatch) -> dict[str, Any]:
    """Return the match as it would be, in the shape in which every version is kept."""
    result = planned.result
    sides, facts = list_version_outcomes(list_participant_columns(result)), dict(result.facts)
    return build_match_version(result.kind.key, result.ended, result.started, facts, planned.match.status, sides)
