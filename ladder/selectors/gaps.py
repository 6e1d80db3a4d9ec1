"""How far it is to the place above."""

from typing import NamedTuple

from ladder.selectors.printing import format_visible_change
from ladder.selectors.standings import StandingsTable


class RankGap(NamedTuple):
    """A gap in words: the distance, and to whom, which a narrow list leaves out."""

    far: str
    whom: str


def describe_gap_above(table: StandingsTable, player: int | None) -> RankGap | None:
    """Return how far a player is behind the one above: "3.6 behind", "Kevin"; None for the first and the unranked."""
    rows = table.ranked
    index = next((index for index, row in enumerate(rows) if row.player == player), 0)
    if index == 0:
        return None
    above, mine = rows[index - 1], rows[index]
    gap = format_visible_change(table.board.rating_system, above.points - mine.points).lstrip("+")
    return RankGap(f"{gap} behind", above.name) if gap else RankGap("level", f"with {above.name}")
