"""How far it is to the place above."""

from typing import NamedTuple

from .printing import seen_change
from .standings import Table


class Gap(NamedTuple):
    """A gap in words: the distance, and to whom, which a narrow list leaves out."""

    far: str
    whom: str


def gap_above(table: Table, player: int | None) -> Gap | None:
    """Return how far a player is behind the one above: "3.6 behind", "Kevin"; None for the first and the unranked."""
    rows = table.ranked
    index = next((index for index, row in enumerate(rows) if row.player == player), 0)
    if index == 0:
        return None
    above, mine = rows[index - 1], rows[index]
    gap = seen_change(table.board.rating_system, above.points - mine.points).lstrip("+")
    return Gap(f"{gap} behind", above.name) if gap else Gap("level", f"with {above.name}")
