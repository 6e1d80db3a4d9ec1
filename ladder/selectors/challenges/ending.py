"""Which challenges end with their season, and how that is said before it closes."""

from django.db.models import QuerySet

from ladder.models import Challenge, Season

from .deadlines import accepted, waiting, with_people


def left_to_play(season: Season) -> QuerySet[Challenge]:
    """Return the season's challenges that wait for an answer, or were accepted and not played, in time or not."""
    return with_people(season).filter(waiting() | accepted())


def warning(season: Season) -> str:
    """Return what becomes of them when the season closes; nothing where there are none. One query."""
    count = left_to_play(season).count()
    if not count:
        return ""
    were = "challenge that was" if count == 1 else "challenges that were"
    return f"{count:,} {were} not played will be called off."
