"""A result of the fictional club that its loser remembers otherwise, for the organisers to look at."""

from ladder.models import Match
from ladder.services.demo.asking import find_player_account
from ladder.services.demo.people import MEMBER
from ladder.services.reports.disputes import build_proposal, dispute_match

DISPUTED_LADDER = "backgammon"
DISPUTE_NOTE = "It was half past ten, and we had said 3."


def dispute_newest_match() -> None:
    """Let the loser of the newest match of more than 3 points say that it went to 3."""
    counted = Match.objects.filter(
        season__ladder__slug=DISPUTED_LADDER, status=Match.Status.COUNTED, facts__length__gt=3
    )
    match = counted.exclude(participants__player__name=MEMBER).latest("played_at", "sequence")
    loser = match.participants.select_related("player__user").get(score=0.0).player
    proposed = build_proposal(match, None, {"length": 3})
    dispute_match(
        match=match, by=find_player_account(loser), note=DISPUTE_NOTE, revision=match.revision, proposed=proposed
    )
