"""The plan: what the ledger would hold after a change; it writes nothing."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ladder.models import Board, Match, RatingChange, Season, Standing
from ladder.ratings import Change, Fold, Key, Message, Rating, Result, replay
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT, Past, Table, opening_table, standing_table, table_before

from ..concern import concerned
from .entries import Draft, Entry, first_felt, load, overlaid
from .openings import Brought, brought_into

Seat = tuple[int | None, int]
"""A match and a seat in it; the match is None while it is only planned."""


class Row(NamedTuple):
    """A row of the ledger as it should be."""

    seat: Seat
    participant: int | None
    player: Key
    values: tuple[Any, ...]  # before, after and at_start, as they are stored


class Note(NamedTuple):
    """A planned match that would not have been allowed (W-9), and why."""

    match: int | None
    message: Message


@dataclass
class BoardPlan:
    """What changes on one board: rows, standings, and openings where a season before it changed."""

    board: Board
    rows: list[Row] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)  # stored rows that differ or no longer belong
    table: Table = field(default_factory=dict)  # new standings that differ from the stored ones
    was: Table = field(default_factory=dict)  # the stored ones of the players touched
    left: list[int] = field(default_factory=list)  # players who no longer stand in the table
    notes: list[Note] = field(default_factory=list)
    brought: Brought | None = None


@dataclass
class Plan:
    """What a change to a season's matches does to its boards and to the seasons that open from it."""

    season: Season
    version: int  # the ladder's version that it was made for
    late: bool  # something stood after the place that changed
    boards: list[BoardPlan]


def plan(
    season: Season, drafts: Sequence[Draft] = (), since: Place | None = None, entered: Match | None = None
) -> Plan:
    """Fold the stored matches with the drafts laid over them, from the first place that is felt.

    `since` is where stored matches changed already; None, without drafts, is the start.
    Whether the players were eligible is asked for the drafts and for the match just `entered`.
    """
    places = [place for draft in drafts for place in draft.places] + ([since] if since else [])
    begin = first_felt(season, min(places), drafts) if places else None
    boards = list(season.boards.all())
    if begin and any(board.rating_system.period and board.openings.exists() for board in boards):
        begin = None  # undated openings begin to decay on the first match's day, whichever that now is
    entries = overlaid(load(season, begin), drafts)
    planned = {draft.match for draft in drafts} | ({entered.pk} if entered else set())
    brought = {} if begin else brought_into(season)
    plans = [plan_board(board, entries, begin, planned, brought.get(board.pk)) for board in boards]
    late = bool(places) and bool(entries) and entries[-1].place > max(places)
    return Plan(season, season.ladder.version, late or not places, plans + list(plan_next(season, plans)))


def plan_next(season: Season, plans: Sequence[BoardPlan]) -> Iterator[BoardPlan]:
    """Plan the season that opens from this one, as far as its openings change."""
    follower = Season.objects.filter(opens_from=season).first()
    if follower is None:
        return
    brought = brought_into(follower, {one.board.system: one for one in plans})
    entries: list[Entry] | None = None
    here = []
    for board in follower.boards.all():
        if board.pk in brought and brought[board.pk].differs:
            entries = load(follower, None) if entries is None else entries
            here.append(plan_board(board, entries, None, set(), brought[board.pk]))
    yield from here
    if here:
        yield from plan_next(follower, here)


def plan_board(
    board: Board, entries: Sequence[Entry], begin: Place | None, planned: set[int | None], brought: Brought | None
) -> BoardPlan:
    """Plan one board from the entries at or after `begin`."""
    system = board.rating_system
    entries = [entry for entry in entries if concerned(system, entry.result)]
    stored = stored_rows(board, begin)
    players = touched(board, entries, stored, begin)
    past = starting_table(board, begin, players, not stored, brought)
    fold = replay(
        system,
        (entry.result for entry in entries),
        {player: state.rating for player, state in past.items()},
        {player: state.counts for player, state in past.items()},
    )
    rows, after = unfolded(entries, fold, past)
    result = BoardPlan(board, brought=brought)
    differing(result, rows, stored)
    standing_changes(result, after, None if begin is None else players)
    drafted = {entry.match: entry.result for entry in entries if entry.match in planned}
    result.notes = list(notes(board, drafted, rows))
    return result


