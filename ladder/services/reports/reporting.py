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

from ladder.models import Challenge, Match, Season
from ladder.ratings import Result

from .. import ledger, matches
from ..challenges.access import check_players
from ..limits import check_report
from ..locking import locked_match
from ..matches.changing import changed
from ..matches.new import refuse_ineligible, with_players
from ..matches.resending import says
from ..matches.verbs import corrected, voided
from ..permissions import Act, check_reporter, may, player_of
from ..results import Side, build, result_of, sides_of
from . import rights

FIXED, UNDONE = "Fixed by the reporter", "Undone by the reporter"


def report(*, season: Season, sides: Sequence[Side], by: User, kind: str, **played: Any) -> Match:
    """Record a match for the account that reports it; the rest is what `matches.record` takes.

    Raises: NotAllowed, when the account may not report it; else what `check_report` and `matches.record` raise.
    """
    result = told(sides, kind, played)
    check_reporter(season, by, result)
    pending = is_own_word(season, by, result)
    check_report(by=by, ladder=season.ladder, players=[side.player for side in sides])
    with transaction.atomic():
        match = matches.record(season=season, sides=sides, by=by, kind=kind, pending=pending, **played)
        if match.revision == 1 and match.confirm_by is None:
            ask_to_confirm(match, match.recorded_at)
    return match


def is_own_word(season: Season, by: User, result: Result) -> bool:
    """Say whether a report has to wait: not where results count at once, nor from a recorder who didn't play."""
    if not season.ladder.counts_when_confirmed:
        return False
    player = player_of(by)
    return not may(by, Act.ENTER, season.ladder) or (player is not None and player.pk in result.players)


def ask_to_confirm(match: Match, since: datetime) -> None:
    """Give the opponents their time to confirm a report from this moment on, where the ladder asks them."""
    hours = match.season.ladder.confirm_hours
    if hours:
        match.confirm_by = since + timedelta(hours=hours)
        models.Model.save(match, update_fields=["confirm_by"])


def fix(*, match: Match, by: User, revision: int, sides: Sequence[Side], kind: str, **played: Any) -> Match:
    """Put one's own report right; the rest is what `verbs.corrected` takes. A pending one is asked about anew.

    Raises: NotAllowed or ValidationError with the sentence why not; else what `changing.changed` raises.
    """
    with transaction.atomic():
        fresh = own(match, by)
        result = told(sides, kind, played)
        check_reporter(fresh.season, by, result)
        if says(fresh, result) and result.ended == fresh.played_at:
            raise ValidationError("Nothing has changed. Change what is wrong, or leave the match as it is.")
        if challenge := Challenge.objects.filter(match=fresh).first():
            check_players(challenge, sides)
        sides = with_players(sides)
        check_range(fresh, told(sides, kind, played))
        fixed = changed(fresh, corrected(sides, kind, **played, confirms=False), by, FIXED, revision)
        if fixed.is_pending:
            ask_to_confirm(fixed, timezone.now())
    return fixed


def check_range(match: Match, result: Result) -> None:
    """Refuse what a board's range rule does not allow (W-9), as when a match is recorded."""
    refuse_ineligible(ledger.plan(match.season, [ledger.draft_of(match, result)]), result)


def undo(*, match: Match, by: User, revision: int) -> Match:
    """Take one's own report back; the match is void then. Who may not report it any more can't.

    Raises: NotAllowed or ValidationError with the sentence why not; Changed when somebody was first.
    """
    with transaction.atomic():
        fresh = own(match, by)
        check_reporter(fresh.season, by, result_of(fresh, sides_of(fresh)))
        return changed(fresh, voided, by, UNDONE, revision)


def own(match: Match, by: User) -> Match:
    """Return the match as it is under the ladder's lock, if this account may fix or undo it."""
    fresh = locked_match(match)
    rights.check(rights.why_not_fix(fresh, by))
    return fresh


def told(sides: Sequence[Side], kind: str, played: dict[str, Any]) -> Result:
    """Return the match as the report tells it."""
    facts = dict(played.get("facts") or {})
    return build(kind, played.get("played_at") or timezone.now(), sides, facts, played.get("started_at"))
