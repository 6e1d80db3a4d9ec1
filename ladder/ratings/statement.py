"""The statement of a replay: every rating change in order, also by time alone, and the steps behind one match."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from .about import Message, Step
from .base import RatingSystem, count_periods
from .board_rules import BoardRules
from .history import Fold, HistoryShift
from .standings import find_final_table
from .table_system import TableSystem
from .values import Key, Rating, RatingError, Result

Opening = Mapping[Key, Rating]
SHIFTED_CAUSE = "moved"  # by a match in which the player did not play
IDLE_CAUSE = "calendar"  # by the days before a match, on a table


class StatementEntry(NamedTuple):
    """One change of one player's rating: by a match, by a match of others, or by the clock."""

    match: int | None  # the result's place in the list that was replayed
    day: date
    player: Key
    before: float
    after: float
    cause: str | None = None  # the key of a period, SHIFTED_CAUSE or IDLE_CAUSE
    periods: int = 0


def list_statement_entries(
    system: RatingSystem, fold: Fold, opening: Opening, day: Callable[[int], date], as_of: date | None = None
) -> Iterator[StatementEntry]:
    """Yield every change in order; each player's `before` is their previous `after`.

    `day(match)` is the day of a match. What time alone does is one entry for each gap between matches, and one for the
    last gap up to `as_of`.
    """
    is_moved_by_time = system.period is not None or (isinstance(system, TableSystem) and system.has_calendar)
    held = date_openings(fold, opening) if is_moved_by_time else {}
    shifts = deque(fold.shifts)
    for change in fold.history:
        while shifts and shifts[0].match < change.match:
            shift = shifts.popleft()
            yield build_shift_entry(shift, day)
            held |= {shift.player: shift.after} if is_moved_by_time else {}
        old = held.get(change.player)
        if old is not None:
            yield from list_advances(system, change.player, old, change.before, day(change.match))
        yield StatementEntry(change.match, day(change.match), change.player, change.before.points, change.after.points)
        if is_moved_by_time:
            held[change.player] = change.after
    yield from (build_shift_entry(shift, day) for shift in shifts)
    if as_of is not None and is_moved_by_time:
        for player, rating in find_final_table(system, fold, as_of).items():
            yield from list_advances(system, player, fold.table[player], rating, as_of)


def build_shift_entry(shift: HistoryShift, day: Callable[[int], date]) -> StatementEntry:
    """Return the change of a player whom a match of others moved."""
    return StatementEntry(
        shift.match, day(shift.match), shift.player, shift.before.points, shift.after.points, SHIFTED_CAUSE
    )


def list_advances(system: RatingSystem, player: Key, old: Rating, new: Rating, day: date) -> Iterator[StatementEntry]:
    """Yield what time alone did between two states up to a day, if it changed the points."""
    if isinstance(system, TableSystem) and old.points != new.points:
        yield StatementEntry(None, day, player, old.points, new.points, IDLE_CAUSE)
    count = count_periods(system, old, new)
    if system.period and count and new.as_of is not None and old.points != new.points:
        yield StatementEntry(None, new.as_of, player, old.points, new.points, system.period.key, count)


def date_openings(fold: Fold, opening: Opening) -> dict[Key, Rating]:
    """Return the starting ratings; those without a day get the first match's day, from which they advance."""
    first = fold.history.before(0).as_of if len(fold.history) else None
    return {player: rating if rating.as_of else rating._replace(as_of=first) for player, rating in opening.items()}


def explain_replayed_match(
    system: RatingSystem, fold: Fold, opening: Opening, match: int, result: Result
) -> list[tuple[Key, Step]]:
    """Return the explanation of one match for every player in it; what time alone did before it comes first.

    Raises: RatingError, "Match 3 doesn't count for Points exchange."
    """
    rows = find_match_rows(fold, match)
    if not rows:
        raise RatingError(f"Match {match + 1} doesn't count for {system.about.label}.", "match")
    result, before = rebuild_rated_result(fold, rows, result)
    rules, found = BoardRules(system), []
    for seat, row in enumerate(rows):
        earlier = find_previous_rating(fold, opening, row)
        gone = count_periods(system, earlier, before[seat]) if earlier else 0
        fading = system.explain_advance(earlier, gone) if earlier and gone else ()
        found += [(result.players[seat], step) for step in (*fading, *rules.explain(result, before, seat))]
    return found


def list_limit_notes(system: RatingSystem, fold: Fold, results: Sequence[Result]) -> list[tuple[int, Message]]:
    """Return the matches that the ratings of their players didn't allow, with the reason (W-9)."""
    if not has_opponent_limits(system):
        return []
    found = []
    for match in sorted(set(fold.history.matches)):
        result, before = rebuild_rated_result(fold, find_match_rows(fold, match), results[match])
        message = system.eligible(result, before)
        if message is not None:
            found.append((match, message))
    return found


def has_opponent_limits(system: RatingSystem) -> bool:
    """Return whether the system limits who may play whom."""
    return type(system).eligible is not RatingSystem.eligible


def find_match_rows(fold: Fold, match: int) -> range:
    matches = fold.history.matches
    return range(bisect_left(matches, match), bisect_right(matches, match))


def rebuild_rated_result(fold: Fold, rows: range, result: Result) -> tuple[Result, list[Rating]]:
    """Return the result with the ratings at its start, and the ratings just before it."""
    history = fold.history
    at_start = tuple(history.at_start[row] for row in rows if row in history.at_start)
    return result._replace(at_start=at_start), [history.before(row) for row in rows]


def find_previous_rating(fold: Fold, opening: Opening, row: int) -> Rating | None:
    """Return the player's rating after the match before that row, or their starting rating."""
    player = fold.history.players[row]
    for earlier in range(row - 1, -1, -1):
        if fold.history.players[earlier] == player:
            return fold.history.after(earlier)
    return date_openings(fold, opening).get(player)
