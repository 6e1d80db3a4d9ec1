"""Change a stored match: correct, void, restore or revert it; plan, preview and apply are the same function."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.consequences import describe_consequences
from ladder.changes.versions import list_version_differences
from ladder.ledger.admission import check_admission, check_season_open
from ladder.ledger.ladder_lock import check_ladder_version, check_match_revision, lock_match
from ladder.ledger.storage.bulk import collector_paused
from ladder.ledger.storage.match_record import (
    MatchVersion,
    ParticipantResult,
    build_match_result,
    build_match_version,
    build_result,
    build_version_result,
    choose_revision_verb,
    list_participant_columns,
    list_version_outcomes,
    load_match_version,
    load_participant_results,
    store_match,
    write_revision,
)
from ladder.matches.actions.new_match import create_new_players
from ladder.matches.notifications import notify_moved_by_match, notify_of_version
from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from players.models import Player
from players.people.queries import Identities, load_identities

MatchChange = Callable[[Match], Result]
"""Gives a match its new status and returns what it then says."""
NOT_HERE = "A player in that version is no longer on this site. Correct the match instead."
NewStart = datetime | Literal["unchanged"] | None


def build_correction(
    sides: Sequence[ParticipantResult] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: NewStart = "unchanged",
    facts: Mapping[str, float] | None = None,
    *,
    confirms: bool = True,
) -> MatchChange:
    """Return the change that gives a match these values; what is not given stays, and a pending match counts then.

    Without `confirms` it stays pending.
    """

    def change(match: Match) -> Result:
        result = build_result(
            kind or match.kind,
            played_at or match.played_at,
            load_participant_results(match) if sides is None else sides,
            dict(match.facts if facts is None else facts),
            match.started_at if started_at == "unchanged" else started_at,
        )
        check_admission(match.season, result)
        if confirms and match.is_pending:
            match.status = Match.Status.COUNTED
        return result

    return change


def set_confirmed(match: Match) -> Result:
    """The change to a pending match that counts from now on."""
    result = build_match_result(match, load_participant_results(match))
    check_admission(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def set_void(match: Match) -> Result:
    """The change to a match that counts for nothing. Raises: ValidationError, "This match is already void." """
    if match.is_void:
        raise ValidationError("This match is already void.")
    match.status = Match.Status.VOID
    return build_match_result(match, load_participant_results(match))


def set_restored(match: Match) -> Result:
    """The change to a match that counts again. Raises: ValidationError, "This match already counts." """
    if not match.is_void:
        raise ValidationError("This match already counts." if match.counts else "This match isn’t void: it is pending.")
    result = build_match_result(match, load_participant_results(match))
    check_admission(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def build_reversion(to: MatchRevision) -> MatchChange:
    """Return the change to what a match said in an earlier version, its players those who were entered then.

    It raises: ValidationError, "Somebody who plays in that version isn’t on this site any more. ..."
    """

    def change(match: Match) -> Result:
        old = to.version
        keys = [side["player"] for side in old["sides"]]
        players = Player.objects.in_bulk(keys)
        if not players.keys() >= {*keys}:
            raise ValidationError(NOT_HERE)
        result = build_version_result(old, [players[key] for key in keys])
        check_admission(match.season, result)
        match.status = Match.Status.VOID if old["status"] == Match.Status.VOID else Match.Status.COUNTED
        return result

    return change


class PlannedMatch(NamedTuple):
    """A match as it would be, and what that does to the ledger."""

    match: Match
    result: Result
    plan: ledger.Plan


def plan_match_change(match: Match, change: MatchChange) -> PlannedMatch:
    """Work out a change; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    after = copy(match)
    result = change(after)
    draft = ledger.build_draft(match, result if after.counts else None)
    return PlannedMatch(after, result, ledger.plan(match.season, [draft]))


def change_match(
    match: Match,
    change: MatchChange,
    by: User | None,
    reason: str,
    revision: int,
    version: int | None = None,
    *,
    as_told: bool = False,
) -> Match:
    """Change a match under the ladder's lock: plan, store it with its revision, apply.

    `revision` is the match's and `version` the ladder's that was shown; without it no plan was. Who was entered under
    another name stays so, but where the players are stored as told.
    Raises: Stale; else what `plan` raises.
    """
    with transaction.atomic():
        fresh = lock_match(match)
        check_season_open(fresh.season)
        check_match_revision(fresh, revision)
        check_ladder_version(fresh.season.ladder, version)
        return write_match_change(fresh, change, by, reason, as_told=as_told)


@collector_paused()
def write_match_change(
    match: Match,
    change: MatchChange,
    by: User | None,
    reason: str,
    verb: MatchRevision.Verb | None = None,
    *,
    as_told: bool = False,
) -> Match:
    """Plan a change, store it with its revision and apply it; the ladder must be locked and the match fresh."""
    planned = plan_match_change(match, change)
    planned.match.revision += 1
    store_match(planned.match, planned.result, as_told=as_told)
    verb = verb or choose_revision_verb(match.is_void, planned.match.is_void)
    revision = write_revision(planned.match, verb, by, reason)
    ledger.apply(planned.plan, revision)
    notify_moved_by_match(planned.plan, planned.match, revision)
    notify_of_version(planned.match, revision)
    return planned.match


def correct_match(
    *,
    match: Match,
    by: User | None,
    reason: str,
    revision: int,
    version: int | None = None,
    sides: Sequence[ParticipantResult] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: NewStart = "unchanged",
    facts: Mapping[str, float] | None = None,
) -> Match:
    """Change what a match says; what is not given stays, and a start of None is taken away.

    A pending match counts from then on.
    `revision` is the match's and `version` the ladder's that was shown.
    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """

    def change(match: Match) -> Result:
        known = sides and create_new_players(sides)
        return build_correction(known, kind, played_at, started_at, facts)(match)

    check_author_permission(by, Act.CORRECT, match.season.ladder)
    return change_match(match, change, by, reason, revision, version)


def void_match(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a match count for nothing; it stays in the history.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match is already void."
    """
    check_author_permission(by, Act.CORRECT, match.season.ladder)
    return change_match(match, set_void, by, reason, revision, version)


def restore_match(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a void match count again.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match already counts."
    """
    check_author_permission(by, Act.CORRECT, match.season.ladder)
    return change_match(match, set_restored, by, reason, revision, version)


def revert_match(
    *, match: Match, to: MatchRevision, by: User | None, reason: str, revision: int, version: int | None = None
) -> Match:
    """Let a match say again what it said in an earlier version, whether it counted included.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    check_author_permission(by, Act.CORRECT, match.season.ladder)
    return change_match(match, build_reversion(to), by, reason, revision, version, as_told=True)


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
