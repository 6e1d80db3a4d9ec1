"""A player's form: how the last five matches ended."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, Participant, RatingChange
from players.identity import who

from .order import Place, before_place
from .past import AT, only

FORM = 5
LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}


class Form(NamedTuple):
    """The last results as letters, newest last: W, D or L."""

    letters: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(self.letters)


def forms(board: Board, player: int | None = None) -> dict[int, Form]:
    """Return everybody's form on a board, or one player's, in one query."""
    return forms_of(board, [player] if player else None)


def forms_of(board: Board, players: Collection[int] | None, place: Place | None = None) -> dict[int, Form]:
    """Return the form of these players, before that place in the order of play if one is given.

    All their matches are read, so ask for those only whose latest five are not known otherwise.
    """
    played = only(Participant.objects.all(), "player", players)
    if place:
        played = played.filter(before_place(place, "match__"))
    changes = RatingChange.objects.filter(board=board, participant__in=played, participant__score__isnull=False)
    newest_first = [F(f"{AT}played_at").desc(), F(f"{AT}sequence").desc()]
    number = Window(RowNumber(), partition_by=[who("participant__player")], order_by=newest_first)
    rows = changes.annotate(number=number).filter(number__lte=FORM).order_by("-number")
    found: dict[int, list[str]] = defaultdict(list)
    for key, score in rows.values_list(who("participant__player"), "participant__score"):
        found[key].append(LETTERS[score or 0.0])
    return {key: Form(tuple(letters)) for key, letters in found.items()}
