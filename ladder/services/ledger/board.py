"""What a change does to one board: its matches folded again in bulk, beside what is stored."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ladder.models import Board, Match, Season
from ladder.ratings import Fold, History, Key, Message, replay
from ladder.ratings.statement import as_rated, has_limits, rows_of
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import Past, Table, opening_table, standing_table
from players.identity import Identities, identities

from ..concern import concerned
from .entries import Draft, Entry, load, overlaid
from .forms import Forms, forms_after
from .openings import Brought
from .stored import VALUES, Rows, Values, is_plain, plain, starting_table, stored_rows, values_of

Seat = tuple[int, int]
"""A match and a seat in it."""


class Row(NamedTuple):
    """A row of the ledger as it should be; without an id it is a new one."""

    id: int | None
    seat: Seat
    participant: int | None  # None while its seat is only planned
    player: Key
    values: Values


class Note(NamedTuple):
    """A planned match that would not have been allowed (W-9), and why."""

    match: int
    message: Message


@dataclass
class BoardPlan:
    """What changes on one board: rows, standings, and openings where a season before it changed."""

    board: Board
    rows: list[Row] = field(default_factory=list)  # new ones and those that differ
    plain: bool = False  # of those that differ only points and experience need to be rewritten
    gone: list[int] = field(default_factory=list)  # stored rows that no longer belong
    table: Table = field(default_factory=dict)  # new standings that differ from the stored ones
    was: Table = field(default_factory=dict)  # the stored ones of the players touched
    comparable: bool = True  # with the stored ones, which are not points of another system
    left: list[int] = field(default_factory=list)  # players who no longer stand in the table
    notes: list[Note] = field(default_factory=list)  # on the drafts and on what was asked about
    barred: list[Note] = field(default_factory=list)  # on the matches whose rows differ
    brought: Brought | None = None

    @property
    def changes_ratings(self) -> bool:
        """Whether a row or a standing would be another one."""
        return bool(self.rows or self.gone or self.table or self.left)

    @property
    def moved(self) -> list[tuple[int, float | None, float | None]]:
        """The players whose rating differs, with their points before and after; None where they don't stand."""
        was = self.was if self.comparable else {}
        points = [
            (player, points_in(was, player), points_in(self.table, player)) for player in {*self.table, *self.left}
        ]
        return [(player, before, after) for player, before, after in points if before != after]


def points_in(table: Table, player: Key) -> float | None:
    """Return a player's points, or None where they don't stand."""
    return table[player].rating.points if player in table else None


@dataclass
class Span:
    """A season's matches from a place on, as they are and as they would be; read when they are wanted."""

    season: Season
    drafts: Sequence[Draft]
    begin: Place | None
    asked: Collection[int] = ()
    supposed: Identities | None = None  # merges that are only planned

    @cached_property
    def identities(self) -> Identities:
        """Who counts as whom: as planned, or as stored."""
        return identities() if self.supposed is None else self.supposed

    @cached_property
    def length(self) -> int:
        """How many matches count."""
        return Match.objects.filter(from_place(self.begin), season=self.season, status=Match.Status.COUNTED).count()

    @cached_property
    def was(self) -> list[Entry]:
        return load(self.season, self.begin, identities=self.identities)

    @cached_property
    def will(self) -> list[Entry]:
        return overlaid(self.was, self.drafts, self.identities)


def folded(board: Board, span: Span, brought: Brought | None = None) -> BoardPlan:
    """Fold the whole span again."""
    system, stored = board.rating_system, stored_rows(board, span.begin)
    entries = [entry for entry in span.will if concerned(system, entry.result)]
    rated = [entry for entry in span.was if entry.participants[0] in stored]
    playing = players_of(entries)
    others = players_of(rated) - playing
    result = BoardPlan(board, brought=brought)
    result.was = standing_table(board, playing | others if span.begin else None)
    if span.begin:
        past = starting_table(board, span.begin, rated, stored, playing, others, result.was)
    else:
        past = brought.table if brought else opening_table(board, identities=span.identities)
    fold = replay(
        system,
        (entry.result for entry in entries),
        {player: state.rating for player, state in past.items()},
        {player: state.counts for player, state in past.items()},
    )
    differing(result, entries, fold.history, stored)
    after = table_after(entries, fold, past)
    standing_changes(result, after, forms_of(result, span, rated, entries, after))
    if has_limits(system):
        result.notes = list(notes(board, entries, fold, span.asked)) if span.asked else []
        result.barred = list(notes(board, entries, fold, {row.seat[0] for row in result.rows}))
    return result


def forms_of(result: BoardPlan, span: Span, rated: Sequence[Entry], entries: Sequence[Entry], after: Table) -> Forms:
    """Return the forms that may differ; where only drafts change they are those of the players in them."""
    changed = {draft.match for draft in span.drafts} if span.begin else ()
    seated = players_of(entry for entry in (*rated, *entries) if entry.match in changed) if changed else after.keys()
    return forms_after(result.board, entries, seated, span.begin, rated, result.was)


def players_of(entries: Iterable[Entry]) -> set[Key]:
    return {player for entry in entries for player in entry.result.players}


def table_after(entries: Sequence[Entry], fold: Fold, past: Table) -> Table:
    """Return the table after the last match."""
    history = fold.history
    after = {player: state._replace(rating=fold.table[player]) for player, state in past.items()}
    for player, row in fold.last.items():
        moved = history.after_points[row] - history.before_points[row]
        after[player] = Past(fold.table[player], fold.counts[player], entries[history.matches[row]].match, moved)
    return after


def differing(result: BoardPlan, entries: Sequence[Entry], history: History, stored: Rows) -> None:
    """Put into the plan the rows that differ from the stored ones, which are used up."""
    result.plain = is_plain(history, stored)
    participants = [participant for entry in entries for participant in entry.participants]
    seats = [(entry.match, seat) for entry in entries for seat in range(len(entry.participants))]
    columns = zip(participants, seats, history.players, values_of(history), strict=True)
    for participant, seat, player, values in columns:
        old = stored.pop(participant, None)
        if old is None or old[VALUES] != values:
            result.rows.append(Row(old[1] if old else None, seat, participant, player, values))
    result.gone = [row[1] for row in stored.values()]


def standing_changes(result: BoardPlan, after: Table, forms: Forms) -> None:
    """Put into the plan the standings that differ from the stored ones; who has no form here keeps the stored one."""
    for player, state in after.items():
        old = result.was.get(player)
        state = state._replace(rating=plain(state.rating), form=forms.get(player, old.form if old else ""))
        if state != old:
            result.table[player] = state
    result.left = [player for player in result.was if player not in after]


def notes(board: Board, entries: Sequence[Entry], fold: Fold, asked: Collection[int]) -> Iterator[Note]:
    """Say which of the matches asked about the players were not eligible for, and why."""
    for index, entry in enumerate(entries):
        if entry.match in asked and (rows := rows_of(fold, index)):
            message = board.rating_system.eligible(*as_rated(fold, rows, entry.result))
            if message:
                yield Note(entry.match, message)
