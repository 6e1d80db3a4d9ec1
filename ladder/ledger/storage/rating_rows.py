"""The stored rows of the ledger, and the states that a replay begins with."""

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from django.db.models import Q

from ladder.ledger.form_and_counts import NO_MATCHES_COUNTED
from ladder.ledger.storage.bulk import read_rows
from ladder.ledger.storage.season_matches import MatchEntry
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    OrderPlace,
    PastState,
    StateTable,
    filter_from_place,
)
from ladder.models import Board, Opening, RatingChange, RatingShift
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
    return {player: PastState(read_states(row)[0], NO_MATCHES_COUNTED) for player, row in rows.items()}


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
