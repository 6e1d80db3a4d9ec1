"""Report a match as an account that may, and fix or undo the report for a while.

On a ladder that counts only confirmed results, a report is pending until it is confirmed.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.dispatch import Signal
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act
from ladder.formats import Played
from ladder.ledger.admission import check_admission
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import MatchChange, MatchVoiding, change_match
from ladder.matches.actions.new_match import (
    check_eligible,
    is_same_result,
    record_match,
    save_new_players,
)
from ladder.matches.queries.limits import apply_limits
from ladder.matches.queries.rights import check_refusal, refuse_fix, refuse_venue_undo
from ladder.models import Fixture, Match, Season
from ladder.ratings import Result
from ladder.scene import Scene

match_reported = Signal()  # sent with the match, in its transaction, under the ladder's lock
FIXED, UNDONE, UNDONE_AT_VENUE = "Fixed by the reporter", "Undone by the reporter", "Undone at the venue"


def report_match(
    *, scene: Scene, entry: Played, form_key: UUID | None = None, has_unseen: bool = False, reason: str = ""
) -> Match:
    """Record a match for whoever reports it, and return it.

    One that was entered at the venue has no reporter, so nobody can fix it: its players confirm or dispute it, and
    organisers correct it. The `reason` is kept with it. With `has_unseen` a name may be that of a player whom the
    reporter doesn't see: it is treated as a new one, and a match out of range is kept as unrated, so that no refusal
    tells it.
    Raises: NotAllowed, when it may not be reported; else what `check_rate` and `record_match` raise.
    """

    def check(season: Season, result: Result) -> None:
        now = replace(scene, season=season)
        now.check(Act.REPORT, result)
        now.check_rate(has_new=has_unseen or any(player.pk is None for player in entry.players))

    with transaction.atomic():
        match = record_match(
            season=scene.season,
            entry=entry,
            by=None if scene.is_at_venue else scene.user,
            form_key=form_key,
            pending=scene.has_to_wait(entry.result),
            at_venue=scene.is_at_venue,
            keeps_out_of_range=has_unseen,
            reason=reason,
            check=check,
        )
        if match.revision == 1 and match.confirm_by is None:
            ask_to_confirm(match, match.recorded_at)
        match_reported.send(Match, match=match)
    return match


def ask_to_confirm(match: Match, since: datetime) -> None:
    """Give the opponents their time to confirm a report from this moment on, if the ladder asks them."""
    hours = match.season.ladder.confirm_hours
    if hours:
        match.confirm_by = since + timedelta(hours=hours)
        models.Model.save(match, update_fields=["confirm_by"])


def fix_report(*, match: Match, by: User, revision: int, entry: Played) -> Match:
    """Fix one's own report, and return the match. For a pending one the time to confirm starts anew.

    Raises: NotAllowed or ValidationError with the sentence why not; StaleChange when somebody was first.
    """
    with transaction.atomic():
        fixed = change_match(ReportFix(match, by=by, entry=entry), revision)
        if fixed.is_pending:
            ask_to_confirm(fixed, timezone.now())
    return fixed


class VenueUndoing(MatchVoiding):
    """The undoing at the venue of what was entered there, while there is time."""

    def __init__(self, match: Match, *, scene: Scene) -> None:
        super().__init__(match, reason=UNDONE_AT_VENUE)
        self.scene = scene

    def check_allowed(self) -> None:
        """Refuse nobody yet: whether it can be undone depends on what the match says under the lock."""

    def check_possible(self) -> None:
        check_refusal(refuse_venue_undo(self.match))
        replace(self.scene, season=self.season).check(Act.REPORT, load_played_match(self.match).result)
        super().check_possible()


def undo_venue_report(*, match: Match, scene: Scene, revision: int) -> Match:
    """Undo at the venue what was entered there, which voids the match, and return it. Raises as `undo_report`."""
    return change_match(VenueUndoing(match, scene=scene), revision)


def undo_report(*, match: Match, by: User, revision: int) -> Match:
    """Undo one's own report, which voids the match, and return it. Its reporter must still be allowed to report it.

    Raises: NotAllowed or ValidationError with the sentence why not; StaleChange when somebody was first.
    """
    return change_match(ReportUndoing(match, by=by, reason=UNDONE), revision)


class ReportFix(MatchChange):
    """The fix of a report by its reporter, while there is time; a pending match stays pending."""

    def __init__(self, match: Match, *, by: User, entry: Played) -> None:
        super().__init__(match, by=by, reason=FIXED)
        self.reporter, self.entry = by, entry

    def check_allowed(self) -> None:
        """Refuse nobody yet: who may fix a match depends on what it says under the lock."""

    def check_possible(self) -> None:
        check_refusal(refuse_fix(self.match, self.reporter))
        result = self.entry.result
        Scene(self.season, self.reporter).check(Act.REPORT, result)
        if is_same_result(self.match, result) and result.ended == self.match.played_at:
            raise ValidationError("Nothing has changed. Change what is wrong, or leave the match as it is.")
        if challenge := Fixture.objects.filter(match=self.match, box=None, court=None).first():
            challenge.check_players(self.entry.players, result.sides)
        super().check_possible()

    def lock(self) -> None:
        super().lock()
        self.entry = self.entry._replace(result=save_new_players(self.entry))

    def build_result(self, match: Match) -> Result:
        check_admission(match.season, self.entry.result)
        result, limited = apply_limits(match.season, self.entry.result, without=match.pk)
        self.reason = f"{FIXED}. {limited}" if limited else FIXED
        return result

    def plan(self) -> list[ledger.Plan]:
        """Return the plan, if the ratings of the players allow the match (W-9), as when a match is recorded."""
        plans = super().plan()
        counting = plans[0]
        if not self.after.counts:
            counting = ledger.plan(self.season, [ledger.build_draft(self.match, self.result)])
        check_eligible(counting, self.result)
        return plans


class ReportUndoing(MatchVoiding):
    """The undoing of a report by its reporter, while there is time."""

    def check_allowed(self) -> None:
        """Refuse nobody yet: who may undo a report depends on what it says under the lock."""

    def check_possible(self) -> None:
        assert self.by is not None, "somebody reported it"  # noqa: S101
        check_refusal(refuse_fix(self.match, self.by))
        Scene(self.season, self.by).check(Act.REPORT, load_played_match(self.match).result)
        super().check_possible()
