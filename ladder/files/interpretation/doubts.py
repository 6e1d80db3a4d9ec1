"""Doubts about a file: what is odd, in which rows, and what may be done about it; and the doubts about who won.

Row by row, a winner is taken as far as the row's cells agree; each kind of row that leaves it open is one doubt.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from ladder.files.cell_values import fold_name, shorten_cell
from ladder.files.interpretation.row_numbers import begin_with_rows, format_row_numbers
from ladder.files.interpretation.row_outcomes import (
    WALKOVER,
    Verdict,
    find_likelier_player,
    find_short_named_player,
    has_no_opponent,
    has_no_outcome,
    judge_row,
    move_notes_to_result,
    read_outcome,
)
from ladder.files.interpretation.score_columns import build_score_cells, drop_bare_scores
from ladder.files.interpretation.side_words import name_winners
from ladder.files.match_records import SCORE_COLUMNS
from ladder.formats import DRAWN, RETIRED, STOPPED, format_count

LEAVE, KEEP = "leave", "keep"
LEAVE_OR_KEEP = ((LEAVE, "Leave out"), (KEEP, "Import as matches"))

OUTCOME_MEANINGS = ("player1", "player2", "winner", "loser", "score1", "score2", "result")
FIRST, SECOND, DRAW, NAMED, SCORED, AHEAD = "first", "second", "draw", "named", "scored", "ahead"
ONLY_LEAVE = ((LEAVE, "Leave out"),)
DOUBT_ROWS_SHOWN = 12  # rows that are listed one by one
MOST_DOUBTS_ASKED = 40  # winners' names that are asked about one by one


class DoubtWeight(IntEnum):
    """How bad a wrong answer to a doubt would be; the worst doubts come first."""

    LETTERS = 95  # every name in other letters
    ORDER = 90  # many matches on wrong days
    YEAR = 88
    BLANK = 87  # many matches left out
    AGAINST = 86  # a winner who lost
    WINNER = 84
    NAME = 80  # one person as two, or two as one
    STORED = 70  # matches twice
    PLAYED = 65  # matches of a day in the wrong order
    BLOCK = 60
    DATE = 50  # matches left out
    UNTOLD = 45
    INVALID = 40
    TOTAL = 30
    EMPTY = 10


class Doubt(NamedTuple):
    """A question about the file with its possible answers; the default is what most clubs would answer."""

    key: str
    weight: DoubtWeight
    title: str
    choices: tuple[tuple[str, str], ...]
    default: str
    detail: str = ""
    examples: tuple[str, ...] = ()  # a sentence for each of the first rows
    consequence: str = ""  # what becomes of the rows, where there is one choice only

    def answer(self, answers: Mapping[str, str]) -> str:
        """Return the answer that was given, or the default."""
        given = answers.get(self.key, self.default)
        return given if given in dict(self.choices) else self.default


SheetRows = dict[int, dict[str, str]]
"""The cells of each row by their meaning, by the row's number."""
FilterStep = Callable[[SheetRows, list[Doubt], Mapping[str, str]], SheetRows]
"""Takes rows and the answers by key; adds its doubts to the list, and returns the rows that are left."""


class RowsDoubt(NamedTuple):
    """A doubt, and the numbers of the rows that it is about."""

    doubt: Doubt
    rows: Sequence[int]


