"""The venue code: organisers make it, and whoever is at the venue reports with it, and does nothing else."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from ladder.models import Ladder, Match, Season, VenueCode
from players import tokens

from .. import matches
from ..limits import check_venue_report
from ..permissions import NO_DUELS, RECORDERS_ONLY, Act, NotAllowed, allow
from ..results import Side
from .reporting import ask_to_confirm, told

OVER = "The venue code has changed, or your twelve hours are over. Enter it again."
NOTHING_TO_OPEN = "Only recorders enter results here, so a venue code can’t be used."


def make_code(*, ladder: Ladder, by: User | None) -> str:
    """Return a new venue code of the ladder; the one before it no longer works.

    Raises: NotAllowed; ValidationError, "Only recorders enter results here, so a venue code can’t be used."
    """
    allow(by, Act.SETTINGS, ladder)
    if not is_for_members(ladder):
        raise ValidationError(NOTHING_TO_OPEN)
    code = tokens.new_code(tokens.SHORT)
    made = {"digest": tokens.digest(code), "made_by": by, "made_at": timezone.now()}
    VenueCode.objects.update_or_create(ladder=ladder, defaults=made)
    return code


def end_code(*, ladder: Ladder, by: User | None) -> None:
    """Let nobody report by a venue code any more.

    Raises: NotAllowed.
    """
    allow(by, Act.SETTINGS, ladder)
    VenueCode.objects.filter(ladder=ladder).delete()


def opened_by(ladder: Ladder, code: str) -> str:
    """Return the digest that a session keeps, if this is the ladder's code; else nothing."""
    digest = tokens.digest(code)
    return digest if is_open(ladder, digest) else ""


def is_open(ladder: Ladder, digest: str) -> bool:
    """Say whether what a session keeps is still the ladder's code."""
    known = VenueCode.objects.filter(ladder=ladder).first()
    return known is not None and constant_time_compare(known.digest, digest)


def is_for_members(ladder: Ladder) -> bool:
    """Say whether members report here at all: only there may somebody at the venue, who is nobody in particular."""
    return ladder.reporters != Ladder.Reporters.RECORDERS


def report_at_venue(*, season: Season, sides: Sequence[Side], digest: str, kind: str, **played: Any) -> Match:
    """Record a match for whoever is at the venue; the rest is what `matches.record` takes.

    Nobody reported it, so nobody may fix it: its players confirm or dispute it, and organisers correct it.
    Raises: NotAllowed, when the code is another by now or only recorders report; else what `matches.record` raises.
    """
    if not is_for_members(season.ladder):
        raise NotAllowed(RECORDERS_ONLY)
    if told(sides, kind, played).places:
        raise NotAllowed(NO_DUELS)
    with transaction.atomic():
        if not is_open(season.ladder, digest):
            raise NotAllowed(OVER)
        check_venue_report(ladder=season.ladder, players=[side.player for side in sides])
        waits = season.ladder.counts_when_confirmed
        match = matches.record(season=season, sides=sides, by=None, kind=kind, pending=waits, at_venue=True, **played)
        if match.confirm_by is None:
            ask_to_confirm(match, match.recorded_at)
    return match
