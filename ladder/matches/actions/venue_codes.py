"""The venue code: organisers make it, and people at the venue report with it and can do nothing else."""

from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from ladder.access.permissions import NO_DUELS, RECORDERS_ONLY, Act, NotAllowed, check_author_permission
from ladder.access.rate_limits import check_venue_limit
from ladder.formats import find_result_format
from ladder.matches.actions.new_match import EnteredMatch, record_entered_match
from ladder.matches.actions.reports import ask_to_confirm
from ladder.models import Ladder, Match, Season, VenueCode
from players.accounts.codes import SHORT, digest_code, make_code

CODE_OVER = "The venue code has changed, or your twelve hours are over. Enter it again."
NOTHING_TO_OPEN = "Only recorders enter results here, so a venue code can’t be used."


def make_venue_code(*, ladder: Ladder, by: User | None) -> str:
    """Make a venue code of the ladder, and return it; the old one no longer works.

    Raises: NotAllowed; ValidationError, "Only recorders enter results here, so a venue code can’t be used."
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    if not may_members_report(ladder):
        raise ValidationError(NOTHING_TO_OPEN)
    code = make_code(SHORT)
    made = {"digest": digest_code(code), "made_by": by, "made_at": timezone.now()}
    VenueCode.objects.update_or_create(ladder=ladder, defaults=made)
    return code


def end_venue_code(*, ladder: Ladder, by: User | None) -> None:
    """Delete the ladder's venue code, so that nobody can report with it.

    Raises: NotAllowed.
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    VenueCode.objects.filter(ladder=ladder).delete()


def find_code_digest(ladder: Ladder, code: str) -> str:
    """Return the digest that a session keeps, if this is the ladder's code; else an empty text."""
    digest = digest_code(code)
    return digest if is_venue_code_valid(ladder, digest) else ""


def is_venue_code_valid(ladder: Ladder, digest: str) -> bool:
    """Return whether the digest in a session is that of the ladder's code."""
    known = VenueCode.objects.filter(ladder=ladder).first()
    return known is not None and constant_time_compare(known.digest, digest)


def may_members_report(ladder: Ladder) -> bool:
    """Return whether members report on this ladder; only then can people at the venue."""
    return ladder.reporters != Ladder.Reporters.RECORDERS


def report_at_venue(*, season: Season, entry: EnteredMatch, digest: str, form_key: UUID | None = None) -> Match:
    """Record a match that was entered at the venue, and return it.

    It has no reporter, so nobody can fix it: its players confirm or dispute it, and organisers correct it.
    Raises: NotAllowed, when there is another code by now or only recorders report; else what `record_entered_match`
    raises.
    """
    if not may_members_report(season.ladder):
        raise NotAllowed(RECORDERS_ONLY)
    if not find_result_format(entry.result).is_for_members:
        raise NotAllowed(NO_DUELS)
    with transaction.atomic():
        if not is_venue_code_valid(season.ladder, digest):
            raise NotAllowed(CODE_OVER)
        match = record_entered_match(
            season=season,
            entry=entry,
            by=None,
            form_key=form_key,
            pending=season.ladder.counts_when_confirmed,
            at_venue=True,
            check_limit=partial(check_venue_limit, ladder=season.ladder, players=entry.players),
        )
        if match.confirm_by is None:
            ask_to_confirm(match, match.recorded_at)
    return match
