"""The ledger's rows as they are stored, and the table that a fold begins with."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import Any

from ladder.models import Board, RatingChange
from ladder.ratings import Counts, History, Key, Rating, tally
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT, Past, Table, table_before

from . import bulk
from .entries import Entry

STATE = ("points", "experience", "memory", "as_of")
COLUMNS = (*(f"before_{name}" for name in STATE), *(f"after_{name}" for name in STATE), "at_start")
Values = tuple[Any, ...]
"""A row's columns: the whole state before, the whole state after, the state when the match began."""


Stored = tuple[Any, ...]
"""A row as it is: participant, id, and its columns."""
VALUES = slice(2, None)
BEFORE, AFTER = slice(2, 6), slice(6, 10)
json_of, NO_JSON = itemgetter(4, 8, 10), (None, None, None)
MOVING = tuple(name for name in COLUMNS if name.endswith(("points", "experience")))
"""The columns beside which most systems have nothing."""
moving = itemgetter(*map(COLUMNS.index, MOVING))
rest_of, NO_REST = itemgetter(4, 5, 8, 9, 10), (None,) * 5
Rows = dict[int | None, Stored]
"""The stored rows by participant."""


def stored_rows(board: Board, begin: Place | None) -> Rows:
    """Return the board's rows from this place on."""
    rows = RatingChange.objects.filter(board=board).order_by()
    if begin:
        rows = rows.filter(from_place(begin, AT), participant__match__season=board.season_id)
    found = bulk.read(rows.values_list("participant", "id", *COLUMNS))
    return {row[0]: read(row) for row in found}


def starting_table(
    board: Board, begin: Place, rated: Sequence[Entry], stored: Rows, playing: set[Key], others: set[Key], now: Table
) -> Table:
    """Return the states of these players where the fold begins; with nothing after it they are the standings `now`.

    `rated` are the entries before the change that have `stored` rows from there on. The last match of those
    who are `playing` is still to come, so it is not looked up.
    """
    if not stored:
        return now
    if board.rating_system.period:  # a row's state before holds the decay up to its own day
        return table_before(board, begin, playing | others)
    found = states_before(rated, stored, playing, now)
    return found | table_before(board, begin, (playing | others) - found.keys())


def states_before(rated: Sequence[Entry], stored: Rows, players: set[Key], now: Table) -> Table:
    """Return what each of these players with a row here had before the first of them, from that row itself."""
    backwards = (zip(entry.result.players, entry.participants, strict=True) for entry in reversed(rated))
    first = dict(chain.from_iterable(backwards))
    tallies: dict[Key, list[int]] = {}
    for entry in rated:
        tally(tallies, entry.result)
    return {
        player: Past(Rating(*stored[first[player]][BEFORE]), less(now[player].counts, tallies[player]))
        for player in players & first.keys() & now.keys()
    }


def less(counts: Counts, gone: Sequence[int]) -> Counts:
    return Counts(*(now - later for now, later in zip(counts, gone, strict=True)))


def read(row: Stored) -> Stored:
    """Return a row with its JSON read; most have none."""
    if json_of(row) == NO_JSON:
        return row
    memory, new_memory, start = json_of(row)
    return (*row[:4], loaded(memory), *row[5:8], loaded(new_memory), row[9], loaded(start))


def loaded(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text


def is_plain(history: History, stored: Rows) -> bool:
    """Say whether neither the new rows nor the stored ones have anything beside points and experience."""
    return not history.rest and not history.at_start and all(rest_of(row) == NO_REST for row in stored.values())


def values_of(history: History) -> Iterator[Values]:
    """Yield the columns of every change of a fold, as they are stored; most systems have neither memory nor clock."""
    before = history.before_points, history.before_experience
    after = history.after_points, history.after_experience
    if not history.rest and not history.at_start:
        nothing = repeat(None)
        return zip(*before, nothing, nothing, *after, nothing, nothing, nothing, strict=False)
    return (whole(history, row, *plain) for row, plain in enumerate(zip(*before, *after, strict=True)))


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
