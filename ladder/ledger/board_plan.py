"""The full plan of one board: replay its matches, and compare the outcome with what is stored."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from ladder.ledger.admission import is_counted
from ladder.ledger.calendar import advance_states, find_settled_morning, load_board_breaks
from ladder.ledger.drafts import SeasonSpan
from ladder.ledger.form_and_counts import FormsByPlayer, build_counts_after, build_forms_after
from ladder.ledger.openings import BoardOpenings
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.rating_rows import (
    ROW_VALUES,
    RowsByParticipant,
    RowValues,
    build_shift_values,
    has_plain_rows,
    list_ledger_values,
    load_rating_rows,
    load_rating_shifts,
    normalise_rating,
    read_states,
    read_states_before,
)
from ladder.ledger.storage.season_matches import MatchEntry
from ladder.ledger.storage.tables import (
    OrderPlace,
    PastState,
    StateTable,
    has_shifts,
    load_opening_table,
    load_standing_table,
    load_table_before,
)
from ladder.ledger.timings import measure_step
from ladder.models import Board
from ladder.ratings import Counts, Fold, History, Key, Message, Rating, RatingSystem, advance_rating, replay_results
from ladder.ratings.statement import find_match_rows, has_opponent_limits, rebuild_rated_result

SeatKey = tuple[int, int]
"""The key of a match, and the number of a participant in it."""


class LedgerRow(NamedTuple):
    """A row of the ledger as it should be; one without an id is new."""

    id: int | None
    seat: SeatKey
    participant: int | None  # None while the participant is only planned
    player: Key
    values: RowValues

    @property
    def ratings(self) -> tuple[Rating, Rating]:
        """The ratings before and after the match."""
        return read_states((self.participant, self.id, *self.values))


class ShiftRow(NamedTuple):
    """A row for a player whom a match moves without playing in it, as it should be; one without an id is new."""

    id: int | None
    match: int
    player: Key
    values: RowValues


class EligibilityNote(NamedTuple):
    """A planned match that the ratings of its players don't allow (W-9), and why."""

    match: int
    message: Message


@dataclass
class BoardPlan:
    """What changes on one board: rows of the ledger, standings, and starting ratings."""

    board: Board
    rows: list[LedgerRow] = field(default_factory=list)  # new ones and those that differ
    plain: bool = False  # the rows hold points and experience alone
    gone: list[int] = field(default_factory=list)  # ids of stored rows that are to be deleted
    shifts: list[ShiftRow] = field(default_factory=list)  # new ones and those that differ
    gone_shifts: list[int] = field(default_factory=list)  # ids of stored shifts that are to be deleted
    table: StateTable = field(default_factory=dict)  # standings that are new or differ, by player
    stored_table: StateTable = field(default_factory=dict)  # the stored standings of those players and some others
    comparable: bool = True  # with the stored ratings; not where those are of another system
    left: list[int] = field(default_factory=list)  # players whose standing is to be deleted
    notes: list[EligibilityNote] = field(default_factory=list)  # on the drafts and on what was asked about
    barred: list[EligibilityNote] = field(default_factory=list)  # on the matches whose rows differ
    openings: BoardOpenings | None = None  # the starting ratings, where the replay begins with them
    drafted: set[Key] = field(default_factory=set)  # who played in the drafts, as stored or as they would be
    ended: dict[int, datetime] = field(default_factory=dict)  # when the drafts end, by match
    morning: date | None = None  # up to which a calendar has moved the standings

    @property
    def changes_ratings(self) -> bool:
        """Whether a row of the ledger or a standing changes."""
        return bool(self.rows or self.gone or self.shifts or self.gone_shifts or self.table or self.left)

    @property
    def matches(self) -> list[int]:
        """The keys of the matches that are rated anew: those of which a row or a shift differs."""
        return list(dict.fromkeys((*(row.seat[0] for row in self.rows), *(shift.match for shift in self.shifts))))

    @property
    def moved(self) -> list[tuple[int, float | None, float | None]]:
        """The players whose rating differs, with their points before and after; None where they have no standing.

        Where periods rate the matches, the points are those after the periods that are over by now.
        """
        stored = self.stored_table if self.comparable else {}
        system, found = self.board.rating_system, []
        for player in {*self.table, *self.left}:
            states = [table[player].current if player in table else None for table in (stored, self.table)]
            if system.is_deferred:
                day = find_standings_day(self.board.season)
                states = [state and advance_rating(system, state, day) for state in states]
            before, after = (state and state.points for state in states)
            if before != after:
                found.append((player, before, after))
        return found


class BoardMatches(NamedTuple):
    """The matches of a span that a board counts, in order of play."""

    stored: list[MatchEntry]  # as they are, with rows in the ledger
    planned: list[MatchEntry]  # as they would be
    gone: list[MatchEntry]  # of the stored ones, those that a draft changes
    added: list[MatchEntry]  # of those that would be, the drafts and those without rows yet


