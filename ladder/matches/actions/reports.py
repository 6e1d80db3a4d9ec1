"""A report: a match recorded by somebody who may report it, and fixed or undone by them for a while.

Where the opponent is asked and results don't count while they wait, a report is pending until it is confirmed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_reporter, find_account_player, is_allowed
from ladder.access.rate_limits import check_report_limit
from ladder.challenges.access import check_challenge_players
from ladder.ledger.ladder_lock import lock_match
from ladder.ledger.storage.match_record import (
    ParticipantResult,
    build_match_result,
    build_result,
    load_participant_results,
)
from ladder.matches.actions.corrections import build_correction, change_match, set_void
from ladder.matches.actions.new_match import check_eligible, create_new_players, is_same_result, record_match
from ladder.matches.queries.rights import check_refusal, why_not_fix
from ladder.models import Challenge, Match, Season
from ladder.ratings import Result

FIXED, UNDONE = "Fixed by the reporter", "Undone by the reporter"


def report_match(*, season: Season, sides: Sequence[ParticipantResult], by: User, kind: str, **played: Any) -> Match:
    """Record a match for the account that reports it; the rest is what `matches.record` takes.

    Raises: NotAllowed, when the account may not report it; else what `check_report` and `matches.record` raise.
    """
    result = build_reported_result(sides, kind, played)
    check_reporter(season, by, result)
    pending = has_to_wait(season, by, result)
    check_report_limit(by=by, ladder=season.ladder, players=[side.player for side in sides])
    with transaction.atomic():
        match = record_match(season=season, sides=sides, by=by, kind=kind, pending=pending, **played)
        if match.revision == 1 and match.confirm_by is None:
            ask_to_confirm(match, match.recorded_at)
    return match


def has_to_wait(season: Season, by: User, result: Result) -> bool:
    """Say whether a report has to wait: not where results count at once, nor from a recorder who didn't play."""
    if not season.ladder.counts_when_confirmed:
        return False
    player = find_account_player(by)
    return not is_allowed(by, Act.ENTER, season.ladder) or (player is not None and player.pk in result.players)


def ask_to_confirm(match: Match, since: datetime) -> None:
    """Give the opponents their time to confirm a report from this moment on, where the ladder asks them."""
    hours = match.season.ladder.confirm_hours
    if hours:
        match.confirm_by = since + timedelta(hours=hours)
        models.Model.save(match, update_fields=["confirm_by"])


def fix_report(
    *, match: Match, by: User, revision: int, sides: Sequence[ParticipantResult], kind: str, **played: Any
) -> Match:
    """Put one's own report right; the rest is what `verbs.corrected` takes. A pending one is asked about anew.

    Raises: NotAllowed or ValidationError with the sentence why not; else what `changing.changed` raises.
    """
    with transaction.atomic():
        fresh = lock_own_report(match, by)
        result = build_reported_result(sides, kind, played)
        check_reporter(fresh.season, by, result)
        if is_same_result(fresh, result) and result.ended == fresh.played_at:
            raise ValidationError("Nothing has changed. Change what is wrong, or leave the match as it is.")
        if challenge := Challenge.objects.filter(match=fresh).first():
            check_challenge_players(challenge, sides)
        sides = create_new_players(sides)
        check_range(fresh, build_reported_result(sides, kind, played))
        fixed = change_match(fresh, build_correction(sides, kind, **played, confirms=False), by, FIXED, revision)
        if fixed.is_pending:
            ask_to_confirm(fixed, timezone.now())
    return fixed


def check_range(match: Match, result: Result) -> None:
    """Refuse what a board's range rule does not allow (W-9), as when a match is recorded."""
    check_eligible(ledger.plan(match.season, [ledger.build_draft(match, result)]), result)


def undo_report(*, match: Match, by: User, revision: int) -> Match:
    """Take one's own report back; the match is void then. Who may not report it any more can't.

    Raises: NotAllowed or ValidationError with the sentence why not; Changed when somebody was first.
    """
    with transaction.atomic():
        fresh = lock_own_report(match, by)
        check_reporter(fresh.season, by, build_match_result(fresh, load_participant_results(fresh)))
        return change_match(fresh, set_void, by, UNDONE, revision)


def lock_own_report(match: Match, by: User) -> Match:
    """Return the match as it is under the ladder's lock, if this account may fix or undo it."""
    fresh = lock_match(match)
    check_refusal(why_not_fix(fresh, by))
    return fresh


def build_reported_result(sides: Sequence[ParticipantResult], kind: str, played: dict[str, Any]) -> Result:
    """Return the match as the report tells it."""
    facts = dict(played.get("facts") or {})
    return build_result(kind, played.get("played_at") or timezone.now(), sides, facts, played.get("started_at"))
