"""The ledger's rows as they are stored, and the table that a fold begins with."""

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from django.db.models import Q

from ladder.models import Board, Opening, RatingChange
from ladder.ratings import History, Key, Rating, has_plain_ratings
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT, Past, Table, table_before

from . import bulk
from .counts import NONE
from .entries import Entry

STATE = ("points", "experience", "memory", "as_of")
COLUMNS = (*(f"before_{name}" for name in STATE), *(f"after_{name}" for name in STATE), "at_start")
MOVING = tuple(name for name in COLUMNS if name.endswith(("points", "experience")))
"""The columns of plain rows: those of points and experience alone."""
Values = tuple[Any, ...]
"""A row's columns: the whole state before, the whole state after, the state when the match began; or of a plain row."""
Stored = tuple[Any, ...]
"""A row as it is: participant, id, and its columns."""
VALUES = slice(2, None)
BEFORE, AFTER, PLAIN_BEFORE = slice(2, 6), slice(6, 10), slice(2, 4)
json_of, NO_JSON = itemgetter(4, 8, 10), (None, None, None)
Rows = dict[int | None, Stored]
"""The stored rows by participant."""


def are_plain(board: Board, begin: Place | None) -> bool:
    """Say whether the rows from this place on hold points and experience alone.

    From the start on there may be others, of another system that the board had.
    """
    rest = Opening.objects.filter(Q(memory__isnull=False) | Q(as_of__isnull=False), board=board)
    return begin is not None and has_plain_ratings(board.rating_system) and not rest.exists()


def stored_rows(board: Board, begin: Place | None, plain: bool) -> Rows:
    """Return the board's rows from this place on; of plain ones, what they hold."""
    rows = RatingChange.objects.filter(board=board).order_by()
    if begin:
        rows = rows.filter(from_place(begin, AT), participant__match__season=board.season_id)
    found = bulk.read(rows.values_list("participant", "id", *(MOVING if plain else COLUMNS)))
    return {row[0]: row if plain else read(row) for row in found}


def starting_table(
    board: Board, begin: Place, was: Sequence[Entry], stored: Rows, playing: set[Key], others: set[Key], now: Table
) -> Table:
    """Return the states of these players where the fold begins; with nothing after it they are the standings `now`.

    `was` are the entries before the change that have `stored` rows from there on. The last match of those
    who are `playing` is still to come, so it is not looked up.
    """
    if not stored:
        return now
    if board.rating_system.period:  # a row's state before holds the decay up to its own day
        return table_before(board, begin, playing | others)
    found = states_before(was, stored, playing)
    return found | table_before(board, begin, (playing | others) - found.keys())


def states_before(was: Sequence[Entry], stored: Rows, players: set[Key]) -> Table:
    """Return what each of these players with a row here had before the first of them, from that row itself."""
    seats = [participant for entry in was for participant in entry.participants]
    seated = [player for entry in was for player in entry.result.players]
    first = dict(zip(reversed(seated), reversed(seats), strict=True))
    return {player: Past(before(stored[first[player]]), NONE) for player in players & first.keys()}


def before(row: Stored) -> Rating:
    """Return the state before a row, which may be a plain one."""
    return Rating(*row[BEFORE if len(row) > len(COLUMNS) else PLAIN_BEFORE])


def read(row: Stored) -> Stored:
    """Return a row with its JSON read; most have none."""
    if json_of(row) == NO_JSON:
        return row
    memory, new_memory, start = json_of(row)
    return (*row[:4], loaded(memory), *row[5:8], loaded(new_memory), row[9], loaded(start))


def loaded(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text


def values_of(history: History, plain: bool) -> Iterator[Values]:
    """Yield the columns of every change of a fold, as they are stored; of plain ones, what they hold."""
    before = history.before_points, history.before_experience
    columns = zip(*before, history.after_points, history.after_experience, strict=True)
    if plain:
        return columns
    if not history.rest and not history.at_start:
        return map(widened, columns)
    return (whole(history, row, *values) for row, values in enumerate(columns))


def values_between(before: Rating, after: Rating, plain: bool) -> Values:
    """Return the columns of the row between two states; of a plain one, what it holds."""
    return (*before[:2], *after[:2]) if plain else (*before, *after, None)


def states(row: Stored) -> tuple[Rating, Rating]:
    """Return the states before and after a row, which may be a plain one."""
    if len(row) > len(COLUMNS):
        return Rating(*row[BEFORE]), Rating(*row[AFTER])
    return Rating(*row[2:4]), Rating(*row[4:6])


def widened(values: Values) -> Values:
    """Return the columns of a plain row with those in which it has nothing."""
    before, had, after, has = values
    return before, had, None, None, after, has, None, None, None


def whole(history: History, row: int, before: float, had: int, after: float, has: int) -> Values:
    """Return the columns of one change."""
    memory, as_of, new_memory, new_as_of = history.rest.get(row, (None, None, None, None))
    start = start_of(history.at_start.get(row))
    return before, had, kept(memory), as_of, after, has, kept(new_memory), new_as_of, start


def plain(rating: Rating) -> Rating:
    """Return the rating with its memory as JSON gives it back."""
    return rating if rating.memory is None else rating._replace(memory=kept(rating.memory))


def kept(memory: Any) -> Any:
    """Return what JSON gives back of a memory."""
    return memory if memory is None else json.loads(json.dumps(memory))


def start_of(rating: Rating | None) -> Any:
    """Return the state at a match's start as it is stored."""
    return rating and [*rating[:3], rating.as_of and rating.as_of.isoformat()]
