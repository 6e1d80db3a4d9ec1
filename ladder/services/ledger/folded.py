"""A board's matches folded again in bulk, beside what is stored."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import Counts, Fold, History, Key, RatingSystem, replay_results
from ladder.ratings.statement import find_match_rows, has_opponent_limits, rebuild_rated_result
from ladder.selectors.past import Past, Table, opening_table, standing_table

from ..concern import concerned
from .board import BoardPlan, Note, Row
from .counts import counts_after
from .entries import Entry
from .forms import Forms, forms_after
from .openings import Brought
from .span import Span
from .stored import VALUES, Rows, are_plain, plain, starting_table, stored_rows, values_of


class Matches(NamedTuple):
    """A board's matches in a span."""

    was: list[Entry]  # those with stored rows
    will: list[Entry]
    gone: list[Entry]  # of those that were, what is a draft's
    added: list[Entry]  # of those that will be, what is a draft's or was not rated yet

    @property
    def players(self) -> tuple[set[Key], set[Key]]:
        """Who will play, and who else has played."""
        playing = players_of(self.will)
        return playing, players_of(self.gone) - playing


def folded(board: Board, span: Span, brought: Brought | None = None) -> BoardPlan:
    """Fold the whole span again."""
    result = BoardPlan(board, brought=brought, plain=are_plain(board, span.begin))
    stored = stored_rows(board, span.begin, result.plain)
    matches = matches_of(span, board.rating_system, stored)
    past = past_of(result, span, matches, stored)
    fold = replay_results(
        board.rating_system,
        (entry.result for entry in matches.will),
        {player: state.rating for player, state in past.items()},
        {player: state.counts for player, state in past.items()},
    )
    differing(result, matches.will, fold.history, stored)
    after = table_after(matches.will, fold, past, counts_of(result, span, matches, fold))
    standing_changes(result, after, forms_of(result, span, matches, after))
    add_notes(result, span, matches.will, fold)
    return result


def matches_of(span: Span, system: RatingSystem, stored: Rows) -> Matches:
    """Return the span's matches that are a board's business."""
    changed = {draft.match for draft in span.drafts}
    was = [entry for entry in span.was if entry.participants[0] in stored]
    will = [entry for entry in span.will if concerned(system, entry.result)]
    gone = [entry for entry in was if entry.match in changed]
    added = [entry for entry in will if entry.match in changed or entry.participants[0] not in stored]
    return Matches(was, will, gone, added)


def past_of(result: BoardPlan, span: Span, matches: Matches, stored: Rows) -> Table:
    """Return the states that the fold begins with; the stored standings are put into the plan."""
    if span.begin is None:
        result.was = standing_table(result.board)
        return result.brought.table if result.brought else opening_table(result.board, identities=span.identities)
    playing, others = matches.players
    result.was = standing_table(result.board, playing | others)
    return starting_table(result.board, span.begin, matches.was, stored, playing, others, result.was)


def counts_of(result: BoardPlan, span: Span, matches: Matches, fold: Fold) -> Mapping[Key, Counts]:
    """Return everybody's counts after the last match; from the middle of a season on, a fold knows only its own."""
    if span.begin is None:
        return fold.counts
    return counts_after(result.was, matches.gone, matches.added)


def forms_of(result: BoardPlan, span: Span, matches: Matches, after: Table) -> Forms:
    """Return the forms that may differ; where only drafts change they are those of the players in them."""
    only_drafts = span.begin and span.drafts
    seated = players_of([*matches.gone, *matches.added]) if only_drafts else after.keys()
    return forms_after(result.board, matches.will, seated, span.begin, matches.was, result.was)


def players_of(entries: Iterable[Entry]) -> set[Key]:
    return {player for entry in entries for player in entry.result.players}


def table_after(entries: Sequence[Entry], fold: Fold, past: Table, counts: Mapping[Key, Counts]) -> Table:
    """Return the table after the last match."""
    history = fold.history
    after = {player: state._replace(rating=fold.table[player], counts=counts[player]) for player, state in past.items()}
    for player, row in fold.last.items():
        moved = history.after_points[row] - history.before_points[row]
        after[player] = Past(fold.table[player], counts[player], entries[history.matches[row]].match, moved)
    return after


def differing(result: BoardPlan, entries: Sequence[Entry], history: History, stored: Rows) -> None:
    """Put into the plan the rows that differ from the stored ones, which are used up."""
    participants = [participant for entry in entries for participant in entry.participants]
    seats = [(entry.match, seat) for entry in entries for seat in range(len(entry.participants))]
    columns = zip(participants, seats, history.players, values_of(history, result.plain), strict=True)
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


def add_notes(result: BoardPlan, span: Span, entries: Sequence[Entry], fold: Fold) -> None:
    """Put into the plan which matches would not have been allowed."""
    if has_opponent_limits(result.board.rating_system):
        result.notes = list(notes(result.board, entries, fold, span.asked)) if span.asked else []
        result.barred = list(notes(result.board, entries, fold, {row.seat[0] for row in result.rows}))


def notes(board: Board, entries: Sequence[Entry], fold: Fold, asked: Collection[int]) -> Iterator[Note]:
    """Say which of the matches asked about the players were not eligible for, and why."""
    for index, entry in enumerate(entries):
        if entry.match in asked and (rows := find_match_rows(fold, index)):
            message = board.rating_system.eligible(*rebuild_rated_result(fold, rows, entry.result))
            if message:
                yield Note(entry.match, message)
