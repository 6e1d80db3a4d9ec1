"""What a change does to one board, found by folding all its matches again, beside what is stored."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from ladder.ledger.admission import is_counted
from ladder.ledger.drafts import SeasonSpan
from ladder.ledger.form_and_counts import FormsByPlayer, build_counts_after, build_forms_after
from ladder.ledger.openings import BoardOpenings
from ladder.ledger.storage.rating_rows import (
    ROW_COLUMNS,
    ROW_VALUES,
    RowsByParticipant,
    RowValues,
    build_shift_values,
    has_plain_rows,
    list_ledger_values,
    load_rating_rows,
    load_rating_shifts,
    load_starting_table,
    normalise_rating,
    widen_values,
)
from ladder.ledger.storage.season_matches import MatchEntry
from ladder.ledger.storage.tables import PastState, StateTable, load_opening_table, load_standing_table
from ladder.models import Board
from ladder.ratings import Counts, Fold, History, Key, Message, RatingSystem, replay_results
from ladder.ratings.statement import find_match_rows, has_opponent_limits, rebuild_rated_result

SeatKey = tuple[int, int]
"""A match and a seat in it."""


class LedgerRow(NamedTuple):
    """A row of the ledger as it should be; without an id it is a new one."""

    id: int | None
    seat: SeatKey
    participant: int | None  # None while its seat is only planned
    player: Key
    values: RowValues

    @property
    def whole(self) -> RowValues:
        """All its columns, those that a plain row has not got as well."""
        return self.values if len(self.values) == len(ROW_COLUMNS) else widen_values(self.values)

    @property
    def change(self) -> float:
        """What the match is worth, unrounded."""
        said = dict(zip(ROW_COLUMNS, self.whole, strict=True))
        return float(said["after_points"] - said["before_points"])


class ShiftRow(NamedTuple):
    """What a match does to a player who does not play in it, as it should be stored; without an id it is new."""

    id: int | None
    match: int
    player: Key
    values: RowValues


class EligibilityNote(NamedTuple):
    """A planned match that would not have been allowed (W-9), and why."""

    match: int
    message: Message


@dataclass
class BoardPlan:
    """What changes on one board: rows, standings, and openings where a season before it changed."""

    board: Board
    rows: list[LedgerRow] = field(default_factory=list)  # new ones and those that differ
    plain: bool = False  # these have points and experience alone
    gone: list[int] = field(default_factory=list)  # stored rows that no longer belong
    shifts: list[ShiftRow] = field(default_factory=list)  # new ones and those that differ
    gone_shifts: list[int] = field(default_factory=list)  # stored ones that no longer belong
    table: StateTable = field(default_factory=dict)  # new standings that differ from the stored ones
    was: StateTable = field(default_factory=dict)  # the stored ones of the players touched
    comparable: bool = True  # with the stored ones, which are not points of another system
    left: list[int] = field(default_factory=list)  # players who no longer stand in the table
    notes: list[EligibilityNote] = field(default_factory=list)  # on the drafts and on what was asked about
    barred: list[EligibilityNote] = field(default_factory=list)  # on the matches whose rows differ
    brought: BoardOpenings | None = None
    ended: dict[int, datetime] = field(default_factory=dict)  # when the matches end that are planned otherwise

    @property
    def changes_ratings(self) -> bool:
        """Whether a row or a standing would be another one."""
        return bool(self.rows or self.gone or self.shifts or self.gone_shifts or self.table or self.left)

    @property
    def matches(self) -> list[int]:
        """The matches that are rated anew: those of which a row or a shift differs."""
        return list(dict.fromkeys((*(row.seat[0] for row in self.rows), *(shift.match for shift in self.shifts))))

    @property
    def moved(self) -> list[tuple[int, float | None, float | None]]:
        """The players whose rating differs, with their points before and after; None where they don't stand."""
        was = self.was if self.comparable else {}
        points = [
            (player, find_points(was, player), find_points(self.table, player)) for player in {*self.table, *self.left}
        ]
        return [(player, before, after) for player, before, after in points if before != after]


def find_points(table: StateTable, player: Key) -> float | None:
    """Return a player's points, or None where they don't stand."""
    return table[player].rating.points if player in table else None


class BoardMatches(NamedTuple):
    """A board's matches in a span."""

    was: list[MatchEntry]  # those with stored rows
    will: list[MatchEntry]
    gone: list[MatchEntry]  # of those that were, what is a draft's
    added: list[MatchEntry]  # of those that will be, what is a draft's or was not rated yet

    @property
    def players(self) -> tuple[set[Key], set[Key]]:
        """Who will play, and who else has played."""
        playing = collect_players(self.will)
        return playing, collect_players(self.gone) - playing


def plan_board_fully(board: Board, span: SeasonSpan, brought: BoardOpenings | None = None) -> BoardPlan:
    """Fold the whole span again."""
    result = BoardPlan(board, brought=brought, plain=has_plain_rows(board, span.begin))
    stored = load_rating_rows(board, span.begin, result.plain)
    matches = select_board_matches(span, board.rating_system, stored)
    past = load_begin_table(result, span, matches, stored)
    fold = replay_results(
        board.rating_system,
        (entry.result for entry in matches.will),
        {player: state.rating for player, state in past.items()},
        {player: state.counts for player, state in past.items()},
    )
    add_differing_rows(result, matches.will, fold.history, stored)
    if span.begin is None:  # where shifts are, or were, the fold begins at the start
        add_differing_shifts(result, matches.will, fold)
    after = build_table_after(matches.will, fold, past, find_final_counts(result, span, matches, fold))
    add_differing_standings(result, after, find_final_forms(result, span, matches, after))
    add_eligibility_notes(result, span, matches.will, fold)
    return result


