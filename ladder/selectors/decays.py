"""What the clock alone took off the ratings between two matches, step by step."""

from collections.abc import Collection
from datetime import date

from django.utils import timezone

from ladder.models import Board, RatingChange
from ladder.ratings import Key, Rating, RatingSystem, Step, count_periods
from ladder.selectors.order import OrderPlace
from ladder.selectors.past import MATCH_PATH, load_table_before


def build_decay_steps(system: RatingSystem, since: Rating | None, before: Rating) -> tuple[Step, ...]:
    """Return the steps from the rating after a player's last change to the one just before the match."""
    count = count_periods(system, since, before) if since else 0
    return system.explain_advance(since, count) if since and count else ()


def load_previous_ratings(board: Board, place: OrderPlace, players: Collection[Key]) -> dict[Key, Rating]:
    """Return the ratings after the players' last changes before this place in the order, or those of the opening.

    What was brought in began to decay on the day of the board's first match.
    """
    table = {player: past.rating for player, past in load_table_before(board, place, players).items()}
    if board.rating_system.period is None or all(rating.as_of for rating in table.values()):
        return table
    day = find_first_day(board)
    return {player: rating._replace(as_of=rating.as_of or day) for player, rating in table.items()}


def find_first_day(board: Board) -> date | None:
    """Return the day of the board's first match, when undated openings begin to decay."""
    dated = {"board": board, "before_as_of__isnull": False, f"{MATCH_PATH}season": board.season_id}
    rows = RatingChange.objects.filter(**dated).order_by(
        f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence"
    )  # as their index has them
    first = rows.values_list(f"{MATCH_PATH}played_at", flat=True).first()
    return timezone.localdate(first) if first else None