@measure_step("replay")
def plan_board(board: Board, span: SeasonSpan, openings: BoardOpenings | None = None) -> BoardPlan:
    """Return the plan of one board, for which the whole span is replayed."""
    plan = BoardPlan(board, openings=openings, plain=has_plain_rows(board, span.begin))
    stored = {} if span.is_empty else load_rating_rows(board, span.begin, plan.plain)
    matches = select_board_matches(span, board.rating_system, stored)
    if span.drafts:
        plan.drafted = collect_players([*matches.gone, *matches.added])
    past = load_begin_table(plan, span, matches, stored)
    breaks = load_board_breaks(board, span.supposed)
    fold = replay_results(
        board.rating_system,
        (entry.result for entry in matches.planned),
        {player: state.rating for player, state in past.items()},
        {player: state.counts for player, state in past.items()},
        breaks,
    )
    add_differing_rows(plan, matches.planned, fold.history, stored)
    if span.begin is None or has_shifts(board):  # at the start there may be shifts of another system
        add_differing_shifts(plan, matches.planned, fold, span.begin)
    # from the middle of a season on, a fold knows only its own counts
    counts = build_counts_after(plan.stored_table, matches.gone, matches.added) if span.begin else fold.counts
    after = build_table_after(matches.planned, fold, past, counts)
    plan.morning = find_settled_morning(board)
    after = advance_states(board, after, plan.morning, breaks)
    only_drafts = span.begin and span.drafts  # then only the form of those who play in them may differ
    players = plan.drafted if only_drafts else after.keys()
    forms = build_forms_after(board, matches.planned, players, span.begin, matches.stored, plan.stored_table)
    add_differing_standings(plan, after, forms)
    if has_opponent_limits(board.rating_system):
        if span.asked:
            plan.notes = list(list_eligibility_notes(board, matches.planned, fold, span.asked))
        plan.barred = list(list_eligibility_notes(board, matches.planned, fold, set(plan.matches)))
    return plan


def select_board_matches(span: SeasonSpan, system: RatingSystem, stored: RowsByParticipant) -> BoardMatches:
    """Return the matches of the span that a board with this system counts."""
    changed = {draft.match for draft in span.drafts}
    known = [entry for entry in span.stored if entry.participants[0] in stored]
    planned = [entry for entry in span.planned if is_counted(system, entry.result)]
    gone = [entry for entry in known if entry.match in changed]
    added = [entry for entry in planned if entry.match in changed or entry.participants[0] not in stored]
    return BoardMatches(known, planned, gone, added)


def load_begin_table(plan: BoardPlan, span: SeasonSpan, matches: BoardMatches, stored: RowsByParticipant) -> StateTable:
    """Return the states that the replay begins with, by player, and put the stored standings into the plan."""
    board = plan.board
    if span.begin is None:
        plan.stored_table = load_standing_table(board)
        return plan.openings.table if plan.openings else load_opening_table(board, identities=span.identities)
    playing = collect_players(matches.planned)
    players = None if has_shifts(board) else playing | collect_players(matches.gone)
    plan.stored_table = load_standing_table(board, players)
    if not stored:  # nothing was rated from there on, so the standings are the states
        return plan.stored_table
    if players is None:
        return load_table_before(board, span.begin)
    if board.rating_system.period:  # the state before in a row was advanced to its own day
        return load_table_before(board, span.begin, players)
    found = read_states_before(matches.stored, stored, playing)
    return found | load_table_before(board, span.begin, players - found.keys())


def collect_players(entries: Iterable[MatchEntry]) -> set[Key]:
    return {player for entry in entries for player in entry.result.players}


def build_table_after(
    entries: Sequence[MatchEntry], fold: Fold, past: StateTable, counts: Mapping[Key, Counts]
) -> StateTable:
    """Return the states after the last match, by player; their form is not set."""
    history = fold.history
    after = {player: state._replace(rating=fold.table[player], counts=counts[player]) for player, state in past.items()}
    for player, row in fold.last.items():
        match = entries[history.matches[row]].match
        after[player] = PastState(fold.table[player], counts[player], match, history.change(row))
    return after


def add_differing_rows(
    plan: BoardPlan, entries: Sequence[MatchEntry], history: History, stored: RowsByParticipant
) -> None:
    """Put the rows that differ from the stored ones into the plan; `stored` is emptied."""
    participants = [participant for entry in entries for participant in entry.participants]
    seats = [(entry.match, seat) for entry in entries for seat in range(len(entry.participants))]
    columns = zip(participants, seats, history.players, list_ledger_values(history, plan.plain), strict=True)
    for participant, seat, player, values in columns:
        old = stored.pop(participant, None)
        if old is None or old[ROW_VALUES] != values:
            plan.rows.append(LedgerRow(old[1] if old else None, seat, participant, player, values))
    plan.gone = [row[1] for row in stored.values()]


def add_differing_shifts(plan: BoardPlan, entries: Sequence[MatchEntry], fold: Fold, begin: OrderPlace | None) -> None:
    """Put the shifts that differ from the stored ones into the plan."""
    stored = load_rating_shifts(plan.board, begin)
    for shift in fold.shifts:
        match, values = entries[shift.match].match, build_shift_values(shift)
        pk, old = stored.pop((match, shift.player), (None, None))
        if old != values:
            plan.shifts.append(ShiftRow(pk, match, shift.player, values))
    plan.gone_shifts = [pk for pk, _ in stored.values()]


def add_differing_standings(plan: BoardPlan, after: StateTable, forms: FormsByPlayer) -> None:
    """Put the standings that differ from the stored ones into the plan; a player without a form here keeps theirs."""
    for player, state in after.items():
        old = plan.stored_table.get(player)
        moved_on = state.moved_on and normalise_rating(state.moved_on)
        form = forms.get(player, old.form if old else "")
        state = state._replace(rating=normalise_rating(state.rating), moved_on=moved_on, form=form)
        if state != old:
            plan.table[player] = state
    plan.left = [player for player in plan.stored_table if player not in after]


def list_eligibility_notes(
    board: Board, entries: Sequence[MatchEntry], fold: Fold, asked: Collection[int]
) -> Iterator[EligibilityNote]:
    """Yield a note on each of the matches `asked` about, by their keys, for which the players were not eligible."""
    for index, entry in enumerate(entries):
        if entry.match in asked and (rows := find_match_rows(fold, index)):
            message = board.rating_system.eligible(*rebuild_rated_result(fold, rows, entry.result))
            if message:
                yield EligibilityNote(entry.match, message)
