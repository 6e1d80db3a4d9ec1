"""Where a player stands on a board on a day, and who stands just above."""

from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem
from ladder.selectors.places import ordinal
from ladder.selectors.printing import change_text
from ladder.selectors.ranking import ranked
from ladder.selectors.stood import Stood, on, stood
from players.models import Player

from .career import read_on


class Above(NamedTuple):
    """The player above, and how far away they are: "4.5", or nothing when the points are level."""

    player: int
    name: str
    gap: str


class Where(NamedTuple):
    """A place, out of how many, and the player above."""

    place: int
    size: int
    above: Above | None

    @property
    def words(self) -> str:
        return f"{ordinal(self.place)} of {self.size:,}"


def where(board: Board, player: Player, asked: date | None = None) -> Where | None:
    """Return the player's place at the end of the day asked for; none before their first match."""
    system, day = board.rating_system, read_on(board, asked)
    rows = ranked(system, on(system, stood(board, asked), day))
    at = next((at for at, row in enumerate(rows) if row.player == player.pk), None)
    if at is None:
        return None
    return Where(at + 1, len(rows), above(system, rows[at - 1], rows[at]) if at else None)


def above(system: RatingSystem, one: Stood, player: Stood) -> Above:
    """Return the player above with the gap."""
    gap = change_text(system, one.rating.points - player.rating.points).lstrip("+")
    return Above(one.player, one.name, gap if gap.strip("0.") else "")