def make_winner_step(draws: bool, kinds: Collection[str], pair: Sequence[str] = ()) -> FilterStep:
    """Return the step that decides who won; `draws` says if a board knows draws, `kinds` are those of the season.

    `pair` are the headings of the two columns of players, if there are any: a result may name one of them.
    """

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        rows = {number: move_notes_to_result(cells) for number, cells in found.items() if "player" not in cells}
        named = name_winners(rows, pair)
        verdicts = name_short_winners(rows, {number: judge_row(cells) for number, cells in named.items()})
        asked = list(find_winner_doubts(rows, verdicts, draws, kinds))
        doubts.extend(one.doubt for one in asked)
        given = {number: one.doubt.answer(answers) for one in asked for number in one.rows}
        kept: SheetRows = {}
        for number, cells in found.items():
            if number not in rows:
                kept[number] = cells  # of the long form: each row says its own outcome
                continue
            score = pick_score(given.get(number, ""), verdicts[number])
            if score is not None:
                row = build_decided_row(rows[number], score, verdicts[number].shown, given.get(number, ""))
                kept[number] = row | build_score_cells(rows[number], score, verdicts[number], given.get(number, ""))
        return drop_bare_scores(kept)

    return step


def find_winner_doubts(
    rows: SheetRows, verdicts: Mapping[int, Verdict], draws: bool, kinds: Collection[str]
) -> Iterable[RowsDoubt]:
    """Yield the doubts about who won, with their rows; a row is in one doubt at most."""
    cases: dict[str, list[int]] = defaultdict(list)
    for number, cells in rows.items():
        cases[classify_row(cells, verdicts[number])].append(number)
    yield from find_stranger_doubts(rows, verdicts, cases.pop("stranger", []))
    makers: dict[str, Callable[[Sequence[int]], Doubt]] = {
        "nobody": build_no_opponent_doubt,
        "mute": lambda numbers: build_no_outcome_doubt(numbers, draws),
        "untold": build_unclear_doubt,
        "retired": build_retired_doubt,
        "level": lambda numbers: build_level_score_doubt(numbers, draws),
        "against": build_contradiction_doubt,
        "walkover": lambda numbers: build_walkover_doubt(numbers, kinds),
    }
    for case, make in makers.items():
        if numbers := cases.get(case):
            examples = tuple(
                f"Row {number:,}: {format_outcome_cells(rows[number])}" for number in numbers[:DOUBT_ROWS_SHOWN]
            )
            more = f"And {len(numbers) - DOUBT_ROWS_SHOWN:,} more." if len(numbers) > DOUBT_ROWS_SHOWN else ""
            left_out = describe_left_out(numbers)
            yield RowsDoubt(make(numbers)._replace(examples=examples, detail=more, consequence=left_out), numbers)


def classify_row(cells: Mapping[str, str], verdict: Verdict) -> str:
    """Return which doubt a row raises, as the key of its case; "" when its cells agree."""
    if has_no_opponent(cells):
        return "nobody"
    if verdict.stranger:
        return "stranger"
    if has_no_outcome(cells, verdict):
        return "mute"
    if verdict.note == WALKOVER and (verdict.named is not None or verdict.scored is not None):
        return "walkover"
    if verdict[:2] == (None, None) and verdict.note == RETIRED and find_leader_score(verdict) is not None:
        return "retired"
    if verdict.named is None:
        return "untold" if verdict.scored is None or verdict.note not in ("", STOPPED, RETIRED) else ""
    if verdict.scored in (None, verdict.named):
        return ""
    return "level" if verdict.scored == 0.5 else "against"


def pick_score(answer: str, verdict: Verdict) -> float | None:
    """Return player one's score by the answer, or by the verdict if nothing was asked; None leaves the row out."""
    known: dict[str, float | None] = {FIRST: 1.0, SECOND: 0.0, DRAW: 0.5, SCORED: verdict.scored, LEAVE: None}
    known[AHEAD] = find_leader_score(verdict)
    return known.get(answer, verdict.scored if verdict.named is None else verdict.named)


def find_leader_score(verdict: Verdict) -> float | None:
    """Return the score of player one by who is ahead in the printed score; None where nobody is."""
    score = read_outcome(verdict.shown).score
    return None if score == DRAWN else score


