"""The stored rows of the ledger, the states that a replay begins with, and a player's later matches with their rows."""

import json
from collections.abc import Collection, Container, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from django.db.models import DateTimeField, F, FilteredRelation, IntegerField, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from ladder.ledger.drafts import SpanExtent
from ladder.ledger.form_and_counts import NO_COUNTS
from ladder.ledger.storage.bulk import QueryBlank, RepeatedQuery, read_rows
from ladder.ledger.storage.season_matches import MatchEntry, build_duel_entry, list_duel_kinds, read_entries
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    OrderPlace,
    PastState,
    StateTable,
    filter_from_place,
)
from ladder.models import Board, Match, Opening, RatingChange, RatingShift
from ladder.ratings import History, HistoryShift, Key, Rating, has_plain_ratings

STATE_COLUMNS = ("points", "experience", "memory", "as_of")
ROW_COLUMNS = (*(f"before_{name}" for name in STATE_COLUMNS), *(f"after_{name}" for name in STATE_COLUMNS), "at_start")
PLAIN_COLUMNS = tuple(name for name in ROW_COLUMNS if name.endswith(("points", "experience")))
"""The columns of plain rows, which hold points and experience alone."""
RowValues = tuple[Any, ...]
"""The values of a row, in the order of `ROW_COLUMNS`, or of `PLAIN_COLUMNS` for a plain one."""
StoredRow = tuple[Any, ...]
"""A row as it is stored: participant, id, and its values."""
ROW_VALUES = slice(2, None)
STATE_BEFORE, STATE_AFTER, PLAIN_STATE_BEFORE = slice(2, 6), slice(6, 10), slice(2, 4)
pick_json, NO_JSON = itemgetter(4, 8, 10), (None, None, None)
RowsByParticipant = dict[int | None, StoredRow]
"""The stored rows by participant."""
SHIFT_COLUMNS = ROW_COLUMNS[:-1]
ShiftsByMatch = dict[tuple[int, Key], tuple[int, RowValues]]
"""The ids and the columns of the stored shifts, by match and player."""

LATER_MATCH_COLUMNS = (
    f"{MATCH_PATH}id",
    f"{MATCH_PATH}kind",
    f"{MATCH_PATH}played_at",
    f"{MATCH_PATH}started_at",
    "said",
    f"{MATCH_PATH}sequence",
    f"{MATCH_PATH}games",
    f"{MATCH_PATH}ending",
    "participant__seat",
)
OWN_COLUMNS = ("participant__id", "participant__player_id", "participant__score")
OTHER_COLUMNS = ("other__id", "other__player_id", "other__score")
PARTICIPANTS_PATH = f"{MATCH_PATH}participants"
IS_OPPOSITE = Q(**{f"{PARTICIPANTS_PATH}__seat": 1 - F("participant__seat")})
PLACE_BLANKS: Any = QueryBlank("at", DateTimeField()), QueryBlank("number", IntegerField())
PLAYER_BLANK = QueryBlank("player", IntegerField())


def has_plain_rows(board: Board, begin: OrderPlace | None) -> bool:
    """Return whether all rows from this place on hold points and experience alone.

    At the season's start that is not known: there may be rows of another system that the board had.
    """
    rest = Opening.objects.filter(Q(memory__isnull=False) | Q(as_of__isnull=False), board=board)
    return begin is not None and has_plain_ratings(board.rating_system) and not rest.exists()


def load_rating_rows(board: Board, begin: OrderPlace | None, plain: bool) -> RowsByParticipant:
    """Return the board's rows from this place on, by participant; `plain` reads the columns of plain rows only."""
    rows = RatingChange.objects.filter(board=board).order_by()
    if begin:
        rows = rows.filter(filter_from_place(begin, MATCH_PATH), participant__match__season=board.season_id)
    found = read_rows(rows.values_list("participant", "id", *(PLAIN_COLUMNS if plain else ROW_COLUMNS)))
    return {row[0]: row if plain else parse_row(row) for row in found}


def load_rating_shifts(board: Board, begin: OrderPlace | None = None) -> ShiftsByMatch:
    """Return the board's shifts from this place on; one without a `TableSystem` has some only if it had one before."""
    shifts = RatingShift.objects.filter(board=board).order_by()
    if begin:
        shifts = shifts.filter(filter_from_place(begin, "match__"), match__season=board.season_id)
    rows = shifts.values_list("match", "player", "id", *SHIFT_COLUMNS)
    return {(match, player): (pk, tuple(values)) for match, player, pk, *values in rows}


def read_states_before(entries: Sequence[MatchEntry], stored: RowsByParticipant, players: set[Key]) -> StateTable:
    """Return the states of these players before their first match here, read from its row; only of those with one."""
    seats = [participant for entry in entries for participant in entry.participants]
    seated = [player for entry in entries for player in entry.result.players]
    first = dict(zip(reversed(seated), reversed(seats), strict=True))
    rows = {player: stored[first[player]] for player in players & first.keys()}
    return {player: PastState(read_states(row)[0], NO_COUNTS) for player, row in rows.items()}


def parse_row(row: StoredRow) -> StoredRow:
    """Return a row with its JSON columns parsed; most rows have none."""
    if pick_json(row) == NO_JSON:
        return row
    memory, new_memory, start = pick_json(row)
    return (*row[:4], parse_memory(memory), *row[5:8], parse_memory(new_memory), row[9], parse_memory(start))


