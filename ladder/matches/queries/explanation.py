"""A match explained: what it was worth to each player on each board, step by step.

For a match of two also what its other results would have been worth.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from django.db.models import F

from ladder.formats import find_result_format, order_best_first
from ladder.ledger.player_standings import build_decay_steps, load_previous_ratings
from ladder.ledger.storage.tables import find_order_place
from ladder.models import Board, Match, RatingChange, RatingShift
from ladder.pages.figures import (
    MINUS_SIGN,
    find_direction,
    format_change,
    format_match_worth,
    format_period_end,
    format_points,
    format_rating,
    use_minus_sign,
)
from ladder.ratings import (
    WALKOVER,
    BoardRules,
    Key,
    Rating,
    RatingSystem,
    Result,
    Step,
    TableSystem,
    find_match_worth,
    format_fixed,
)
from players.people.names import isolate_direction
from players.people.queries import load_player_names

PlayerNames = Mapping[Key, str]

EXPLAINED_SCORES = (1.0, 0.0, 0.5)  # the first player's; a draw comes last

WALKOVER_TITLE, STOPPED_TITLE = "A walkover", "A match that was stopped"  # of boards on which neither is rated
MANY_PARTICIPANTS = 12  # participants whose steps are all printed; of a larger field, one is asked for
PARTICIPANTS_NAMED = 4  # in the summary


class StepLine(NamedTuple):
    """One step as printed: the sum up to its last equals sign, and its result."""

    rule: str
    title: str
    sentence: str
    sum: str
    value: str


class PlayerExplanation(NamedTuple):
    """One player's rating before and after, what the match was worth, and the steps between them.

    `when` says when it counts, if that is not at once; then nothing has moved yet.
    """

    player: int
    name: str
    change: str
    direction: str
    before: str
    after: str
    lines: list[StepLine]
    how: str = ""  # the place, or how a battle was left
    when: str = ""


def explain_for_player(
    system: RatingSystem, player: int, names: PlayerNames, before: Rating, after: Rating, steps: Sequence[Step] = ()
) -> PlayerExplanation:
    """Return the explanation of one player's rating change from `before` to `after`."""
    figures = (format_match_worth(system, before, after), find_direction(find_match_worth(system, before, after)))
    ratings = (format_exact_rating(system, before), format_exact_rating(system, after))
    return PlayerExplanation(player, names[player], *figures, *ratings, [format_step(step, names) for step in steps])


def format_exact_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as a calculation prints it: with a decimal, if lists round it to a whole number."""
    text, points = format_rating(system, rating), rating.points
    if "." in text or points == int(points):
        return text
    return use_minus_sign(format_fixed(points, 1)) + text.removeprefix(format_points(system, points))


def format_step(step: Step, names: PlayerNames) -> StepLine:
    """Return a step as printed."""
    head, equals, value = use_minus_sign(step.sum).rpartition(" = ")
    return StepLine(step.rule, step.title, format_step_sentence(step, names), head + equals, value)


def format_step_sentence(step: Step, names: PlayerNames) -> str:
    """Return a step's sentence with a real minus sign in its numbers, while names keep their hyphens."""
    figures = {word: re.sub(r"^-(?=\d)", MINUS_SIGN, text) for word, text in step.sentence.params.items()}
    return step.sentence._replace(params=figures).text(lambda player: isolate_direction(names[player]))


class OtherResult(NamedTuple):
    """Another result, "If Ben had won", and what it would have been worth to both."""

    said: str
    parts: list[PlayerExplanation]


class StakeSplit(NamedTuple):
    """The stake of a zero-sum duel: what the winner got, and what the loser would have got for a win."""

    won: str
    other: str
    pool: str
    percent: str


