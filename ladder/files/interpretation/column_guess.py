"""Which row names the columns, and what each column seems to mean, from its heading or from what it holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ladder.files.interpretation.column_meanings import (
    BARE,
    FOURTH,
    HALF,
    IGNORE,
    KNOWN,
    MOSTLY,
    ONLY,
    PARTNER,
    SCORES,
    are_result_cells,
    find_heading_row,
    is_amount_cell,
    is_day_cell,
    is_name_cell,
    is_score_cell,
    list_meanings,
    make_column_test,
    simplify_heading,
)
from ladder.files.interpretation.row_outcomes import BOOLEANS, DRAWN, FIRST_SIDE, SECOND_SIDE, simplify_name
from ladder.files.match_records import EXPORT_COLUMNS as EXPORTED
from ladder.files.workbooks import Rows

SAMPLES = 3
LONG = {"match", "player"}
PAIR, OUTCOME = {"player1", "player2"}, {"winner", "loser"}
MUST_HOLD: Mapping[str, Callable[[Sequence[str]], bool]] = {
    "date": make_column_test(
        lambda cell: any(map(str.isdigit, cell))
    ),  # a column of weekdays is passed over for another
    "result": lambda held: are_result_cells(held) or are_side_words(held),
    "score1": make_column_test(is_score_cell),
    "score2": make_column_test(is_score_cell),
}
BOTH = {"score1", "score2"}
DOUBLES = "doubles"
PAIRED = re.compile(r" ?[&+/] ?| (?:and|und|et|y|e|en|och) ", re.IGNORECASE)


class SheetColumn(NamedTuple):
    """A column of the file."""

    place: int
    heading: str
    samples: list[str]
    is_empty: bool


class ColumnGuess(NamedTuple):
    """How a file seems to be made: its heading row (0 for none), its columns, and what they mean.

    `is_export` says that it is made as this site writes its matches, `refused` why it can't be read at all.
    """

    heading: int
    columns: list[SheetColumn]
    meanings: list[str]
    is_export: bool = False
    refused: str = ""


class ColumnContents(NamedTuple):
    """The columns while their meanings are looked for: headings as words, all cells, and those that aren't blank."""

    words: list[str]
    cells: list[list[str]]
    filled: list[list[str]]

    def free(self, found: Mapping[str, int]) -> list[int]:
        """Return the places of the columns that hold something and have no meaning yet."""
        return [place for place, filled in enumerate(self.filled) if filled and place not in found.values()]


def guess_columns(rows: Rows, asked: Collection[str] = (), kinds: Collection[str] = ()) -> ColumnGuess:
    """Return the guess; `asked` are the facts that the ladder's systems need, `kinds` those that it knows."""
    heading = find_heading_row(rows)
    names = [*rows[heading - 1]] if heading else []
    below = [row for row in rows[heading:] if row != names]
    width = max(map(len, rows))
    names += [""] * (width - len(names))
    cells = [[row[place] if place < len(row) else "" for row in below] for place in range(width)]
    held = ColumnContents(list(map(simplify_heading, names)), cells, [list(filter(None, column)) for column in cells])
    columns = [SheetColumn(place, names[place], found[:SAMPLES], not found) for place, found in enumerate(held.filled)]
    if [name.casefold() for name in names[: len(EXPORTED)]] == [*EXPORTED]:
        return ColumnGuess(heading, columns, read_export_headings(names), is_export=True)
    found = find_by_heading(held, {**ONLY, "kind": {*kinds}})
    add_by_content(found, held, asked, has_heading=bool(heading))
    places = {place: meaning for meaning, place in found.items()}
    meanings = [places.get(place, IGNORE) for place in range(width)]
    return ColumnGuess(heading, columns, meanings, refused=DOUBLES if are_doubles(held, found) else "")


def read_export_headings(names: Sequence[str]) -> list[str]:
    """Return what the columns of an export mean: what they are called, as far as it is known."""
    return [name.casefold() if name.casefold() in list_meanings() else IGNORE for name in names]