def parse_memory(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text


def list_ledger_values(history: History, plain: bool) -> Iterator[RowValues]:
    """Yield the values of every row of a replay as they are stored, or as those of plain rows."""
    rows = history.list_figures()
    if plain:
        return rows
    if not history.rest and not history.at_start:
        return map(widen_values, rows)
    return (build_whole_values(history, row, *values) for row, values in enumerate(rows))


def build_row_values(before: Rating, after: Rating, plain: bool) -> RowValues:
    """Return the values of the row with these states before and after, or those of a plain row."""
    return (*before[:2], *after[:2]) if plain else (*before, *after, None)


def read_states(row: StoredRow) -> tuple[Rating, Rating]:
    """Return the states before and after a row, which may be a plain one."""
    if len(row) > len(ROW_COLUMNS):
        return Rating(*row[STATE_BEFORE]), Rating(*row[STATE_AFTER])
    return Rating(*row[2:4]), Rating(*row[4:6])


def widen_values(values: RowValues) -> RowValues:
    """Return the values of a plain row in the order of `ROW_COLUMNS`, with None in the other columns."""
    before, had, after, has = values
    return before, had, None, None, after, has, None, None, None


def build_whole_values(history: History, row: int, before: float, had: int, after: float, has: int) -> RowValues:
    """Return the values of one row of a replay, in the order of `ROW_COLUMNS`."""
    memory, as_of, new_memory, new_as_of = history.rest.get(row, (None, None, None, None))
    start = build_start_state(history.at_start.get(row))
    return before, had, normalise_memory(memory), as_of, after, has, normalise_memory(new_memory), new_as_of, start


def normalise_rating(rating: Rating) -> Rating:
    """Return the rating with its memory as it is read back from the database's JSON."""
    return rating if rating.memory is None else rating._replace(memory=normalise_memory(rating.memory))


def normalise_memory(memory: Any) -> Any:
    """Return a memory as it is read back from JSON, which knows no tuples."""
    return memory if memory is None else json.loads(json.dumps(memory))


def build_shift_values(shift: HistoryShift) -> RowValues:
    """Return the columns of a shift, as they are stored."""
    return (*normalise_rating(shift.before), *normalise_rating(shift.after))


def build_start_state(rating: Rating | None) -> Any:
    """Return the rating at a match's start as it is stored in JSON."""
    return rating and [*rating[:3], rating.as_of and rating.as_of.isoformat()]


class LaterMatches:
    """Reads the matches of one player after another on a board: duels in one row each, others in more queries."""

    def __init__(self, board: Board, plain: bool, extent: SpanExtent) -> None:
        self.board, self.plain = board, plain
        self.names = ("id", *(PLAIN_COLUMNS if plain else ROW_COLUMNS))
        self.query = build_later_query(board, self.names, extent)
        self.duels, self.facts, self.zone = list_duel_kinds(), cache(json.loads), timezone.get_current_timezone()

    def of(self, player: Key, since: OrderPlace, known: Container[int]) -> tuple[list[MatchEntry], RowsByParticipant]:
        """Return a player's matches from a place on that are not `known` yet, and the rows of all players in them."""
        at, number = since
        found = [row for row in self.query.read(player=player, at=at, number=number) if row[0] not in known]
        rows: RowsByParticipant = {}
        duels = [self.duel(row, rows) for row in found if row[1] in self.duels]
        if len(duels) == len(found):
            return duels, rows
        others, theirs = self.of_several([row[0] for row in found if row[1] not in self.duels])
        return duels + others, rows | theirs

    def duel(self, row: tuple[Any, ...], rows: RowsByParticipant) -> MatchEntry:
        """Return a duel, and add both its rows to `rows`; the player of the first seat comes first."""
        kind, seat = row[: len(LATER_MATCH_COLUMNS) - 1], row[len(LATER_MATCH_COLUMNS) - 1]
        middle = len(LATER_MATCH_COLUMNS) + len(OWN_COLUMNS) + len(self.names)
        own, other = row[len(LATER_MATCH_COLUMNS) : middle], row[middle:]
        one, two = (other, own) if seat else (own, other)
        for participant, _, _, *values in (one, two):
            rows[participant] = (participant, *values) if self.plain else parse_row((participant, *values))
        return build_duel_entry((*kind, one[0], two[0], one[1], two[1], one[2], two[2]), self.facts(row[4]), self.zone)

    def of_several(self, chosen: Collection[int]) -> tuple[list[MatchEntry], RowsByParticipant]:
        """Return these matches of more than two, and the rows of all players in them."""
        rows = RatingChange.objects.filter(board=self.board, participant__match__in=chosen).order_by()
        found = read_rows(rows.values_list("participant", *self.names))
        return read_entries(Match.objects.filter(pk__in=chosen)), {
            row[0]: row if self.plain else parse_row(row) for row in found
        }


def build_later_query(board: Board, names: Collection[str], extent: SpanExtent) -> RepeatedQuery:
    """Return the query for a player's matches on a board from a place on, each with the opponent of a duel.

    Only keys within the extent are asked for, so that the database does not look at all that the player ever played.
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
