"""Which challenges end with their season, and how that is said before it closes."""

from django.db.models import QuerySet

from ladder.models import Challenge, Season
from ladder.selectors.challenges.deadlines import build_answerable_filter, build_unplayed_filter, select_challenges


def find_unfinished_challenges(season: Season) -> QuerySet[Challenge]:
    """Return the season's challenges that wait for an answer, or were accepted and not played, in time or not."""
    return select_challenges(season).filter(build_answerable_filter() | build_unplayed_filter())


def describe_unfinished_challenges(season: Season) -> str:
    """Return what becomes of them when the season closes; nothing where there are none. One query."""
    count = find_unfinished_challenges(season).count()
    if not count:
        return ""
    were = "challenge that was" if count == 1 else "challenges that were"
    return f"{count:,} {were} not played will be called off."
