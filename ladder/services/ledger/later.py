"""A player's later matches on a board, read at once with the rows of everybody in them."""

import json
from collections.abc import Collection, Container
from functools import cache
from typing import Any

from django.db.models import DateTimeField, F, FilteredRelation, IntegerField, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from ladder.models import Board, Match, RatingChange
from ladder.ratings import Key
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT

from . import bulk
from .entries import Entry
from .loading import duel, entries, of_two
from .question import Blank, Question
from .span import Extent
from .stored import COLUMNS, MOVING, Rows, read

MATCH = (f"{AT}id", f"{AT}kind", f"{AT}played_at", f"{AT}started_at", "said", f"{AT}sequence", "participant__seat")
OWN = ("participant__id", "participant__player_id", "participant__score")
OTHER = ("other__id", "other__player_id", "other__score")
SIDES = f"{AT}participants"
OPPOSITE = Q(**{f"{SIDES}__seat": 1 - F("participant__seat")})
PLACE: Any = Blank("at", DateTimeField()), Blank("number", IntegerField())
PLAYER = Blank("player", IntegerField())


class Later:
    """The matches of one player after another: a duel in one row, one of several among other such ones."""

    def __init__(self, board: Board, plain: bool, extent: Extent) -> None:
        self.board, self.plain = board, plain
        self.names = ("id", *(MOVING if plain else COLUMNS))
        self.question = question(board, self.names, extent)
        self.duels, self.facts, self.zone = of_two(), cache(json.loads), timezone.get_current_timezone()

    def of(self, player: Key, since: Place, known: Container[int]) -> tuple[list[Entry], Rows]:
        """Return a player's matches from a place on that are not known yet, and everybody's rows in them."""
        at, number = since
        found = [row for row in self.question.ask(player=player, at=at, number=number) if row[0] not in known]
        rows: Rows = {}
        duels = [self.duel(row, rows) for row in found if row[1] in self.duels]
        if len(duels) == len(found):
            return duels, rows
        others, theirs = self.of_several([row[0] for row in found if row[1] not in self.duels])
        return duels + others, rows | theirs

    def duel(self, row: tuple[Any, ...], rows: Rows) -> Entry:
        """Return a match of two, and put both rows among the others; who took the first seat comes first."""
        kind, seat = row[: len(MATCH) - 1], row[len(MATCH) - 1]
        middle = len(MATCH) + len(OWN) + len(self.names)
        own, other = row[len(MATCH) : middle], row[middle:]
        one, two = (other, own) if seat else (own, other)
        for participant, _, _, *values in (one, two):
            rows[participant] = (participant, *values) if self.plain else read((participant, *values))
        return duel((*kind, one[0], two[0], one[1], two[1], one[2], two[2]), self.facts(row[4]), self.zone)

    def of_several(self, chosen: Collection[int]) -> tuple[list[Entry], Rows]:
        """Return these matches, and everybody's rows in them."""
        rows = RatingChange.objects.filter(board=self.board, participant__match__in=chosen).order_by()
        found = bulk.read(rows.values_list("participant", *self.names))
        return entries(Match.objects.filter(pk__in=chosen)), {row[0]: row if self.plain else read(row) for row in found}


def question(board: Board, names: Collection[str], extent: Extent) -> Question:
    """Return the question for a player's matches on a board from a place on, each with who sat opposite.

    They have keys within the extent: so a database looks at nothing else of all that the player ever played in.
    """
    keys = {"participant__match__gte": extent.first, "participant__match__lte": extent.last}
    rows = (
        RatingChange.objects.filter(from_place(PLACE, AT), board=board, participant__player=PLAYER, **keys)
        .alias(other=FilteredRelation(SIDES, condition=OPPOSITE))
        .alias(theirs=FilteredRelation("other__changes", condition=Q(other__changes__board=board)))
        .annotate(said=Cast(f"{AT}facts", TextField()))
        .order_by()
    )
    return Question(rows.values_list(*MATCH, *OWN, *names, *OTHER, *(f"theirs__{name}" for name in names)))
