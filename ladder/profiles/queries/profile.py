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
from ladder.ratings import RatingSystem
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import load_standings
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


class Profile(NamedTuple):
    """What a profile shows; without a place the player had not played by then."""

    where: ProfileRank | None
    summary: CareerSummary
    chart: Chart | None
    rivals: list[Rival]
    best_win: BestWin | None


def load_profile(choice: BoardChoice, player: Player) -> Profile:
    """Return the profile of a player on a board at the end of the day asked for."""
    found = load_career(choice.board, player, choice.asked)
    place = load_profile_rank(choice.board, player, choice.asked)
    return Profile(place, build_summary(found), build_chart(found), list_rivals(found), find_best_win(found))


def load_head_to_head(choice: BoardChoice, player: Player, other: Player) -> Rival | None:
    """Return the record of a player against another; none when they have not met on the board."""
    found = list_rivals(load_career(choice.board, player, choice.asked))
    return next((one for one in found if one.player == other.pk), None)
