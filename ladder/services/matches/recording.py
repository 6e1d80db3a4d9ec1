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
from ladder.selectors.roles import Act
from ladder.services.locking import lock_season
from ladder.services.matches.changing import change_match
from ladder.services.matches.new import create_new_players, store_new_match
from ladder.services.matches.resending import check_resent_match
from ladder.services.matches.verbs import NewStart, build_correction, build_reversion, set_restored, set_void
from ladder.services.permissions import check_author_permission
from ladder.services.results import ParticipantResult, build_result


def record_match(
    *,
    season: Season,
    sides: Sequence[ParticipantResult],
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
            season = lock_season(season)
            result = build_result(
                kind, played_at or timezone.now(), create_new_players(sides), dict(facts or {}), started_at
            )
            if form_key and (sent := Match.objects.filter(form_key=form_key).first()):
                return check_resent_match(sent, result)
            new = Match(season=season, form_key=form_key, reported_by=by, at_venue=at_venue, revision=1)
            return store_new_match(new, result, pending=pending)
    except IntegrityError as error:
        raise ValidationError("This form was already sent. Open a new one.") from error


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