def build_decided_row(cells: Mapping[str, str], score: float, shown: str, answer: str) -> dict[str, str]:
    """Return the cells of a row as a match file has them: the winner and the loser, or both players and the result."""
    rest = {name: cell for name, cell in cells.items() if name not in (*OUTCOME_MEANINGS, *SCORE_COLUMNS)}
    rest |= {"shown": shown} | ({"kind": WALKOVER} if answer == WALKOVER else {})
    if "player1" not in cells and score == 1:
        return rest | {"winner": cells["winner"], "loser": cells["loser"]}
    first, second = ("player1", "player2") if "player1" in cells else ("winner", "loser")
    return rest | {"player1": cells[first], "player2": cells[second], "result": f"{score:g}"}


def name_short_winners(rows: SheetRows, verdicts: Mapping[int, Verdict]) -> dict[int, Verdict]:
    """Return the verdicts with the score of a winner whose name is cut short, where only one of the players fits it.

    It is still asked about, unless the score contradicts it, which is asked then. A name that is a player's own
    somewhere in the file is not taken for a short one.
    """
    names = {fold_name(cells.get(name, "")) for cells in rows.values() for name in ("player1", "player2")}
    named = dict(verdicts)
    for number, verdict in verdicts.items():
        if not verdict.stranger or fold_name(verdict.stranger) in names:
            continue
        seat = find_short_named_player(verdict.stranger, rows[number]["player1"], rows[number]["player2"])
        if seat is not None:
            score = 1.0 - seat
            is_doubted = verdict.scored not in (None, score)
            named[number] = verdict._replace(named=score, stranger="" if is_doubted else verdict.stranger)
    return named


def find_stranger_doubts(
    rows: SheetRows, verdicts: Mapping[int, Verdict], numbers: Sequence[int]
) -> Iterable[RowsDoubt]:
    """Yield a doubt for each winner who is neither player.

    The same name beside the same players is one doubt, and a name that is cut short is one for all rows of its player.
    """
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number in numbers:
        verdict, players = verdicts[number], (rows[number]["player1"], rows[number]["player2"])
        who = players if verdict.named is None else players[verdict.named == 0 :][:1]
        groups[verdict.stranger, *who].append(number)
    yield from (
        RowsDoubt(build_stranger_doubt(names, where), where) for names, where in [*groups.items()][:MOST_DOUBTS_ASKED]
    )
    rest = dict([*groups.items()][MOST_DOUBTS_ASKED:])
    short = [number for names, where in rest.items() if len(names) == 2 for number in where]
    if short:
        title = f"The winner’s name is cut short in {format_row_numbers(short)}."
        ways = ((NAMED, "It means the player whose name it is short for"), *ONLY_LEAVE)
        yield RowsDoubt(Doubt("winners-short", DoubtWeight.WINNER, title, ways, NAMED), short)
    others = [number for names, where in rest.items() if len(names) > 2 for number in where]
    if others:
        title = f"The winner is neither player in {format_row_numbers(others)}."
        left_out = describe_left_out(others)
        yield RowsDoubt(Doubt("winners", DoubtWeight.WINNER, title, ONLY_LEAVE, LEAVE, consequence=left_out), others)


def describe_left_out(numbers: Sequence[int]) -> str:
    """Return the sentence that these rows are left out, which follows one that names them."""
    return "It is left out." if len(numbers) == 1 else "They are left out."


def build_stranger_doubt(names: tuple[str, ...], where: Sequence[int]) -> Doubt:
    """Return the doubt about a winner who is neither player; `names` are the winner's and those of the players.

    The likelier player comes first, none is preset. If the name is short for that of a player, only that one is given,
    and the same person is preset.
    """
    stranger, first, second = (*names, "")[:3]
    one, other = shorten_cell(first), shorten_cell(second)
    key = f"winner-{hashlib.sha256(chr(10).join(names).encode()).hexdigest()[:12]}"
    title = f"“{shorten_cell(stranger)}” won in {format_row_numbers(where)}, "
    if not second:
        ways = ((NAMED, f"The same person: {one} won"), *ONLY_LEAVE)
        return Doubt(key, DoubtWeight.WINNER, f"{title}and {one} played.", ways, NAMED)
    likely = find_likelier_player(stranger, first, second)
    choices = [(FIRST, f"{one} won"), (SECOND, f"{other} won")]
    ways = (*(reversed(choices) if likely == 1 else choices), *ONLY_LEAVE)
    return Doubt(key, DoubtWeight.WINNER, f"{title}but {one} and {other} played.", ways, LEAVE)


