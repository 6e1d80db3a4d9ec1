"""What a match says after each verb: corrected, confirmed, voided, restored, reverted."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from django.core.exceptions import ValidationError

from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from players.models import Player

from ..admission import admit
from ..results import Side, build, result_of, sides_of
from ..revisions import result_told

Change = Callable[[Match], Result]
"""Gives a match its new status and returns what it then says."""
NOT_HERE = "A player in that version is no longer on this site. Correct the match instead."
Start = datetime | Literal["unchanged"] | None


def corrected(
    sides: Sequence[Side] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: Start = "unchanged",
    facts: Mapping[str, float] | None = None,
    *,
    confirms: bool = True,
) -> Change:
    """Return the change that gives a match these values; what is not given stays, and a pending match counts then.

    Without `confirms` it stays pending.
    """

    def change(match: Match) -> Result:
        result = build(
            kind or match.kind,
            played_at or match.played_at,
            sides_of(match) if sides is None else sides,
            dict(match.facts if facts is None else facts),
            match.started_at if started_at == "unchanged" else started_at,
        )
        admit(match.season, result)
        if confirms and match.is_pending:
            match.status = Match.Status.COUNTED
        return result

    return change


def confirmed(match: Match) -> Result:
    """The change to a pending match that counts from now on."""
    result = result_of(match, sides_of(match))
    admit(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def voided(match: Match) -> Result:
    """The change to a match that counts for nothing. Raises: ValidationError, "This match is already void." """
    if match.is_void:
        raise ValidationError("This match is already void.")
    match.status = Match.Status.VOID
    return result_of(match, sides_of(match))


def restored(match: Match) -> Result:
    """The change to a match that counts again. Raises: ValidationError, "This match already counts." """
    if not match.is_void:
        raise ValidationError("This match already counts." if match.counts else "This match isn’t void: it is pending.")
    result = result_of(match, sides_of(match))
    admit(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def reverted(to: MatchRevision) -> Change:
    """Return the change to what a match said in an earlier version, its players those who were entered then.

    It raises: ValidationError, "Somebody who plays in that version isn’t on this site any more. ..."
    """

    def change(match: Match) -> Result:
        old = to.version
        keys = [side["player"] for side in old["sides"]]
        players = Player.objects.in_bulk(keys)
        if not players.keys() >= {*keys}:
            raise ValidationError(NOT_HERE)
        result = result_told(old, [players[key] for key in keys])
        admit(match.season, result)
        match.status = Match.Status.VOID if old["status"] == Match.Status.VOID else Match.Status.COUNTED
        return result

    return change
