"""Whether an opponent is still asked to confirm a match, and what the page says of it."""

from django.utils import formats, timezone

from ladder.models import Match
from players.identity import called

from .results import listed


def is_waiting(match: Match) -> bool:
    """Say whether an opponent is asked: nobody but the reporter has written a version, and there is time."""
    if match.is_void or match.confirm_by is None or match.confirm_by <= timezone.now():
        return False
    return match.revisions.filter(number=match.revision, by=match.reported_by_id).exists()


def waiting_for(match: Match) -> str:
    """Return who is asked and until when: Waits for Ben to confirm, until 12 March 2026, 19:42."""
    if not is_waiting(match):
        return ""
    rows = match.participants.exclude(player__user=match.reported_by_id).order_by("seat").annotate(who=called("player"))
    until = formats.date_format(timezone.localtime(match.confirm_by), "j F Y, H:i")
    return f"Waits for {listed(list(rows.values_list('who', flat=True)))} to confirm, until {until}."
