"""A board's changes in a span of club days."""

from datetime import date, timedelta

from django.db.models import QuerySet

from ladder.models import Board, RatingChange
from ladder.selectors.days import start_of_day
from ladder.selectors.past import MATCH_PATH


def select_changes_in_days(board: Board, day: date, days: int) -> QuerySet[RatingChange]:
    """Return the board's changes of so many club days, of which that is the last, in the order of play.

    A database finds these matches in their index, which has them in this very order.
    """
    first, end = start_of_day(day - timedelta(days - 1)), start_of_day(day + timedelta(1))
    played = {
        f"{MATCH_PATH}season": board.season_id,
        f"{MATCH_PATH}played_at__gte": first,
        f"{MATCH_PATH}played_at__lt": end,
    }
    return RatingChange.objects.filter(board=board, **played).order_by(
        f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence"
    )
