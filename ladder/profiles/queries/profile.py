"""A profile put together: rank, figures, chart and opponents."""

from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.pages.figures import format_long_day, format_visible_change
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import load_career
from ladder.profiles.queries.chart import Chart, build_chart
from ladder.profiles.queries.head_to_head import BestWin, Rival, find_best_win, list_rivals
from ladder.profiles.queries.summary import CareerSummary, build_summary
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.table import load_standings
from players.models import Player


class PlayerAbove(NamedTuple):
    """The player who ranks just above, and the gap to them: "4.5", or empty when the ratings are level."""

    player: int
    name: str
    gap: str


class ProfileRank(NamedTuple):
    """A rank, out of how many, how it moved since a club day, and the player above; `absence` is why there is none."""

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
    """Return the player's rank in the standings at the end of the day asked for; None before their first match."""
    table = load_standings(board, asked)
    mine = next((row for row in table.rows if row.player == player.pk), None)
    if mine is None:
        return None
    if not mine.is_ranked:
        return ProfileRank("", len(table.ranked), mine.movement, "", None, mine.absence)
    index, above = table.ranked.index(mine), None
    if index:
        row = table.ranked[index - 1]
        gap = format_visible_change(board.rating_system, row.points - mine.points).lstrip("+")
        above = PlayerAbove(row.player, row.name, gap)
    since = format_long_day(table.since) if table.since else ""
    return ProfileRank(mine.rank_words, len(table.ranked), mine.movement, since, above)


class Profile(NamedTuple):
    """What a profile shows; the rank is None before the first match."""

    rank: ProfileRank | None
    summary: CareerSummary
    chart: Chart | None
    rivals: list[Rival]
    best_win: BestWin | None


def load_profile(choice: BoardChoice, player: Player) -> Profile:
    """Return the profile of a player on a board at the end of the day asked for."""
    career = load_career(choice.board, player, choice.past)
    rank = load_profile_rank(choice.board, player, choice.past)
    return Profile(rank, build_summary(career), build_chart(career), list_rivals(career), find_best_win(career))


def load_head_to_head(choice: BoardChoice, player: Player, other: Player) -> Rival | None:
    """Return the record of a player against another; None when they have not met on the board."""
    rivals = list_rivals(load_career(choice.board, player, choice.past))
    return next((rival for rival in rivals if rival.player == other.pk), None)