def list_other_results(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> list[OtherResult]:
    """Return the results that a duel could have had besides its own; none for other formats."""
    if len(result.players) != 2 or not find_result_format(result).is_entered_as_pair:
        return []
    possible = [score for score in EXPLAINED_SCORES if system.draws or score != 0.5]
    return [
        build_other_result(system, result.kind.format.turn(result, score), before, names)
        for score in possible
        if score != result.scores[0]
    ]


def build_other_result(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> OtherResult:
    """Return what this result would have been worth to both players, the winner first."""
    rules, parts = BoardRules(system), []
    after = rules.rate(result, before)
    for seat in sorted((0, 1), key=lambda seat: -result.scores[seat]):
        steps = rules.explain(result, before, seat)
        parts.append(explain_for_player(system, result.players[seat], names, before[seat], after[seat], steps))
    return OtherResult(describe_condition(result, parts[0].name), parts)


def describe_condition(result: Result, first: str) -> str:
    """Return the result as a condition: "If Ben had won"."""
    if 1.0 in result.scores:
        return f"If {first} had won"
    return "If nobody had won" if result.exits else "If they had drawn"


def split_stake(system: RatingSystem, result: Result, before: Sequence[Rating]) -> StakeSplit | None:
    """Return how the stake of a zero-sum duel was split; None for other matches."""
    if len(result.players) != 2 or not system.zero_sum or 1.0 not in result.scores:
        return None
    rules = BoardRules(system)
    if rules.expected(result, before) is None:
        return None
    winner, turned = result.scores.index(1.0), result.kind.format.turn(result, 1 - result.scores[0])
    won = rules.rate(result, before)[winner].points - before[winner].points
    other = rules.rate(turned, before)[1 - winner].points - before[1 - winner].points
    if won <= 0 or other <= 0:
        return None
    share = f"{won / (won + other) * 100:.1f}%"
    first, second, pool = (format_change(system, worth).lstrip("+") for worth in (won, other, won + other))
    return StakeSplit(first, second, pool, share)


class BoardExplanation(NamedTuple):
    """What the match was worth on one board that counted it; of many players only the first are shown at once."""

    board: Board
    label: str
    title: str
    parts: list[PlayerExplanation]
    split: StakeSplit | None
    otherwise: list[OtherResult]
    own: int | None = None  # the player who looks at it
    shifted: Sequence[PlayerExplanation] = ()  # who was moved without playing

    @property
    def sums(self) -> list[PlayerExplanation]:
        """The parts in the order in which their sums are printed: the reader's own first."""
        return sorted(self.parts, key=lambda part: part.player != self.own)

    def show_to(self, player: int | None) -> "BoardExplanation":
        """Return the same for the player who looks at it, whose sum comes first; the title is about it."""
        if self.title in (WALKOVER_TITLE, STOPPED_TITLE):
            return self
        shown = self._replace(own=player)
        return shown._replace(title=format_why_question(self.board.rating_system, shown.sums))

    def has_sum_for(self, player: int) -> bool:
        """Return whether the sum of this player is here, if they played: of a large field only some are."""
        return len(self.parts) <= MANY_PARTICIPANTS or all(part.player != player for part in self.parts)

    @property
    def first(self) -> list[PlayerExplanation]:
        return self.parts[:MANY_PARTICIPANTS]

    @property
    def folded(self) -> list[PlayerExplanation]:
        return self.parts[MANY_PARTICIPANTS:]


def explain_match_on_boards(
    match: Match, result: Result, names: Mapping[Key, str], asked: int | None = None, own: int | None = None
) -> list[BoardExplanation]:
    """Return what the match was worth on each board, explained with the numbers that the ledger holds.

    Of a large field, the sums are there of the player asked for and of the reader's `own`.
    """
    rows = RatingChange.objects.filter(participant__match=match).select_related("board", "participant")
    boards: dict[Board, list[RatingChange]] = {}
    for row in rows.order_by("board__position", "board", "participant__seat"):
        boards.setdefault(row.board, []).append(row)
    found = [explain_on_board(match, board, changes, result, names, asked, own) for board, changes in boards.items()]
    return [one._replace(shifted=list_shifted_players(match, one.board)) for one in found]


def list_shifted_players(match: Match, board: Board) -> list[PlayerExplanation]:
    """Return the players whom the match moved on a board although they did not play in it, the highest first."""
    system = board.rating_system
    if not isinstance(system, TableSystem):
        return []
    found = RatingShift.objects.filter(match=match, board=board).exclude(after_points=F("before_points"))
    rows = found.select_related("player").order_by("-after_points", "pk")
    names = {row.player_id: row.player.name for row in rows}
    return [
        explain_for_player(system, row.player_id, names, row.before, row.after)._replace(
            how=system.explain_shift(row.before, row.after)
        )
        for row in rows
    ]


def explain_on_board(
    match: Match,
    board: Board,
    rows: Sequence[RatingChange],
    result: Result,
    names: PlayerNames,
    asked: int | None,
    own: int | None,
) -> BoardExplanation:
    """Return the explanation of the match on one board, the best result first."""
    system, rules, before = board.rating_system, board.rules, [row.before for row in rows]
    if result.started:
        result = result._replace(at_start=tuple(build_rating_at_start(row.at_start) for row in rows if row.at_start))
    since = load_previous_ratings(board, find_order_place(match), result.players) if system.period else {}
    if isinstance(system, TableSystem):  # where the calendar moved players before the match
        known = zip(result.players, (row.at_start for row in rows), strict=True)
        since = {player: build_rating_at_start(columns) for player, columns in known if columns}
    when = format_period_end(system, result.ended.date()) if rules.rates(result) else ""
    explained = {
        seat: build_decay_steps(system, since.get(player), before[seat]) + rules.explain(result, before, seat)
        for seat, player in enumerate(result.players)
        if len(rows) <= MANY_PARTICIPANTS or player in (asked, own)
    }
    named = add_other_names(names, chain.from_iterable(explained.values()))
    parts = []
    for seat in sort_by_result(result):
        row, player = rows[seat], result.players[seat]
        worth = explain_for_player(system, player, named, row.before, row.after, explained.get(seat, ()))
        parts.append(worth._replace(how=describe_finish(result, seat), when=when))
    if not rules.rates(result):
        title = WALKOVER_TITLE if result.kind == WALKOVER else STOPPED_TITLE
        return BoardExplanation(board, system.about.label, title, parts, None, [])
    others = list_other_results(system, result, before, names)
    shown = BoardExplanation(board, system.about.label, "", parts, split_stake(system, result, before), others)
    return shown.show_to(own)


def add_other_names(names: PlayerNames, steps: Iterable[Step]) -> PlayerNames:
    """Return the names with those of players of other matches whom steps name: opponents of the period before."""
    others = {player for step in steps for player in step.sentence.players.values()} - names.keys()
    return {**names, **load_player_names(others)} if others else names


def format_why_question(system: RatingSystem, parts: Sequence[PlayerExplanation]) -> str:
    """Return the question that a duel's explanation answers: "Why 5.4 points?"."""
    one, many = system.about.change_units
    if parts[0].when:
        return f"Rated at {parts[0].when}"
    worth = parts[0].change.lstrip("+")
    return f"Why {worth} {one if worth == '1' else many}?" if len(parts) == 2 else "Rating changes"


def summarise_match(boards: Sequence[BoardExplanation]) -> str:
    """Return what the match was worth on its main board, in one line."""
    if not boards:
        return "It doesn't count on any board."
    changes = [
        f"{one.name} {one.change}{'' if one.when else f' to {one.after}'}"
        for one in boards[0].parts[:PARTICIPANTS_NAMED]
    ]
    more = len(boards[0].parts) - len(changes)
    when = f", rated at {boards[0].parts[0].when}" if boards[0].parts[0].when else ""
    return f"{', '.join(changes)}{f' and {more} more' if more else ''}{when}. See why."


def describe_finish(result: Result, seat: int) -> str:
    """Return a player's finishing place or exit in words; an empty text for a duel without exits."""
    return find_result_format(result).describe_finish(result.participants[seat])


def sort_by_result(result: Result) -> list[int]:
    """Return the numbers of the participants, the best result first."""
    participants = result.participants
    return sorted(range(len(participants)), key=lambda seat: order_best_first(participants[seat]))


def build_rating_at_start(columns: Sequence[object]) -> Rating:
    """Return a rating at the start of the match, as the ledger stores it."""
    points, experience, memory, as_of = columns
    return Rating(points, experience, memory, date.fromisoformat(str(as_of)) if as_of else None)  # type: ignore[arg-type]
