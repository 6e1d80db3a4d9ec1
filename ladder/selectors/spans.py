"""A board's changes in a span of club days."""

from datetime import date, timedelta

from django.db.models import QuerySet

from ladder.models import Board, RatingChange

from .days import midnight
from .past import AT


def changes_in(board: Board, day: date, days: int) -> QuerySet[RatingChange]:
    """Return the board's changes of so many club days, of which that is the last, in the order of play.

    A database finds these matches in their index, which has them in this very order.
    """
    first, end = midnight(day - timedelta(days - 1)), midnight(day + timedelta(1))
    played = {f"{AT}season": board.season_id, f"{AT}played_at__gte": first, f"{AT}played_at__lt": end}
    return RatingChange.objects.filter(board=board, **played).order_by(f"{AT}played_at", f"{AT}sequence")
