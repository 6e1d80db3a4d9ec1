"""A match explained: what it was worth to each player on each board, in the words of its system."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ladder.models import Board, Match, RatingChange
from ladder.ratings import WALKOVER, Key, Rating, RatingSystem, Result, Step
from ladder.selectors.decays import build_decay_steps, load_previous_ratings
from ladder.selectors.order import find_order_place
from ladder.selectors.otherwise import OtherResult, StakeSplit, list_other_results, split_stake
from ladder.selectors.parts import PlayerExplanation, PlayerNames, explain_for_player

MANY = 12  # participants whose steps are all printed; of a larger field, one is asked for
NAMED = 4  # in the summary


class BoardExplanation(NamedTuple):
    """One board that counted the match; of many players the later ones are folded."""

    board: Board
    label: str
    title: str
    parts: list[PlayerExplanation]
    split: StakeSplit | None
    otherwise: list[OtherResult]
    own: int | None = None  # the player who looks at it

    @property
    def sums(self) -> list[PlayerExplanation]:
        """The parts as their sums are printed: the reader's own first."""
        return sorted(self.parts, key=lambda part: part.player != self.own)

    @property
    def first(self) -> list[PlayerExplanation]:
        return self.parts[:MANY]

    @property
    def folded(self) -> list[PlayerExplanation]:
        return self.parts[MANY:]


def explain_match_on_boards(
    match: Match, result: Result, names: Mapping[Key, str], asked: int | None = None, own: int | None = None
) -> list[BoardExplanation]:
    """Return the match as each board counted it, from the very numbers that the ledger holds.

    Of a large field, the sums are there of the player asked for and of the reader's `own`.
    """
    rows = RatingChange.objects.filter(participant__match=match).select_related("board", "participant")
    boards: dict[Board, list[RatingChange]] = {}
    for row in rows.order_by("board__position", "board", "participant__seat"):
        boards.setdefault(row.board, []).append(row)
    return [explain_on_board(match, board, changes, result, names, asked, own) for board, changes in boards.items()]


def explain_on_board(
    match: Match,
    board: Board,
    rows: Sequence[RatingChange],
    result: Result,
    names: PlayerNames,
    asked: int | None,
    own: int | None,
) -> BoardExplanation:
    """Return one board's account of the match, the best result first."""
    system, before = board.rating_system, [row.before for row in rows]
    if result.started:
        result = result._replace(at_start=tuple(build_rating_at_start(row.at_start) for row in rows if row.at_start))
    since = load_previous_ratings(board, find_order_place(match), result.players) if system.period else {}
    parts = []
    for seat in sort_by_result(result):
        row, player = rows[seat], result.players[seat]
        steps: tuple[Step, ...] = ()
        if len(rows) <= MANY or player in (asked, own):
            steps = build_decay_steps(system, since.get(player), before[seat]) + system.steps(result, before, seat)
        worth = explain_for_player(system, player, names, row.before, row.after, steps)
        parts.append(worth._replace(how=describe_finish(result, seat)))
    if result.kind == WALKOVER:
        return BoardExplanation(board, system.about.label, "A walkover", parts, None, [])
    others = list_other_results(system, result, before, names)
    shown = BoardExplanation(board, system.about.label, "", parts, split_stake(system, result, before), others, own)
    return shown._replace(title=format_why_question(system, shown.sums))


def format_why_question(system: RatingSystem, parts: Sequence[PlayerExplanation]) -> str:
    """Return what a duel's explanation answers: Why 5.4 points?"""
    one, many = system.about.change_units
    worth = parts[0].change.lstrip("+")
    return f"Why {worth} {one if worth == '1' else many}?" if len(parts) == 2 else "Rating changes"


def summarise_match(boards: Sequence[BoardExplanation]) -> str:
    """Return what the match was worth on its main board, for those who see only a line of it."""
    if not boards:
        return "It doesn't count on any board."
    changes = [f"{one.name} {one.change} to {one.after}" for one in boards[0].parts[:NAMED]]
    more = len(boards[0].parts) - len(changes)
    return f"{', '.join(changes)}{f' and {more} more' if more else ''}. See why."


def describe_finish(result: Result, seat: int) -> str:
    """Return a player's place, or how the player left; nothing in a plain duel."""
    if result.places:
        return str(result.places[seat])
    if not result.exits:
        return ""
    left = result.exits[seat]
    return f"{left.how}, round {left.round}" if left.round else left.how


def sort_by_result(result: Result) -> list[int]:
    """Return the seats, the best result first."""
    if result.places:
        return sorted(range(len(result.players)), key=result.places.__getitem__)
    return sorted(range(len(result.players)), key=lambda seat: -result.scores[seat])


def build_rating_at_start(columns: Sequence[object]) -> Rating:
    """Return a rating at the start of the match, as the ledger stores it."""
    points, experience, memory, as_of = columns
    return Rating(points, experience, memory, date.fromisoformat(str(as_of)) if as_of else None)  # type: ignore[arg-type]
