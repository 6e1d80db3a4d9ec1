"""Which ladders hold tournaments alone just now: a recorder or an organiser enters those."""

from functools import cache

from django.db.models import Case, Exists, OuterRef, QuerySet, Subquery, When
from django.utils import timezone

from ladder.models import Board, Ladder, Season
from ladder.ratings import create_system, list_system_choices


def find_ladders_reported() -> QuerySet[Ladder]:
    """Return all ladders; `reported` says whether the newest open season has a board for other matches."""
    later = Case(When(starts_on__gt=timezone.localdate(), then=True), default=False)
    begun_first = Season.objects.filter(ladder=OuterRef(OuterRef("pk")), closed_at=None).order_by(later, "-pk")
    newest = begun_first.values("pk")[:1]
    others = Board.objects.filter(season=Subquery(newest)).exclude(system__in=list_tournament_systems())
    return Ladder.objects.annotate(reported=Exists(others))


@cache
def list_tournament_systems() -> tuple[str, ...]:
    """Return the rating systems that count tournaments alone."""
    return tuple(
        key
        for key, _ in list_system_choices()
        if not any(kind.format.is_for_members for kind in create_system(key).kinds)
    )
