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
from ladder.selectors.order import OrderPlace, filter_from_place
from ladder.selectors.past import MATCH_PATH
from ladder.services.ledger.bulk import read_rows
from ladder.services.ledger.entries import MatchEntry
from ladder.services.ledger.loading import build_duel_entry, list_duel_kinds, read_entries
from ladder.services.ledger.question import QueryBlank, RepeatedQuery
from ladder.services.ledger.span import SpanExtent
from ladder.services.ledger.stored import PLAIN_COLUMNS, ROW_COLUMNS, RowsByParticipant, parse_row

LATER_MATCH_COLUMNS = (
    f"{MATCH_PATH}id",
    f"{MATCH_PATH}kind",
    f"{MATCH_PATH}played_at",
    f"{MATCH_PATH}started_at",
    "said",
    f"{MATCH_PATH}sequence",
    "participant__seat",
)
OWN_COLUMNS = ("participant__id", "participant__player_id", "participant__score")
OTHER_COLUMNS = ("other__id", "other__player_id", "other__score")
PARTICIPANTS_PATH = f"{MATCH_PATH}participants"
IS_OPPOSITE = Q(**{f"{PARTICIPANTS_PATH}__seat": 1 - F("participant__seat")})
PLACE_BLANKS: Any = QueryBlank("at", DateTimeField()), QueryBlank("number", IntegerField())
PLAYER_BLANK = QueryBlank("player", IntegerField())


class LaterMatches:
    """The matches of one player after another: a duel in one row, one of several among other such ones."""

    def __init__(self, board: Board, plain: bool, extent: SpanExtent) -> None:
        self.board, self.plain = board, plain
        self.names = ("id", *(PLAIN_COLUMNS if plain else ROW_COLUMNS))
        self.question = build_later_query(board, self.names, extent)
        self.duels, self.facts, self.zone = list_duel_kinds(), cache(json.loads), timezone.get_current_timezone()

    def of(self, player: Key, since: OrderPlace, known: Container[int]) -> tuple[list[MatchEntry], RowsByParticipant]:
        """Return a player's matches from a place on that are not known yet, and everybody's rows in them."""
        at, number = since
        found = [row for row in self.question.ask(player=player, at=at, number=number) if row[0] not in known]
        rows: RowsByParticipant = {}
        duels = [self.duel(row, rows) for row in found if row[1] in self.duels]
        if len(duels) == len(found):
            return duels, rows
        others, theirs = self.of_several([row[0] for row in found if row[1] not in self.duels])
        return duels + others, rows | theirs

    def duel(self, row: tuple[Any, ...], rows: RowsByParticipant) -> MatchEntry:
        """Return a match of two, and put both rows among the others; who took the first seat comes first."""
        kind, seat = row[: len(LATER_MATCH_COLUMNS) - 1], row[len(LATER_MATCH_COLUMNS) - 1]
        middle = len(LATER_MATCH_COLUMNS) + len(OWN_COLUMNS) + len(self.names)
        own, other = row[len(LATER_MATCH_COLUMNS) : middle], row[middle:]
        one, two = (other, own) if seat else (own, other)
        for participant, _, _, *values in (one, two):
            rows[participant] = (participant, *values) if self.plain else parse_row((participant, *values))
        return build_duel_entry((*kind, one[0], two[0], one[1], two[1], one[2], two[2]), self.facts(row[4]), self.zone)

    def of_several(self, chosen: Collection[int]) -> tuple[list[MatchEntry], RowsByParticipant]:
        """Return these matches, and everybody's rows in them."""
        rows = RatingChange.objects.filter(board=self.board, participant__match__in=chosen).order_by()
        found = read_rows(rows.values_list("participant", *self.names))
        return read_entries(Match.objects.filter(pk__in=chosen)), {
            row[0]: row if self.plain else parse_row(row) for row in found
        }


def build_later_query(board: Board, names: Collection[str], extent: SpanExtent) -> RepeatedQuery:
    """Return the question for a player's matches on a board from a place on, each with who sat opposite.

    They have keys within the extent: so a database looks at nothing else of all that the player ever played in.
    """
    keys = {"participant__match__gte": extent.first, "participant__match__lte": extent.last}
    rows = (
        RatingChange.objects.filter(
            filter_from_place(PLACE_BLANKS, MATCH_PATH), board=board, participant__player=PLAYER_BLANK, **keys
        )
        .alias(other=FilteredRelation(PARTICIPANTS_PATH, condition=IS_OPPOSITE))
        .alias(theirs=FilteredRelation("other__changes", condition=Q(other__changes__board=board)))
        .annotate(said=Cast(f"{MATCH_PATH}facts", TextField()))
        .order_by()
    )
    return RepeatedQuery(
        rows.values_list(
            *LATER_MATCH_COLUMNS, *OWN_COLUMNS, *names, *OTHER_COLUMNS, *(f"theirs__{name}" for name in names)
        )
    )
