"""The system and options of a board."""

from typing import Any

from ladder.forms.options import OptionsForm
from ladder.forms.previewed import NotedForm
from ladder.models import Board, Season
from ladder.ratings import create_system, list_system_choices
from players.forms.touched import ConcurrentForm


class BoardForm(ConcurrentForm, OptionsForm, NotedForm):
    """The options of one system, as they are on the board or as they usually are; without a board, of a new one."""

    def __init__(self, data: Any = None, *, board: Board | None = None, system: str) -> None:
        super().__init__(data)
        self.add_options(board.rating_system if board and system == board.system else create_system(system))
        self.watch()

    def values(self) -> dict[str, Any]:
        return self.option_values()

    def said(self) -> Any:
        return [self.key, self.values()]


def list_free_systems(season: Season, board: Board | None = None) -> list[tuple[str, str]]:
    """Return the systems that this or a new board may have: those of the season's other boards are taken."""
    taken = set(Board.objects.filter(season=season).values_list("system", flat=True))
    taken -= {board.system} if board else set()
    return [(key, label) for key, label in list_system_choices() if key not in taken]
