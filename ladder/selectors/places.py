"""A player's place on a season's main board."""

from typing import NamedTuple

from django.utils import timezone

from ladder.models import Season
from ladder.ratings import decayed
from players.models import Player

from .printing import rating_text
from .ranking import ranks, states, stored


class Place(NamedTuple):
    """A place in the standings: 31, "31st", "1,793"."""

    number: int
    ordinal: str
    rating: str


def place_of(season: Season, player: Player) -> Place | None:
    """Return the player's place, ranked as of today; none without a standing."""
    board = season.boards.first()
    if board is None:
        return None
    system, day = board.rating_system, timezone.localdate()
    rows = stored(board)
    number = ranks(system, states(rows), day).get(player.pk)
    mine = next((row.rating for row in rows if row.player_id == player.pk), None)
    if number is None or mine is None:
        return None
    return Place(number, ordinal(number), rating_text(system, decayed(system, mine, day).points))


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
