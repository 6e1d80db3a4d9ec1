"""Doubts about a file: what is odd, in which rows, and what may be done about it; and the doubts about who won.

Row by row, a winner is taken as far as the row's cells agree; each kind of row that leaves it open is one doubt.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.row_outcomes import (
    WALKOVER,
    Verdict,
    find_likelier_player,
    has_no_opponent,
    has_no_outcome,
    judge_row,
    move_notes_to_result,
)

LEAVE, KEEP = "leave", "keep"
LEFT_OUT = ((LEAVE, "Leave out"), (KEEP, "Import as matches"))
ROWS_NAMED = 8  # rows that are named

SheetRows = dict[int, dict[str, str]]
"""What the rows of a file say, by their number."""

OUTCOME_MEANINGS = ("player1", "player2", "winner", "loser", "score1", "score2", "result")
FIRST, SECOND, DRAW, NAMED, SCORED = "first", "second", "draw", "named", "scored"
ONLY_LEAVE = ((LEAVE, "Leave out"),)
SHOWN = 12  # rows that are told one by one
ASKED = 40  # winners' names that are asked about one by one


class DoubtWeight(IntEnum):
    """How bad it is to decide a doubt wrongly; the worst come first."""

    ORDER = 90  # many matches on wrong days
    YEAR = 88
    BLANK = 87  # many matches left out
    AGAINST = 86  # a winner who lost
    WINNER = 84
    NAME = 80  # one person as two, or two as one
    STORED = 70  # matches twice
    BLOCK = 60
    DATE = 50  # matches left out
    UNTOLD = 45
    INVALID = 40
    TOTAL = 30
    WAYS = 20
    EMPTY = 10


class Doubt(NamedTuple):
    """A question about the file, with its answers; the default is what most clubs would say."""

    key: str
    weight: DoubtWeight
    title: str
    choices: tuple[tuple[str, str], ...]
    default: str
    detail: str = ""
    told: tuple[str, ...] = ()  # one sentence for each row

    def answer(self, answers: Mapping[str, str]) -> str:
        """Return what was answered, or the default."""
        given = answers.get(self.key, self.default)
        return given if given in dict(self.choices) else self.default


FilterStep = Callable[[SheetRows, list[Doubt], Mapping[str, str]], SheetRows]
"""Adds its doubts, and returns the rows that are left with these answers."""


def format_row_numbers(rows: Iterable[int]) -> str:
    """Return the rows in words: row 7, or rows 7, 9 and 12, or the first of very many."""
    numbers = list(rows)
    if len(numbers) == 1:
        return f"row {numbers[0]:,}"
    shown = [f"{number:,}" for number in numbers[:ROWS_NAMED]]
    if len(numbers) > ROWS_NAMED:
        return f"rows {', '.join(shown)} and {len(numbers) - ROWS_NAMED:,} more"
    return f"rows {', '.join(shown[:-1])} and {shown[-1]}"


def describe_count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 row, 1,727 rows."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


class RowsDoubt(NamedTuple):
    """A doubt and the rows that it is about."""

    doubt: Doubt
    rows: Sequence[int]


def make_winner_step(draws: bool, kinds: Collection[str]) -> FilterStep:
    """Return the step that says who won; `draws` says whether a board has draws, `kinds` are those of the ladder."""

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        rows = {number: move_notes_to_result(said) for number, said in found.items() if not is_long_form_row(said)}
        verdicts = {number: judge_row(said) for number, said in rows.items()}
        asked = list(find_winner_doubts(rows, verdicts, draws, kinds))
        doubts.extend(one.doubt for one in asked)
        given = {number: one.doubt.answer(answers) for one in asked for number in one.rows}
        kept: SheetRows = {}
        for number, said in found.items():
            if number not in rows:
                kept[number] = said
                continue
            score = pick_score(given.get(number, ""), verdicts[number])
            if score is not None:
                kept[number] = build_decided_row(rows[number], score, verdicts[number].shown, given.get(number, ""))
        return kept

    return step


def is_long_form_row(said: Mapping[str, str]) -> bool:
    """Say whether a row is one player's of a match, as in the long form; such a row says its own outcome."""
    return bool(said.get("player"))


def find_winner_doubts(
    rows: SheetRows, verdicts: Mapping[int, Verdict], draws: bool, kinds: Collection[str]
) -> Iterable[RowsDoubt]:
    """Yield the doubts about who won, with their rows; a row is in one of them at most."""
    cases: dict[str, list[int]] = defaultdict(list)
    for number, said in rows.items():
        cases[classify_row(said, verdicts[number])].append(number)
    yield from find_stranger_doubts(rows, verdicts, cases.pop("stranger", []))
    makers: dict[str, Callable[[Sequence[int]], Doubt]] = {
        "nobody": build_no_opponent_doubt,
        "mute": lambda numbers: build_no_outcome_doubt(numbers, draws),
        "untold": lambda numbers: Doubt(
            "untold",
            DoubtWeight.UNTOLD,
            f"It is not clear who won in {format_row_numbers(numbers)}.",
            ONLY_LEAVE,
            LEAVE,
        ),
        "level": lambda numbers: build_level_score_doubt(numbers, draws),
        "against": build_contradiction_doubt,
        "walkover": lambda numbers: build_walkover_doubt(numbers, kinds),
    }
    for case, make in makers.items():
        if numbers := cases.get(case):
            told = tuple(f"Row {number:,}: {format_outcome_cells(rows[number])}" for number in numbers[:SHOWN])
            more = f"And {len(numbers) - SHOWN:,} more." if len(numbers) > SHOWN else ""
            yield RowsDoubt(make(numbers)._replace(told=told, detail=more), numbers)


