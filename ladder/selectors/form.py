"""A player's form: how the last five matches ended."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, RatingChange
from players.identity import who

from .order import Place, before_place
from .past import AT, keep, narrow

FORM = 5
LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}


class Form(NamedTuple):
    """The last results as letters, newest last: W, D or L."""

    letters: str = ""

    @property
    def words(self) -> str:
        return " ".join(self.letters)


def forms_before(board: Board, place: Place, players: Collection[int] | None = None) -> dict[int, str]:
    """Return the form of everybody, or of these players, before that place in the order of play; one query.

    All their matches are read: how things now stand, the standings know.
    """
    rated = RatingChange.objects.filter(before_place(place, AT), board=board, participant__score__isnull=False)
    changes = narrow(rated, "participant__player", players)
    newest_first = [F(f"{AT}played_at").desc(), F(f"{AT}sequence").desc()]
    number = Window(RowNumber(), partition_by=[who("participant__player")], order_by=newest_first)
    rows = changes.annotate(number=number).filter(number__lte=FORM).order_by("-number")
    found: dict[int, str] = defaultdict(str)
    for player, score in rows.values_list(who("participant__player"), "participant__score"):
        found[player] += LETTERS[score or 0.0]
    return keep(found, players)
