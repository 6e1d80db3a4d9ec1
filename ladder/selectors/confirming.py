"""Whether an opponent is still asked to confirm a match, and what the page says of it."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import formats, timezone

from ladder.models import Match
from players.identity import called

from .disputes import dispute_of, open_disputes
from .results import listed


def is_waiting(match: Match) -> bool:
    """Say whether an opponent is asked.

    A pending match waits unless somebody disputes it. One that counts meanwhile does while nobody but the reporter has
    written a version, and there is time.
    """
    if match.is_pending:
        return dispute_of(match) is None
    if match.is_void or match.confirm_by is None or match.confirm_by <= timezone.now():
        return False
    return match.revisions.filter(number=match.revision, by=match.reported_by_id).exists()


def due(now: datetime) -> QuerySet[Match]:
    """Return the pending matches whose hours are over, and which nobody disputes."""
    disputed = Exists(open_disputes().filter(match=OuterRef("pk")))
    pending = Match.objects.filter(status=Match.Status.PENDING, confirm_by__lte=now, season__closed_at=None)
    return pending.exclude(disputed)


def waiting_for(match: Match) -> str:
    """Return who is asked and until when: Waits for Ben to confirm, until 12 March 2026, 19:42.

    Of a pending match it says what silence does too.
    """
    if not is_waiting(match):
        return ""
    rows = match.participants.exclude(player__user=match.reported_by_id).order_by("seat").annotate(who=called("player"))
    who = listed(list(rows.values_list("who", flat=True)))
    if match.confirm_by is None:
        return f"Waits for {who} or an organiser to confirm."
    until = formats.date_format(timezone.localtime(match.confirm_by), "j F Y, H:i")
    if match.confirm_by <= timezone.now():
        return f"Nobody said otherwise until {until}, so it counts shortly."
    if match.is_pending:
        return f"Waits for {who} to confirm. Without an answer it counts from {until} on."
    return f"Waits for {who} to confirm, until {until}."
