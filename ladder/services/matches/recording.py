"""Recording, correcting, voiding, restoring and reverting a match."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from ladder.models import Match, MatchRevision, Season
from ladder.ratings import Result

from ..locking import locked_season
from ..permissions import Act, allow
from ..results import Side, build
from .changing import changed
from .new import record_result, with_players
from .resending import same_match
from .verbs import Start, corrected, restored, reverted, voided


def record(
    *,
    season: Season,
    sides: Sequence[Side],
    by: User | None,
    kind: str,
    played_at: datetime | None = None,
    started_at: datetime | None = None,
    facts: Mapping[str, float] | None = None,
    form_key: UUID | None = None,
    pending: bool = False,
    at_venue: bool = False,
) -> Match:
    """Record a match and settle the ledger; the same form sent again gives the match it made.

    A pending one counts only once it is confirmed.
    A side whose player has no primary key yet is a new name: the player is created with the match.
    Raises: ValidationError or RatingError with a sentence for the person who sent it.
    """
    try:
        with transaction.atomic():
            season = locked_season(season)
            result = build(kind, played_at or timezone.now(), with_players(sides), dict(facts or {}), started_at)
            if form_key and (sent := Match.objects.filter(form_key=form_key).first()):
                return same_match(sent, result)
            new = Match(season=season, form_key=form_key, reported_by=by, at_venue=at_venue, revision=1)
            return record_result(new, result, pending=pending)
    except IntegrityError as error:
        raise ValidationError("This form was already sent. Open a new one.") from error


def correct(
    *,
    match: Match,
    by: User | None,
    reason: str,
    revision: int,
    version: int | None = None,
    sides: Sequence[Side] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: Start = "unchanged",
    facts: Mapping[str, float] | None = None,
) -> Match:
    """Change what a match says; what is not given stays, and a start of None is taken away.

    A pending match counts from then on.
    `revision` is the match's and `version` the ladder's that was shown.
    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """

    def change(match: Match) -> Result:
        known = sides and with_players(sides)
        return corrected(known, kind, played_at, started_at, facts)(match)

    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, change, by, reason, revision, version)


def void(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a match count for nothing; it stays in the history.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match is already void."
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, voided, by, reason, revision, version)


def restore(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a void match count again.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match already counts."
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, restored, by, reason, revision, version)


def revert(
    *, match: Match, to: MatchRevision, by: User | None, reason: str, revision: int, version: int | None = None
) -> Match:
    """Let a match say again what it said in an earlier version, whether it counted included.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, reverted(to), by, reason, revision, version, as_told=True)
