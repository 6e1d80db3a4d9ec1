"""A profile put together: the place, the figures, the chart, the opponents."""

from typing import NamedTuple

from ladder.selectors.profiles.boards import BoardChoice
from ladder.selectors.profiles.career import load_career
from ladder.selectors.profiles.chart import Chart, build_chart
from ladder.selectors.profiles.rivals import BestWin, Rival, find_best_win, list_rivals
from ladder.selectors.profiles.summary import CareerSummary, build_summary
from ladder.selectors.profiles.where import ProfileRank, load_profile_rank
from players.models import Player


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
