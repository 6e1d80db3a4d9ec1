"""What a match says after each verb: corrected, confirmed, voided, restored, reverted."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from django.core.exceptions import ValidationError

from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from ladder.services.admission import check_admission
from ladder.services.results import ParticipantResult, build_match_result, build_result, load_participant_results
from ladder.services.revisions import build_version_result
from players.models import Player

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
