"""A span of club days, and a board's changes in it."""

from datetime import date, timedelta

from django.db.models import Q, QuerySet

from ladder.models import Board, Match, Participant, RatingChange

from .days import midnight


def span(day: date, days: int) -> Q:
    """Return the filter for matches of so many club days, of which that is the last."""
    first, end = midnight(day - timedelta(days - 1)), midnight(day + timedelta(1))
    return Q(played_at__gte=first, played_at__lt=end)


def changes_in(board: Board, matches: Q) -> QuerySet[RatingChange]:
    """Return the board's changes by these matches, in no order.

    The subqueries make SQLite begin with the matches, not with everything on the board.
    """
    found = Match.objects.filter(matches, season=board.season_id).order_by()
    played = Participant.objects.filter(match__in=found).order_by()
    return RatingChange.objects.filter(board=board, participant__in=played).order_by()