def select_board_matches(span: SeasonSpan, system: RatingSystem, stored: RowsByParticipant) -> BoardMatches:
    """Return the span's matches that are a board's business."""
    changed = {draft.match for draft in span.drafts}
    was = [entry for entry in span.was if entry.participants[0] in stored]
    will = [entry for entry in span.will if is_counted(system, entry.result)]
    gone = [entry for entry in was if entry.match in changed]
    added = [entry for entry in will if entry.match in changed or entry.participants[0] not in stored]
    return BoardMatches(was, will, gone, added)


def load_begin_table(
    result: BoardPlan, span: SeasonSpan, matches: BoardMatches, stored: RowsByParticipant
) -> StateTable:
    """Return the states that the fold begins with; the stored standings are put into the plan."""
    if span.begin is None:
        result.was = load_standing_table(result.board)
        return result.brought.table if result.brought else load_opening_table(result.board, identities=span.identities)
    playing, others = matches.players
    result.was = load_standing_table(result.board, playing | others)
    return load_starting_table(result.board, span.begin, matches.was, stored, playing, others, result.was)


def find_final_counts(result: BoardPlan, span: SeasonSpan, matches: BoardMatches, fold: Fold) -> Mapping[Key, Counts]:
    """Return everybody's counts after the last match; from the middle of a season on, a fold knows only its own."""
    if span.begin is None:
        return fold.counts
    return build_counts_after(result.was, matches.gone, matches.added)


def find_final_forms(result: BoardPlan, span: SeasonSpan, matches: BoardMatches, after: StateTable) -> FormsByPlayer:
    """Return the forms that may differ; where only drafts change they are those of the players in them."""
    only_drafts = span.begin and span.drafts
    seated = collect_players([*matches.gone, *matches.added]) if only_drafts else after.keys()
    return build_forms_after(result.board, matches.will, seated, span.begin, matches.was, result.was)


def collect_players(entries: Iterable[MatchEntry]) -> set[Key]:
    return {player for entry in entries for player in entry.result.players}


def build_table_after(
    entries: Sequence[MatchEntry], fold: Fold, past: StateTable, counts: Mapping[Key, Counts]
) -> StateTable:
    """Return the table after the last match."""
    history = fold.history
    after = {player: state._replace(rating=fold.table[player], counts=counts[player]) for player, state in past.items()}
    for player, row in fold.last.items():
        moved = history.after_points[row] - history.before_points[row]
        after[player] = PastState(fold.table[player], counts[player], entries[history.matches[row]].match, moved)
    return after


def add_differing_rows(
    result: BoardPlan, entries: Sequence[MatchEntry], history: History, stored: RowsByParticipant
) -> None:
    """Put into the plan the rows that differ from the stored ones, which are used up."""
    participants = [participant for entry in entries for participant in entry.participants]
    seats = [(entry.match, seat) for entry in entries for seat in range(len(entry.participants))]
    columns = zip(participants, seats, history.players, list_ledger_values(history, result.plain), strict=True)
    for participant, seat, player, values in columns:
        old = stored.pop(participant, None)
        if old is None or old[ROW_VALUES] != values:
            result.rows.append(LedgerRow(old[1] if old else None, seat, participant, player, values))
    result.gone = [row[1] for row in stored.values()]


def add_differing_shifts(result: BoardPlan, entries: Sequence[MatchEntry], fold: Fold) -> None:
    """Put into the plan the shifts that differ from the stored ones."""
    stored = load_rating_shifts(result.board)
    for shift in fold.shifts:
        match, values = entries[shift.match].match, build_shift_values(shift)
        pk, old = stored.pop((match, shift.player), (None, None))
        if old != values:
            result.shifts.append(ShiftRow(pk, match, shift.player, values))
    result.gone_shifts = [pk for pk, _ in stored.values()]


def add_differing_standings(result: BoardPlan, after: StateTable, forms: FormsByPlayer) -> None:
    """Put into the plan the standings that differ from the stored ones; who has no form here keeps the stored one."""
    for player, state in after.items():
        old = result.was.get(player)
        state = state._replace(rating=normalise_rating(state.rating), form=forms.get(player, old.form if old else ""))
        if state != old:
            result.table[player] = state
    result.left = [player for player in result.was if player not in after]


def add_eligibility_notes(result: BoardPlan, span: SeasonSpan, entries: Sequence[MatchEntry], fold: Fold) -> None:
    """Put into the plan which matches would not have been allowed."""
    if has_opponent_limits(result.board.rating_system):
        result.notes = list(list_eligibility_notes(result.board, entries, fold, span.asked)) if span.asked else []
        result.barred = list(list_eligibility_notes(result.board, entries, fold, set(result.matches)))


def list_eligibility_notes(
    board: Board, entries: Sequence[MatchEntry], fold: Fold, asked: Collection[int]
) -> Iterator[EligibilityNote]:
    """Say which of the matches asked about the players were not eligible for, and why."""
    for index, entry in enumerate(entries):
        if entry.match in asked and (rows := find_match_rows(fold, index)):
            message = board.rating_system.eligible(*rebuild_rated_result(fold, rows, entry.result))
            if message:
                yield EligibilityNote(entry.match, message)