def classify_row(said: Mapping[str, str], one: Verdict) -> str:
    """Return which kind of doubt a row raises; none where all that it says agrees."""
    if has_no_opponent(said):
        return "nobody"
    if one.stranger:
        return "stranger"
    if has_no_outcome(said, one):
        return "mute"
    if one.note == WALKOVER and (one.named is not None or one.scored is not None):
        return "walkover"
    if one.named is None:
        return "untold" if one.scored is None or one.note else ""
    if one.scored in (None, one.named):
        return ""
    return "level" if one.scored == 0.5 else "against"


def pick_score(answer: str, one: Verdict) -> float | None:
    """Return player one's score with that answer, or with none where nothing was asked; none leaves the row out."""
    known: dict[str, float | None] = {FIRST: 1.0, SECOND: 0.0, DRAW: 0.5, SCORED: one.scored, LEAVE: None}
    return known.get(answer, one.scored if one.named is None else one.named)


def build_decided_row(said: Mapping[str, str], score: float, shown: str, answer: str) -> dict[str, str]:
    """Return a row as a match file says it: the winner and the loser, or both players and the result."""
    rest = {name: cell for name, cell in said.items() if name not in OUTCOME_MEANINGS}
    rest |= {"shown": shown} | ({"kind": WALKOVER} if answer == WALKOVER else {})
    if "player1" not in said and score == 1:
        return rest | {"winner": said["winner"], "loser": said["loser"]}
    first, second = ("player1", "player2") if "player1" in said else ("winner", "loser")
    return rest | {"player1": said[first], "player2": said[second], "result": f"{score:g}"}


def find_stranger_doubts(
    rows: SheetRows, verdicts: Mapping[int, Verdict], numbers: Sequence[int]
) -> Iterable[RowsDoubt]:
    """Yield the doubts about winners who are neither player, each name once for the same two players."""
    groups: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for number in numbers:
        groups[verdicts[number].stranger, rows[number]["player1"], rows[number]["player2"]].append(number)
    for place, (names, where) in enumerate(groups.items()):
        if place == ASKED:
            rest = [number for group in list(groups.values())[ASKED:] for number in group]
            title = f"The winner is neither player in {format_row_numbers(rest)}."
            yield RowsDoubt(Doubt("winners", DoubtWeight.WINNER, title, ONLY_LEAVE, LEAVE), rest)
            return
        yield RowsDoubt(build_stranger_doubt(*names, where), where)


def build_stranger_doubt(stranger: str, first: str, second: str, where: Sequence[int]) -> Doubt:
    """Return the doubt about one winner who is neither player; the likely one comes first, none is preset."""
    likely = find_likelier_player(stranger, first, second)
    ways = [(FIRST, f"{shorten_cell(first)} won"), (SECOND, f"{shorten_cell(second)} won")]
    key = hashlib.sha256("\n".join((stranger, first, second)).encode()).hexdigest()[:12]
    players = f"{shorten_cell(first)} and {shorten_cell(second)}"
    title = f"“{shorten_cell(stranger)}” won in {format_row_numbers(where)}, but {players} played."
    choices = (*(reversed(ways) if likely == 1 else ways), *ONLY_LEAVE)
    return Doubt(f"winner-{key}", DoubtWeight.WINNER, title, choices, LEAVE)


def build_no_opponent_doubt(numbers: Sequence[int]) -> Doubt:
    title = f"{format_row_numbers(numbers).capitalize()} {'names' if len(numbers) == 1 else 'name'} no opponent."
    return Doubt("nobody", DoubtWeight.TOTAL, title, ONLY_LEAVE, LEAVE)


def build_no_outcome_doubt(numbers: Sequence[int], draws: bool) -> Doubt:
    title = f"{format_row_numbers(numbers).capitalize()} {'does' if len(numbers) == 1 else 'do'} not say who won."
    ways = ((LEAVE, "Not played: leave out"), (DRAW, "Drawn")) if draws else ONLY_LEAVE
    return Doubt("mute", DoubtWeight.UNTOLD, title, ways, LEAVE)


def build_level_score_doubt(numbers: Sequence[int], draws: bool) -> Doubt:
    title = f"The score is level, and a winner is named, in {format_row_numbers(numbers)}."
    ways = [(NAMED, "The named winner won"), (LEAVE, "Leave out")]
    ways[1:1] = [(SCORED, "Drawn")] if draws else []
    return Doubt("level", DoubtWeight.AGAINST, title, tuple(ways), NAMED)


def build_contradiction_doubt(numbers: Sequence[int]) -> Doubt:
    title = f"The winner and the score don’t agree in {format_row_numbers(numbers)}."
    ways = (*ONLY_LEAVE, (NAMED, "The winner is right"), (SCORED, "The score is right"))
    return Doubt("against", DoubtWeight.AGAINST, title, ways, LEAVE)


def build_walkover_doubt(numbers: Sequence[int], kinds: Collection[str]) -> Doubt:
    count = describe_count(len(numbers), "match was", "matches were")
    title = f"{count} won without being played ({format_row_numbers(numbers)})."
    ways = [*ONLY_LEAVE, (KEEP, "Rate them like other matches")]
    ways[:0] = [(WALKOVER, "Record as walkovers, which are not rated")] if WALKOVER in kinds else []
    return Doubt("walkovers", DoubtWeight.TOTAL, title, tuple(ways), ways[0][0])


def format_outcome_cells(said: Mapping[str, str]) -> str:
    """Return what a row says of who played and how it ended, as it stands there."""
    return shorten_cell(" · ".join(filter(None, (said.get(name, "") for name in OUTCOME_MEANINGS))))
