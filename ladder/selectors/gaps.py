"""How far it is to the place above."""

from typing import NamedTuple

from .printing import seen_change
from .standings import Table


class Gap(NamedTuple):
    """A gap in words: the distance, and to whom, which a narrow list leaves out."""

    far: str
    whom: str


def gap_above(table: Table, player: int | None) -> Gap | None:
    """Return how far a player is behind the one above: "3.6 behind", "Kevin"; None for the first."""
    place = next((row.rank for row in table.rows if row.player == player), 1)
    if place == 1:
        return None
    above, mine = table.rows[place - 2], table.rows[place - 1]
    gap = seen_change(table.board.rating_system, above.points - mine.points).lstrip("+")
    return Gap(f"{gap} behind", above.name) if gap else Gap("level", f"with {above.name}")