def build_unclear_doubt(numbers: Sequence[int]) -> Doubt:
    """Return the doubt about rows that do not make clear who won."""
    title = f"It is not clear who won in {format_row_numbers(numbers)}."
    return Doubt("untold", DoubtWeight.UNTOLD, title, ONLY_LEAVE, LEAVE)


def build_retired_doubt(numbers: Sequence[int]) -> Doubt:
    """Return the doubt about rows that say that somebody gave up, but not who."""
    title = f"Somebody gave up, and it is not said who, in {format_row_numbers(numbers)}."
    ways = (*ONLY_LEAVE, (AHEAD, "Who was ahead has won"))
    return Doubt("retired", DoubtWeight.UNTOLD, title, ways, LEAVE)


def build_no_opponent_doubt(numbers: Sequence[int]) -> Doubt:
    """Return the doubt about rows with a word such as “bye” in place of a player."""
    title = f"{begin_with_rows(numbers)} {'names' if len(numbers) == 1 else 'name'} no opponent."
    return Doubt("nobody", DoubtWeight.TOTAL, title, ONLY_LEAVE, LEAVE)


def build_no_outcome_doubt(numbers: Sequence[int], draws: bool) -> Doubt:
    """Return the doubt about rows that say nothing of how the match ended."""
    title = f"{begin_with_rows(numbers)} {'does' if len(numbers) == 1 else 'do'} not say who won."
    ways = ((LEAVE, "Not played: leave out"), (DRAW, "Drawn")) if draws else ONLY_LEAVE
    return Doubt("mute", DoubtWeight.UNTOLD, title, ways, LEAVE)


def build_level_score_doubt(numbers: Sequence[int], draws: bool) -> Doubt:
    """Return the doubt about rows with a level score and a winner."""
    title = f"The score is level, and a winner is named, in {format_row_numbers(numbers)}."
    ways = [(NAMED, "The named winner won"), (LEAVE, "Leave out")]
    ways[1:1] = [(SCORED, "Drawn")] if draws else []
    return Doubt("level", DoubtWeight.AGAINST, title, tuple(ways), NAMED)


def build_contradiction_doubt(numbers: Sequence[int]) -> Doubt:
    """Return the doubt about rows whose winner and score contradict each other."""
    title = f"The winner and the score don’t agree in {format_row_numbers(numbers)}."
    ways = (*ONLY_LEAVE, (NAMED, "The winner is right"), (SCORED, "The score is right"))
    return Doubt("against", DoubtWeight.AGAINST, title, ways, LEAVE)


def build_walkover_doubt(numbers: Sequence[int], kinds: Collection[str]) -> Doubt:
    """Return the doubt about rows that say that a match was won without being played."""
    number = format_count(len(numbers), "match was", "matches were")
    title = f"{number} won without being played ({format_row_numbers(numbers)})."
    ways = [*ONLY_LEAVE, (KEEP, "Rate them like other matches")]
    ways[:0] = [(WALKOVER, "Record as walkovers, which are not rated")] if WALKOVER in kinds else []
    return Doubt("walkovers", DoubtWeight.TOTAL, title, tuple(ways), ways[0][0])


def format_outcome_cells(cells: Mapping[str, str]) -> str:
    """Return the cells of a row that say who played and how it ended, as they are in the file."""
    return shorten_cell(" · ".join(filter(None, (cells.get(name, "") for name in OUTCOME_MEANINGS))))
