"""A player's form: how the last five matches ended."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, RatingChange
from ladder.selectors.order import OrderPlace, filter_before_place
from ladder.selectors.past import MATCH_PATH, filter_players, keep_players
from players.identity import resolve_player

FORM_LENGTH = 5
RESULT_LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}


class RecentForm(NamedTuple):
    """The last results as letters, newest last: W, D or L."""

    letters: str = ""

    @property
    def words(self) -> str:
        return " ".join(self.letters)


def load_forms_before(board: Board, place: OrderPlace, players: Collection[int] | None = None) -> dict[int, str]:
    """Return the form of everybody, or of these players, before that place in the order of play; one query.

    All their matches are read: how things now stand, the standings know.
    """
    rated = RatingChange.objects.filter(
        filter_before_place(place, MATCH_PATH), board=board, participant__score__isnull=False
    )
    changes = filter_players(rated, "participant__player", players)
    newest_first = [F(f"{MATCH_PATH}played_at").desc(), F(f"{MATCH_PATH}sequence").desc()]
    number = Window(RowNumber(), partition_by=[resolve_player("participant__player")], order_by=newest_first)
    rows = changes.annotate(number=number).filter(number__lte=FORM_LENGTH).order_by("-number")
    found: dict[int, str] = defaultdict(str)
    for player, score in rows.values_list(resolve_player("participant__player"), "participant__score"):
        found[player] += RESULT_LETTERS[score or 0.0]
    return keep_players(found, players)
