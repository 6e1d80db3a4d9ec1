"""What the clock alone took off the ratings between two matches, step by step."""

from collections.abc import Sequence
from datetime import date

from ladder.models import Board, Match, RatingChange
from ladder.ratings import Rating, RatingSystem, Step, periods

from .order import place_of
from .past import AT, table_before


def decay_steps(system: RatingSystem, since: Rating | None, before: Rating) -> tuple[Step, ...]:
    """Return the steps from the rating after a player's last change to the one just before the match."""
    if since is None or since.as_of is None or before.as_of is None or system.period is None:
        return ()
    count = periods(system.period, since.as_of, before.as_of)
    return system.explain_decay(since, count) if count else ()


def ratings_before(match: Match, board: Board, players: Sequence[int]) -> dict[int, Rating]:
    """Return the ratings after the players' last changes before this match, or those of the season's opening."""
    table = table_before(board, place_of(match), players)
    if all(past.rating.as_of for past in table.values()):
        return {player: past.rating for player, past in table.items()}
    day = first_day(board)
    return {player: past.rating._replace(as_of=past.rating.as_of or day) for player, past in table.items()}


def first_day(board: Board) -> date | None:
    """Return the day of the board's first match, when undated openings begin to decay."""
    first = RatingChange.objects.filter(board=board, before_as_of__isnull=False).order_by(f"{AT}played_at").first()
    return first.before_as_of if first else None
