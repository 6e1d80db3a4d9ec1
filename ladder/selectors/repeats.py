"""How often one player beat another today."""

from collections.abc import Sequence

from django.db.models import Count
from django.utils import timezone

from ladder.models import Match, Participant, Season
from ladder.selectors.days import start_of_day
from players.identity import resolve_player, select_with_merged


def count_wins_today(season: Season, pair: Sequence[int]) -> dict[int, int]:
    """Return how many matches of these two each has won on this club day, by winner; one query."""
    first, second = pair
    today = Match.objects.filter(season=season, played_at__gte=start_of_day(timezone.localdate()))
    today = today.exclude(status=Match.Status.VOID)
    both = today.filter(participants__player__in=select_with_merged([first])).filter(
        participants__player__in=select_with_merged([second])
    )
    won = Participant.objects.filter(match__in=both, player__in=select_with_merged(pair), score=1.0).order_by()
    return dict(won.values_list(resolve_player("player")).annotate(times=Count("id")))
