"""Which challenges run or wait for a walkover, for a query: the clock decides, nothing is stored when one runs out."""

from django.db.models import DateTimeField, F, Q, QuerySet, Value
from django.db.models.lookups import LessThan
from django.utils import timezone

from ladder.models import Challenge, Match, Season, State

UNPLAYED = Q(match=None) | Q(match__status=Match.Status.VOID)


def build_running_filter() -> Q:
    """Return the filter for challenges that wait for an answer or to be played, within their time."""
    return build_answerable_filter() | build_unplayed_filter() & Q(play_by__gt=timezone.now())


def build_answerable_filter() -> Q:
    """Return the filter for challenges that can still be answered."""
    return Q(status=State.OPEN, answer_by__gt=timezone.now())


def build_unplayed_filter() -> Q:
    """Return the filter for challenges that were accepted and not played, in their time or as long again after it."""
    late = Value(timezone.now(), DateTimeField()) - F("play_by")
    return Q(UNPLAYED, LessThan(late, F("play_by") - F("accepted_at")), status=State.ACCEPTED)


def select_challenges(season: Season) -> QuerySet[Challenge]:
    """Return a season's challenges with their match and everybody in them; one query, and one for the parties."""
    found = Challenge.objects.filter(season=season).select_related("season__ladder", "match", "by__merged_into")
    return found.prefetch_related("parties__player__merged_into")
