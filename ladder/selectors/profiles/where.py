"""Where a player stands on a board on a day, how that moved, and who stands just above."""

from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem
from ladder.selectors.movement import Movement
from ladder.selectors.printing import seen_change
from ladder.selectors.rows import Row
from ladder.selectors.standings import table
from players.models import Player

from .dates import long_day


class Above(NamedTuple):
    """The player above, and how far away they are: "4.5", or nothing when the points are level."""

    player: int
    name: str
    gap: str


class Where(NamedTuple):
    """A rank, out of how many, its movement since a club day, and the player above; `absence` is why there is none."""

    rank: str
    size: int
    movement: Movement
    since: str
    above: Above | None
    absence: str = ""

    @property
    def words(self) -> str:
        return f"No rank: {self.absence}" if self.absence else f"{self.rank} of {self.size:,}"


def where(board: Board, player: Player, asked: date | None = None) -> Where | None:
    """Return the player's rank in the standings at the end of the day asked for; none before their first match."""
    shown = table(board, asked)
    ranked = shown.ranked
    mine = next((row for row in shown.rows if row.player == player.pk), None)
    if mine is None:
        return None
    if not mine.is_ranked:
        return Where("", len(ranked), mine.movement, "", None, mine.absence)
    index = ranked.index(mine)
    higher = above(board.rating_system, ranked[index - 1], mine) if index else None
    since = long_day(shown.since) if shown.since else ""
    return Where(mine.rank_words, len(ranked), mine.movement, since, higher)


def above(system: RatingSystem, one: Row, mine: Row) -> Above:
    """Return the player above with the gap."""
    return Above(one.player, one.name, seen_change(system, one.points - mine.points).lstrip("+"))
