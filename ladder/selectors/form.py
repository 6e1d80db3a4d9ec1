"""A player's form: how the last five matches ended."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, RatingChange

FORM = 5
LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}
MATCH = "participant__match"


class Form(NamedTuple):
    """The last results as letters, newest last: W, D or L."""

    letters: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(self.letters)


def forms(board: Board, player: int | None = None) -> dict[int, Form]:
    """Return everybody's form on a board, or one player's, in one query."""
    changes = RatingChange.objects.filter(board=board, participant__score__isnull=False)
    if player:
        changes = changes.filter(participant__player=player)
    newest_first = [F(f"{MATCH}__played_at").desc(), F(f"{MATCH}__sequence").desc()]
    number = Window(RowNumber(), partition_by=[F("participant__player")], order_by=newest_first)
    rows = changes.annotate(number=number).filter(number__lte=FORM).order_by("-number")
    found: dict[int, list[str]] = defaultdict(list)
    for key, score in rows.values_list("participant__player", "participant__score"):
        found[key].append(LETTERS[score or 0.0])
    return {key: Form(tuple(letters)) for key, letters in found.items()}
