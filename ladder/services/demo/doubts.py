"""A result of the fictional club that its loser remembers otherwise, for the organisers to look at."""

from ladder.models import Match

from ..reports import disputes
from .asking import account
from .people import MEMBER

LADDER = "backgammon"
NOTE = "It was half past ten, and we had said 3."


def doubt_one() -> None:
    """Let the loser of the newest match of more than 3 points say that it went to 3."""
    counted = Match.objects.filter(season__ladder__slug=LADDER, status=Match.Status.COUNTED, facts__length__gt=3)
    match = counted.exclude(participants__player__name=MEMBER).latest("played_at", "sequence")
    loser = match.participants.select_related("player__user").get(score=0.0).player
    proposed = disputes.proposal(match, None, {"length": 3})
    disputes.dispute(match=match, by=account(loser), note=NOTE, revision=match.revision, proposed=proposed)
