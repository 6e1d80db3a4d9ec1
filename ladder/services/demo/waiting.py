"""A result of the night before that waits for the member to confirm it."""

from datetime import datetime, timedelta

from ladder.models import Season
from ladder.services.demo.people import MEMBER
from ladder.services.reports import report_match
from ladder.services.results import ParticipantResult
from players.models import Player

HOURS, AGO = 48, timedelta(hours=20)


def report_pending_match(season: Season, now: datetime) -> None:
    """Let the ladder count only what is confirmed from now on; the member's last opponent reports another match."""
    season.ladder.confirm_hours, season.ladder.counts_when_confirmed = HOURS, True
    season.ladder.save(update_fields=["confirm_hours", "counts_when_confirmed"])
    member = Player.objects.get(name=MEMBER)
    others = Player.objects.filter(
        participations__match__season=season, participations__match__participants__player=member
    )
    last = others.exclude(pk=member.pk).select_related("user").order_by("-participations__match__played_at").first()
    if last and last.user:
        sides = [ParticipantResult(last, 1.0), ParticipantResult(member, 0.0)]
        report_match(season=season, sides=sides, by=last.user, kind="rated", played_at=now - AGO)
