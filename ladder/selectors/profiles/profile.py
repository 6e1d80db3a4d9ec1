"""A profile put together: the place, the figures, the chart, the opponents."""

from typing import NamedTuple

from players.models import Player

from .boards import Choice
from .career import career
from .chart import Chart, chart
from .rivals import BestWin, Rival, best_win, rivals
from .summary import Summary, summary
from .where import Where, where


class Profile(NamedTuple):
    """What a profile shows; without a place the player had not played by then."""

    where: Where | None
    summary: Summary
    chart: Chart | None
    rivals: list[Rival]
    best_win: BestWin | None


def profile(choice: Choice, player: Player) -> Profile:
    """Return the profile of a player on a board at the end of the day asked for."""
    found = career(choice.board, player, choice.asked)
    place = where(choice.board, player, choice.asked)
    return Profile(place, summary(found), chart(found), rivals(found), best_win(found))


def against(choice: Choice, player: Player, other: Player) -> Rival | None:
    """Return the record of a player against another; none when they have not met on the board."""
    found = rivals(career(choice.board, player, choice.asked))
    return next((one for one in found if one.player == other.pk), None)