def touched(board: Board, entries: Sequence[Entry], stored: Sequence[tuple[Any, ...]], begin: Place | None) -> set[Key]:
    """Return the players whose standing may change, those who were in a match before it was corrected included."""
    last_here = Standing.objects.filter(from_place(begin, "last_match__"), board=board)
    played = {player for entry in entries for player in entry.result.players}
    return played | {row[3] for row in stored} | set(last_here.values_list("player", flat=True))


def unfolded(entries: Sequence[Entry], fold: Fold, past: Table) -> tuple[list[Row], Table]:
    """Return the fold as the ledger's rows and as the table after the last match."""
    after = {player: state._replace(rating=fold.table[player]) for player, state in past.items()}
    rows: list[Row] = []
    match, seat = -1, 0
    for change in fold.history:
        match, seat = change.match, seat + 1 if change.match == match else 0
        entry = entries[match]
        rows.append(Row((entry.match, seat), entry.participants[seat], change.player, stored_values(change)))
        moved = change.after.points - change.before.points
        after[change.player] = Past(fold.table[change.player], fold.counts[change.player], entry.match, moved)
    return rows, after


def starting_table(
    board: Board, begin: Place | None, players: set[Key], nothing_after: bool, brought: Brought | None
) -> Table:
    """Return the players' states where the fold begins; with nothing after it they are the standings."""
    if begin is None:
        return brought.table if brought else opening_table(board)
    if nothing_after:
        return standing_table(board, players)
    return table_before(board, begin, players)


STATE = ("points", "experience", "memory", "as_of")
COLUMNS = (*(f"before_{name}" for name in STATE), *(f"after_{name}" for name in STATE), "at_start")


def stored_rows(board: Board, begin: Place | None) -> list[tuple[Any, ...]]:
    """Return (id, match, seat, player, *values) of the ledger's rows from this place on."""
    rows = RatingChange.objects.filter(from_place(begin, AT), board=board)
    fields = ("id", "participant__match", "participant__seat", "participant__player", *COLUMNS)
    return list(rows.order_by().values_list(*fields).iterator(chunk_size=10_000))


def stored_values(change: Change) -> tuple[Any, ...]:
    """Return a change as the ledger's columns hold it."""
    start = change.at_start and [*change.at_start[:3], change.at_start.as_of and change.at_start.as_of.isoformat()]
    return (*plain(change.before), *plain(change.after), start)


def plain(rating: Rating) -> Rating:
    """Return the rating with its memory as JSON gives it back."""
    return rating if rating.memory is None else rating._replace(memory=json.loads(json.dumps(rating.memory)))


def differing(result: BoardPlan, rows: Sequence[Row], stored: Sequence[tuple[Any, ...]]) -> None:
    """Put into the plan the rows that differ from the stored ones."""
    kept = {(row[1], row[2]): row for row in stored}
    for row in rows:
        old = kept.get(row.seat)
        if old is None or old[3:] != (row.player, *row.values):
            result.rows.append(row)
        else:
            del kept[row.seat]
    result.gone = [row[0] for row in kept.values()]


def standing_changes(result: BoardPlan, after: Table, players: set[Key] | None) -> None:
    """Put into the plan the standings that differ from the stored ones."""
    result.was = standing_table(result.board, players)
    for player, state in after.items():
        state = state._replace(rating=plain(state.rating))
        if state != result.was.get(player):
            result.table[player] = state
    result.left = [player for player in result.was if player not in after]


def notes(board: Board, results: Mapping[int | None, Result], rows: Iterable[Row]) -> Iterator[Note]:
    """Say which of these matches the players were not eligible for, and why."""
    system = board.rating_system
    seats: dict[int | None, list[tuple[Any, ...]]] = {}
    for row in rows:
        if row.seat[0] in results:
            seats.setdefault(row.seat[0], []).append(row.values)
    for match, values in seats.items():
        starts = tuple(Rating(*value[8][:3]) for value in values if value[8])
        before = [Rating(*value[:4]) for value in values]
        message = system.eligible(results[match]._replace(at_start=starts), before)
        if message:
            yield Note(match, message)
