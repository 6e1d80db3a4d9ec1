"""Where a player stands on a board on a day, how that moved, and who stands just above."""

from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem
from ladder.selectors.movement import Movement
from ladder.selectors.printing import format_visible_change
from ladder.selectors.profiles.dates import format_long_day
from ladder.selectors.rows import StandingsRow
from ladder.selectors.standings import load_standings
from players.models import Player


class PlayerAbove(NamedTuple):
    """The player above, and how far away they are: "4.5", or nothing when the points are level."""

    player: int
    name: str
    gap: str


class ProfileRank(NamedTuple):
    """A rank, out of how many, its movement since a club day, and the player above; `absence` is why there is none."""

    rank: str
    size: int
    movement: Movement
    since: str
    above: PlayerAbove | None
    absence: str = ""

    @property
    def words(self) -> str:
        return f"No rank: {self.absence}" if self.absence else f"{self.rank} of {self.size:,}"


def load_profile_rank(board: Board, player: Player, asked: date | None = None) -> ProfileRank | None:
    """Return the player's rank in the standings at the end of the day asked for; none before their first match."""
    shown = load_standings(board, asked)
    ranked = shown.ranked
    mine = next((row for row in shown.rows if row.player == player.pk), None)
    if mine is None:
        return None
    if not mine.is_ranked:
        return ProfileRank("", len(ranked), mine.movement, "", None, mine.absence)
    index = ranked.index(mine)
    higher = build_player_above(board.rating_system, ranked[index - 1], mine) if index else None
    since = format_long_day(shown.since) if shown.since else ""
    return ProfileRank(mine.rank_words, len(ranked), mine.movement, since, higher)


def build_player_above(system: RatingSystem, one: StandingsRow, mine: StandingsRow) -> PlayerAbove:
    """Return the player above with the gap."""
    return PlayerAbove(one.player, one.name, format_visible_change(system, one.points - mine.points).lstrip("+"))
