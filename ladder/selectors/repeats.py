"""How often one player beat another today."""

from collections.abc import Sequence

from django.db.models import Count
from django.utils import timezone

from ladder.models import Match, Participant, Season
from players.identity import selves, who

from .days import midnight


def wins_today(season: Season, pair: Sequence[int]) -> dict[int, int]:
    """Return how many matches of these two each has won on this club day, by winner; one query."""
    first, second = pair
    today = Match.objects.filter(season=season, played_at__gte=midnight(timezone.localdate()))
    today = today.exclude(status=Match.Status.VOID)
    both = today.filter(participants__player__in=selves([first])).filter(participants__player__in=selves([second]))
    won = Participant.objects.filter(match__in=both, player__in=selves(pair), score=1.0).order_by()
    return dict(won.values_list(who("player")).annotate(times=Count("id")))
