"""The ledger's rows as they are stored, and the table that a fold begins with."""

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from django.db.models import Q

from ladder.models import Board, Opening, RatingChange
from ladder.ratings import History, Key, Rating, has_plain_ratings
from ladder.selectors.order import OrderPlace, filter_from_place
from ladder.selectors.past import MATCH_PATH, PastState, StateTable, load_table_before
from ladder.services.ledger.bulk import read_rows
from ladder.services.ledger.counts import NO_COUNTS
from ladder.services.ledger.entries import MatchEntry

STATE_COLUMNS = ("points", "experience", "memory", "as_of")
ROW_COLUMNS = (*(f"before_{name}" for name in STATE_COLUMNS), *(f"after_{name}" for name in STATE_COLUMNS), "at_start")
PLAIN_COLUMNS = tuple(name for name in ROW_COLUMNS if name.endswith(("points", "experience")))
"""The columns of plain rows: those of points and experience alone."""
RowValues = tuple[Any, ...]
"""A row's columns: the whole state before, the whole state after, the state when the match began; or of a plain row."""
StoredRow = tuple[Any, ...]
"""A row as it is: participant, id, and its columns."""
ROW_VALUES = slice(2, None)
STATE_BEFORE, STATE_AFTER, PLAIN_STATE_BEFORE = slice(2, 6), slice(6, 10), slice(2, 4)
pick_json, NO_JSON = itemgetter(4, 8, 10), (None, None, None)
RowsByParticipant = dict[int | None, StoredRow]
"""The stored rows by participant."""


def has_plain_rows(board: Board, begin: OrderPlace | None) -> bool:
    """Say whether the rows from this place on hold points and experience alone.

    From the start on there may be others, of another system that the board had.
    """
    rest = Opening.objects.filter(Q(memory__isnull=False) | Q(as_of__isnull=False), board=board)
    return begin is not None and has_plain_ratings(board.rating_system) and not rest.exists()


def load_rating_rows(board: Board, begin: OrderPlace | None, plain: bool) -> RowsByParticipant:
    """Return the board's rows from this place on; of plain ones, what they hold."""
    rows = RatingChange.objects.filter(board=board).order_by()
    if begin:
        rows = rows.filter(filter_from_place(begin, MATCH_PATH), participant__match__season=board.season_id)
    found = read_rows(rows.values_list("participant", "id", *(PLAIN_COLUMNS if plain else ROW_COLUMNS)))
    return {row[0]: row if plain else parse_row(row) for row in found}


def load_starting_table(
    board: Board,
    begin: OrderPlace,
    was: Sequence[MatchEntry],
    stored: RowsByParticipant,
    playing: set[Key],
    others: set[Key],
    now: StateTable,
) -> StateTable:
    """Return the states of these players where the fold begins; with nothing after it they are the standings `now`.

    `was` are the entries before the change that have `stored` rows from there on. The last match of those
    who are `playing` is still to come, so it is not looked up.
    """
    if not stored:
        return now
    if board.rating_system.period:  # a row's state before holds the decay up to its own day
        return load_table_before(board, begin, playing | others)
    found = read_states_before(was, stored, playing)
    return found | load_table_before(board, begin, (playing | others) - found.keys())


def read_states_before(was: Sequence[MatchEntry], stored: RowsByParticipant, players: set[Key]) -> StateTable:
    """Return what each of these players with a row here had before the first of them, from that row itself."""
    seats = [participant for entry in was for participant in entry.participants]
    seated = [player for entry in was for player in entry.result.players]
    first = dict(zip(reversed(seated), reversed(seats), strict=True))
    return {player: PastState(read_state_before(stored[first[player]]), NO_COUNTS) for player in players & first.keys()}


def read_state_before(row: StoredRow) -> Rating:
    """Return the state before a row, which may be a plain one."""
    return Rating(*row[STATE_BEFORE if len(row) > len(ROW_COLUMNS) else PLAIN_STATE_BEFORE])


def parse_row(row: StoredRow) -> StoredRow:
    """Return a row with its JSON read; most have none."""
    if pick_json(row) == NO_JSON:
        return row
    memory, new_memory, start = pick_json(row)
    return (*row[:4], parse_memory(memory), *row[5:8], parse_memory(new_memory), row[9], parse_memory(start))


def parse_memory(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text


def list_ledger_values(history: History, plain: bool) -> Iterator[RowValues]:
    """Yield the columns of every change of a fold, as they are stored; of plain ones, what they hold."""
    before = history.before_points, history.before_experience
    columns = zip(*before, history.after_points, history.after_experience, strict=True)
    if plain:
        return columns
    if not history.rest and not history.at_start:
        return map(widen_values, columns)
    return (build_whole_values(history, row, *values) for row, values in enumerate(columns))


def build_row_values(before: Rating, after: Rating, plain: bool) -> RowValues:
    """Return the columns of the row between two states; of a plain one, what it holds."""
    return (*before[:2], *after[:2]) if plain else (*before, *after, None)


def read_states(row: StoredRow) -> tuple[Rating, Rating]:
    """Return the states before and after a row, which may be a plain one."""
    if len(row) > len(ROW_COLUMNS):
        return Rating(*row[STATE_BEFORE]), Rating(*row[STATE_AFTER])
    return Rating(*row[2:4]), Rating(*row[4:6])


def widen_values(values: RowValues) -> RowValues:
    """Return the columns of a plain row with those in which it has nothing."""
    before, had, after, has = values
    return before, had, None, None, after, has, None, None, None


def build_whole_values(history: History, row: int, before: float, had: int, after: float, has: int) -> RowValues:
    """Return the columns of one change."""
    memory, as_of, new_memory, new_as_of = history.rest.get(row, (None, None, None, None))
    start = build_start_state(history.at_start.get(row))
    return before, had, normalise_memory(memory), as_of, after, has, normalise_memory(new_memory), new_as_of, start


def normalise_rating(rating: Rating) -> Rating:
    """Return the rating with its memory as JSON gives it back."""
    return rating if rating.memory is None else rating._replace(memory=normalise_memory(rating.memory))


def normalise_memory(memory: Any) -> Any:
    """Return what JSON gives back of a memory."""
    return memory if memory is None else json.loads(json.dumps(memory))


def build_start_state(rating: Rating | None) -> Any:
    """Return the state at a match's start as it is stored."""
    return rating and [*rating[:3], rating.as_of and rating.as_of.isoformat()]