def find_by_heading(held: ColumnContents, only: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Return where each meaning is that headings name, where the column holds what it must."""
    found: dict[str, int] = {}
    for place, heading in enumerate(held.words):
        meaning, filled = KNOWN.get(heading, IGNORE), held.filled[place]
        fits = meaning not in only or {one.lower() for one in filled} <= {*only[meaning]}
        if meaning and fits and filled and MUST_HOLD.get(meaning, bool)(filled):
            found.setdefault(meaning, place)
    dates = [place for place, heading in enumerate(held.words) if KNOWN.get(heading) == "date" and held.filled[place]]
    if dates:
        found.setdefault("date", dates[0])
    add_score_columns(found, held)
    settle_headings(found, held)
    return found


def add_score_columns(found: dict[str, int], held: ColumnContents) -> None:
    """Add the two columns of scores; of several pairs the one that decides, as sets before points."""
    numbers = [place for place, filled in enumerate(held.filled) if filled and make_column_test(is_score_cell)(filled)]
    for scores in SCORES:
        named = [[place for place in numbers if scores.get(held.words[place]) == side] for side in (0, 1)]
        bare = [place for place in numbers if held.words[place] in BARE and scores.get(f"home{held.words[place]}") == 0]
        if named[1] and not named[0]:
            named[0] = bare  # score beside opponent's score
        elif not any(named) and len(bare) == 2:
            named = [bare[:1], bare[1:]]  # score twice: the first is whose name comes first
            if found.get("player2", 0) < found.get("player1", 0) and "player2" in found:
                named.reverse()
        if len(named[0]) == len(named[1]) == 1:
            for meaning in [one for one, place in found.items() if place in (*named[0], *named[1])]:
                del found[meaning]
            found["score1"], found["score2"] = named[0][0], named[1][0]
            return


def settle_headings(found: dict[str, int], held: ColumnContents) -> None:
    """Put right what headings say of one another, and a column called winner that says won or lost."""
    if not found.keys() >= LONG:
        found.pop("match", None)
        place = found.pop("player", None)
        if place is not None and found.keys() & {"player2", "loser"}:
            found.setdefault("player1" if "player2" in found else "winner", place)
        elif place is not None:
            found.setdefault("player1", place)
    place = found.get("winner", -1)
    if place >= 0 and "player1" in found and "result" not in found and says_won_or_lost(held.filled[place]):
        found["result"] = found.pop("winner")
    place = found.get("winner", -1)
    lost = found.get("loser", -1)
    if place >= 0 and lost >= 0 and make_column_test(is_score_cell)([*held.filled[place], *held.filled[lost]]):
        del found["winner"], found["loser"]  # how many each has won
        if found.keys() >= PAIR:
            found.setdefault("score1", place)
            found.setdefault("score2", lost)
    if "winner" in found and "player2" in found and not found.keys() & {"player1", "loser"}:
        found["loser"] = found.pop("player2")


def are_side_words(held: Sequence[str]) -> bool:
    """Say whether a column names the side that won, as home or H, A and D."""
    plain = {one.casefold().replace(" ", "") for one in held}
    return plain <= FIRST_SIDE | SECOND_SIDE | DRAWN and bool(plain & SECOND_SIDE)


def says_won_or_lost(held: Sequence[str]) -> bool:
    plain = {one.casefold() for one in held}
    return plain <= BOOLEANS | {"1", "0", "0.5", "w", "l", "d", "won", "lost", "draw", "drawn", "win", "loss"}


def add_by_content(found: dict[str, int], held: ColumnContents, asked: Collection[str], *, has_heading: bool) -> None:
    """Add what the columns without a known heading seem to hold; who won is only taken where it is plain."""
    if "date" not in found:
        set_if_single(
            found,
            "date",
            [place for place in held.free(found) if make_column_test(is_day_cell)(held.filled[place])][:1],
        )
    if found.keys() >= LONG:
        return
    add_name_columns(found, held)
    if found.keys() >= PAIR and not found.keys() & {"winner", "result", "score1"}:
        free = [place for place in held.free(found) if not HALF.fullmatch(held.words[place])]
        set_if_single(
            found, "result", [place for place in free if are_result_cells(held.filled[place], alone=has_heading)]
        )
        headless = [place for place in free if not held.words[place]]
        if "result" not in found:
            said = [place for place in free if KNOWN.get(held.words[place]) == "result"] or headless
            set_if_single(found, "winner", [place for place in said if is_winner_column(held, found, place)])
        if not found.keys() & {"winner", "result"}:
            add_headless_scores(found, held, headless)
    for fact in asked:
        if fact not in found:
            headless = [place for place in held.free(found) if not held.words[place]]
            set_if_single(
                found, fact, [place for place in headless if make_column_test(is_amount_cell)(held.filled[place])][:1]
            )


def set_if_single(found: dict[str, int], meaning: str, fitting: Sequence[int]) -> None:
    """Note what a column means, where just one fits."""
    if len(fitting) == 1:
        found.setdefault(meaning, fitting[0])


def add_name_columns(found: dict[str, int], held: ColumnContents) -> None:
    """Add the columns of names: beside a known one those that share people with it, else the two that share most."""
    wanted = next((pair for pair in (OUTCOME, PAIR) if found.keys() & pair), PAIR)
    missing = [name for name in ("winner", "loser", "player1", "player2") if name in wanted and name not in found]
    if found.keys() >= OUTCOME or found.keys() >= PAIR or not missing:
        return
    names = [
        place
        for place in held.free(found)
        if make_column_test(is_name_cell)(held.filled[place]) and not is_known_column(held, place)
    ]
    if len(missing) == 1:
        (other,) = wanted - {*missing}
        ranked = sorted((-count_shared_names(held, found[other], place), place) for place in names)
        if len(names) == 1 or (ranked and ranked[0][0] < 0):
            found[missing[0]] = ranked[0][1]
    elif len(names) >= 2:
        pairs = sorted((-count_shared_names(held, *pair), *pair) for pair in combinations(names, 2))
        if len(names) == 2 or pairs[0][0] < 0:
            found |= dict(zip(missing, pairs[0][1:], strict=True))


def is_known_column(held: ColumnContents, place: int) -> bool:
    """Say whether a heading says that a column is something else."""
    return held.words[place] in KNOWN or are_result_cells(held.filled[place])


def count_shared_names(held: ColumnContents, one: int, other: int) -> int:
    """Return how many names two columns have in common."""
    return len({*map(simplify_name, held.filled[one])} & {*map(simplify_name, held.filled[other])})


def is_winner_column(held: ColumnContents, found: Mapping[str, int], place: int) -> bool:
    """Say whether a column names one of the two players in most rows."""
    first, second = held.cells[found["player1"]], held.cells[found["player2"]]
    rows = [(one, a, b) for one, a, b in zip(held.cells[place], first, second, strict=True) if one]
    named = sum(
        one.casefold() in DRAWN or simplify_name(one) in (simplify_name(a), simplify_name(b)) for one, a, b in rows
    )
    return named >= MOSTLY * max(len(rows), 1)


def add_headless_scores(found: dict[str, int], held: ColumnContents, free: Sequence[int]) -> None:
    """Add two columns of numbers as scores, where each stands right behind a name, as in “Ann, 3, Bo, 1”."""
    first, second = found["player1"], found["player2"]
    numbers = {place for place in free if make_column_test(is_score_cell)(held.filled[place])}
    if {first + 1, second + 1} <= numbers:
        found["score1"], found["score2"] = first + 1, second + 1


def are_doubles(held: ColumnContents, found: Mapping[str, int]) -> bool:
    """Say whether four people play in each row: partners have headings, or four columns share their people."""
    if found.keys() >= LONG:
        return False
    named = [place for place, filled in enumerate(held.filled) if filled and make_column_test(is_name_cell)(filled)]
    if any(are_two_in_each_cell(held, found, *sides) for sides in (("winner", "loser"), ("player1", "player2"))):
        return True
    partners = sum(bool(PARTNER.fullmatch(held.words[place])) for place in named)
    numbered = Counter(classify_partner_heading(held.words[place]) for place in named)
    if partners >= 1 or numbered["pair"] >= 4 or numbered["one"] >= 4:
        return True
    unknown = [place for place in named if held.words[place] not in KNOWN]
    if found.keys() & {*OUTCOME, *PAIR} - {"player1", "player2"} or len(unknown) < 4:
        return False
    return all(count_shared_names(held, one, other) for one, other in combinations(unknown[:4], 2))


def are_two_in_each_cell(held: ColumnContents, found: Mapping[str, int], first: str, second: str) -> bool:
    """Say whether two people stand in each cell, as “Ann & Bo”, and not always the same two."""
    if not found.keys() >= {first, second}:
        return False
    cells = {*held.filled[found[first]], *held.filled[found[second]]}
    pairs = {cell: PAIRED.split(cell) for cell in cells}
    if not make_column_test(lambda cell: len(pairs[cell]) == 2)([*cells]):
        return False
    return max(Counter(simplify_name(one) for both in pairs.values() for one in both).values()) > 1


def classify_partner_heading(heading: str) -> str:
    """Return whether a heading is of one of two on a side, as Winner 1, or of one of four, as Player 3."""
    match = FOURTH.fullmatch(heading)
    return "" if match is None else "pair" if match["side"] else "one"


def find_missing_meaning(meanings: Sequence[str]) -> str:
    """Say what is missing: date, names, score or result; or that two columns mean the same, twice."""
    used = [meaning for meaning in meanings if meaning]
    has = set(used)
    if len(has) < len(used):
        return "twice"
    if "date" not in has:
        return "date"
    if len(has & BOTH) == 1:
        return "score"
    ends = ({"result"}, {"winner"}, BOTH)
    if has >= OUTCOME or has >= LONG or (has >= PAIR and any(end <= has for end in ends)):
        return ""
    return "result" if has >= PAIR else "names"
