"""Every version of a match is kept: what it was, who changed it, when and why."""

from collections.abc import Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Match, MatchRevision, Participant
from ladder.ratings import Result
from ladder.selectors.differences import MOMENTS, MatchVersion
from ladder.selectors.revisions import AT_VENUE
from ladder.services.results import ParticipantResult, build_result
from players.models import Player

VERSION_KEYS = {"kind", *MOMENTS, "facts", "status", "sides"}
"""What every version holds."""
OUTCOME_KEYS = ("player", "score", "exit", "round", "place")
pick_outcome = itemgetter("player_id", *OUTCOME_KEYS[1:])


def write_revision(
    match: Match, verb: str, by: User | None = None, reason: str = "", proposed: MatchVersion | None = None
) -> MatchRevision:
    """Write down the match as it now is, under its revision number, and for a dispute as it should be."""
    return MatchRevision.objects.create(
        match=match,
        number=match.revision,
        verb=verb,
        by=by,
        by_name=by.get_username() if by else AT_VENUE if match.at_venue and match.revision == 1 else "",
        at=timezone.now(),
        reason=reason,
        version=load_match_version(match),
        proposed=proposed,
    )


def choose_revision_verb(was_void: bool, is_void: bool) -> MatchRevision.Verb:
    """Return what a change to a match is called."""
    verbs = {(False, True): MatchRevision.Verb.VOID, (True, False): MatchRevision.Verb.RESTORE}
    return verbs.get((was_void, is_void), MatchRevision.Verb.CORRECT)


def load_match_version(match: Match) -> dict[str, Any]:
    """Return the whole match as plain values."""
    rows = Participant.objects.filter(match=match).order_by("seat")
    sides: list[dict[str, Any]] = [*map(dict, rows.values(*OUTCOME_KEYS))]
    return build_match_version(match.kind, match.played_at, match.started_at, match.facts, match.status, sides)


def list_version_outcomes(sides: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of participants as a version holds them."""
    return [dict(zip(OUTCOME_KEYS, pick_outcome(side), strict=True)) for side in sides]


def build_match_version(
    kind: str,
    played_at: datetime,
    started_at: datetime | None,
    facts: dict[str, float],
    status: str,
    sides: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return a match in the shape in which every version is kept: its moments are in UTC, whatever the club's zone."""
    return {
        "kind": kind,
        "played_at": played_at.astimezone(UTC).isoformat(),
        "started_at": started_at and started_at.astimezone(UTC).isoformat(),
        "facts": facts,
        "status": status,
        "sides": sides,
    }


def build_version_result(said: dict[str, Any], players: Sequence[Player]) -> Result:
    """Return what a version says, with these players in its seats.

    Raises: RatingError with what is wrong.
    """
    sides = [
        ParticipantResult(**{**side, "player": player}) for side, player in zip(said["sides"], players, strict=True)
    ]
    played_at, started_at = (said[name] and datetime.fromisoformat(said[name]) for name in MOMENTS)
    return build_result(said["kind"], played_at, sides, said["facts"], started_at)
