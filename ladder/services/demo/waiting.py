"""A result of the night before that waits for the member to confirm it."""

from datetime import datetime, timedelta

from ladder.models import Season
from players.models import Player

from ..reports import report
from ..results import Side
from .people import MEMBER

HOURS, AGO = 48, timedelta(hours=20)


def let_one_wait(season: Season, now: datetime) -> None:
    """Let the ladder count only what is confirmed from now on; the member's last opponent reports another match."""
    season.ladder.confirm_hours, season.ladder.counts_when_confirmed = HOURS, True
    season.ladder.save(update_fields=["confirm_hours", "counts_when_confirmed"])
    member = Player.objects.get(name=MEMBER)
    others = Player.objects.filter(
        participations__match__season=season, participations__match__participants__player=member
    )
    last = others.exclude(pk=member.pk).select_related("user").order_by("-participations__match__played_at").first()
    if last and last.user:
        sides = [Side(last, 1.0), Side(member, 0.0)]
        report(season=season, sides=sides, by=last.user, kind="rated", played_at=now - AGO)
