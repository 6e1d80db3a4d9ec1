"""Which row names the columns, and what each column seems to mean, from its heading or from what it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ladder.files.interpretation.box_names import read_box_name
from ladder.files.interpretation.clock_column import are_clock_cells
from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    BARE_COUNTS,
    BOTH_SCORES,
    HALF_HEADING,
    IGNORED_COLUMN,
    KNOWN_HEADINGS,
    LONG_FORM_COLUMNS,
    ONLY_CELLS,
    OUTCOME,
    PAIR,
    RESULT_HEADINGS,
    STAMP_WORDS,
    are_mostly,
    are_result_cells,
    find_heading_row,
    is_amount_cell,
    is_date_cell,
    is_day_cell,
    is_name_cell,
    is_score_cell,
    list_meanings,
    list_score_headings,
    simplify_heading,
)
from ladder.files.interpretation.heading_rows import (
    find_last_heading_row,
    name_spread_columns,
    read_headings,
    spread_headings,
)
from ladder.files.interpretation.number_columns import add_number_columns
from ladder.files.interpretation.paired_cells import find_pair_sign
from ladder.files.interpretation.partner_columns import (
    DOUBLES_WORD,
    FIRST_PARTNERS,
    WINNERS_HEADING,
    are_doubles,
    find_partner_columns,
)
from ladder.files.interpretation.row_outcomes import is_result_number, read_outcome
from ladder.files.interpretation.score_columns import SET_MEANINGS, SET_SIDE_MEANINGS, is_ending_word, is_set_score
from ladder.files.interpretation.set_columns import add_set_sides
from ladder.files.interpretation.side_words import are_side_words
from ladder.files.interpretation.winner_column import (
    add_reported_players,
    are_player_numbers,
    find_winner_columns,
    has_reporter_words,
    read_opponent_as_loser,
    says_won_or_lost,
)
from ladder.files.match_records import EXPORT_COLUMNS
from ladder.files.workbooks import Rows

SAMPLES_SHOWN = 3

MUST_HOLD: Mapping[str, Callable[[Sequence[str]], bool]] = {
    "date": lambda cells: are_mostly(cells, is_date_cell),  # a column of weekdays is passed over for another
    "result": are_result_cells,
    "score1": lambda cells: are_mostly(cells, is_score_cell),
    "score2": lambda cells: are_mostly(cells, is_score_cell),
    "ending": lambda cells: are_mostly(cells, is_ending_word),
    "time": are_clock_cells,
    "box": lambda cells: are_mostly(cells, lambda cell: bool(read_box_name(cell))),
    **dict.fromkeys(SET_MEANINGS, lambda cells: are_mostly(cells, is_set_score)),
}


class SheetColumn(NamedTuple):
    """A column of the file, with its first cells that aren't blank; `place` counts from 0."""

    place: int
    heading: str
    samples: list[str]
    is_empty: bool


class ColumnGuess(NamedTuple):
    """What a file seems to be: the number of its heading row (0 for none), its columns, and the meaning of each.

    `is_export` says that it has the columns of this site's own match files, `refused` what must be chosen by hand.
    """

    heading: int
    columns: list[SheetColumn]
    meanings: list[str]
    is_export: bool = False
    refused: str = ""
    pair_sign: str = ""  # by what the names of a side are divided, where each cell holds a whole one as “Ann & Bo”

    def is_dated(self, rows: Rows) -> bool:
        """Return whether a row of the sheet has a date in the column of dates."""
        places = [place for place, meaning in enumerate(self.meanings) if meaning == "date"]
        return any(is_date_cell(row[place]) for row in rows[self.heading :] for place in places if place < len(row))


def guess_columns(
    rows: Rows,
    asked: Collection[str] = (),
    kinds: Collection[str] = (),
    chosen: Sequence[str] | None = None,
    heading: int | None = None,
) -> ColumnGuess:
    """Return what a sheet seems to be; `asked` are the facts that the boards need, `kinds` the known kinds of match.

    Meanings that were chosen by hand, one for each column, are believed, and so is the number of the heading row.
    """
    heading = find_last_heading_row(rows, find_heading_row(rows)) if heading is None else heading
    width = max(map(len, rows))
    names = read_headings(rows, heading, width)
    below = [row for row in rows[heading:] if not heading or row != rows[heading - 1]]
    cells = [[row[place] if place < len(row) else "" for row in below] for place in range(width)]
    contents = ColumnContents(list(map(simplify_heading, names)), cells)
    contents.words = spread_headings(contents)
    columns = [
        SheetColumn(place, name, contents.filled[place][:SAMPLES_SHOWN], not contents.filled[place])
        for place, name in enumerate(name_spread_columns(names, contents.words))
    ]
    given = chosen if chosen is not None and len(chosen) == width else None
    if [name.casefold() for name in names[: len(EXPORT_COLUMNS)]] == [*EXPORT_COLUMNS]:
        return ColumnGuess(heading, columns, list(given or read_export_headings(names)), is_export=True)
    found = guess_meanings(contents, asked, kinds, has_heading=bool(heading))
    used = found if given is None else {meaning: place for place, meaning in enumerate(given) if meaning}
    pair_sign = find_pair_sign(contents, used)
    has_partners = pair_sign or used.keys() >= FIRST_PARTNERS
    refused = DOUBLES_WORD if not has_partners and are_doubles(contents, found) else ""
    places = {place: meaning for meaning, place in found.items() if not (refused and meaning in PAIR)}
    meanings = [places.get(place, IGNORED_COLUMN) for place in range(width)]
    meanings = drop_lone_player(given or meanings)
    return ColumnGuess(heading, columns, meanings, refused=refused, pair_sign=pair_sign)


def drop_lone_player(meanings: Sequence[str]) -> list[str]:
    """Return the meanings without one of two players beside a winner and a loser, such as who challenged."""
    is_lone = {*meanings} >= OUTCOME and len({*meanings} & PAIR) == 1
    return [IGNORED_COLUMN if is_lone and meaning in PAIR else meaning for meaning in meanings]


def guess_meanings(
    contents: ColumnContents, asked: Collection[str], kinds: Collection[str], *, has_heading: bool
) -> dict[str, int]:
    """Return the place of each meaning that the columns seem to have."""
    found = find_by_heading(contents, {**ONLY_CELLS, "kind": {*kinds}})
    partners = find_partner_columns(contents.words, contents.holding(range(len(contents.words)), is_name_cell))
    if not partners:
        add_reported_players(found, contents)
    read_opponent_as_loser(found, contents)
    if partners:
        found = {meaning: place for meaning, place in found.items() if place not in partners.values()} | partners
    keep_one_pair(found, contents)
    add_by_content(found, contents, asked, has_heading=has_heading)
    if not partners:
        add_number_columns(found, contents)
    return found


def read_export_headings(names: Sequence[str]) -> list[str]:
    """Return the meanings of the columns of an export, which are their headings; unknown ones are ignored."""
    return [name.casefold() if name.casefold() in list_meanings() else IGNORED_COLUMN for name in names]


def find_by_heading(contents: ColumnContents, only: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Return the place of each meaning that a heading names, if the column holds what the meaning requires."""
    found: dict[str, int] = {}
    sides = list_pair_headings(contents.words)
    for place, heading in enumerate(contents.words):
        meaning, filled = KNOWN_HEADINGS.get(heading, IGNORED_COLUMN), contents.filled[place]
        meaning = "time" if meaning == "started" and are_clock_cells(filled) else meaning
        fits = meaning not in only or {one.lower() for one in filled} <= {*only[meaning]}
        holds = filled and fits and holds_meaning(meaning, heading, filled, sides)
        is_better = meaning == "date" in found and contents.words[found["date"]] in STAMP_WORDS
        if meaning and holds and (meaning not in found or is_better):
            found[meaning] = place
    add_set_sides(found, contents)
    add_score_columns(found, contents)
    settle_headings(found, contents)
    return found


def list_pair_headings(words: Sequence[str]) -> list[str]:
    """Return the headings that name the two players or sides, as far as there are any."""
    first = {meaning: word for word in reversed(words) if (meaning := KNOWN_HEADINGS.get(word)) in PAIR}
    return [first[meaning] for meaning in sorted(first)]


def holds_meaning(meaning: str, heading: str, filled: Sequence[str], sides: Sequence[str]) -> bool:
    """Return whether a column's cells are what its heading says; a column of only 1 is a result if it is called so.

    `sides` are the headings of the two players, which a result may name.
    """
    if heading in RESULT_HEADINGS and all(map(is_result_number, filled)):
        return True
    return MUST_HOLD.get(meaning, bool)(filled) or (meaning == "result" and are_side_words(filled, sides))


def add_score_columns(found: dict[str, int], contents: ColumnContents) -> None:
    """Add the two columns with the scores; of several pairs the one that decides, such as sets before points."""
    numbers = contents.holding(range(len(contents.filled)), is_score_cell)
    for scores in list_score_headings():
        named = [[place for place in numbers if scores.get(contents.words[place]) == side] for side in (0, 1)]
        bare = [
            place
            for place in numbers
            if contents.words[place] in BARE_COUNTS and scores.get(f"home{contents.words[place]}") == 0
        ]
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


def settle_headings(found: dict[str, int], contents: ColumnContents) -> None:
    """Correct meanings that only make sense together, and a column called winner that says won or lost."""
    if not found.keys() >= LONG_FORM_COLUMNS:
        found.pop("match", None)
        place = found.pop("player", None)
        if place is not None and found.keys() & {"player2", "loser"}:
            found.setdefault("player1" if "player2" in found else "winner", place)
        elif place is not None:
            found.setdefault("player1", place)
    place = found.get("winner", -1)
    if place >= 0 and are_player_numbers(contents.filled[place], contents.words[place]):
        del found["winner"]
    elif place >= 0 and "player1" in found and "result" not in found and says_won_or_lost(contents.filled[place]):
        found["result"] = found.pop("winner")
    place = found.get("winner", -1)
    lost = found.get("loser", -1)
    if place >= 0 and lost >= 0 and are_mostly([*contents.filled[place], *contents.filled[lost]], is_score_cell):
        del found["winner"], found["loser"]  # how many each has won
        if found.keys() >= PAIR:
            found.setdefault("score1", place)
            found.setdefault("score2", lost)


def keep_one_pair(found: dict[str, int], contents: ColumnContents) -> None:
    """Of a winner and a loser beside two players, such as home and away, keep the winner and the loser.

    Where both pairs name the same two people in every row, the winner stands beside home and away, whose scores go with
    them; else those scores say nothing, since nobody knows whose they are.
    """
    if not found.keys() >= OUTCOME | PAIR:
        return
    decided = (found["winner"], found["loser"])
    own = [name for name in BOTH_SCORES if name in found and WINNERS_HEADING.match(contents.words[found[name]])]
    if not own and contents.have_same_names(decided, (found["player1"], found["player2"])):
        del found["loser"]
        return
    for name in PAIR | (set() if own else BOTH_SCORES):
        found.pop(name, None)
    if "result" in found and not agrees_with_winner(contents.filled[found["result"]]):
        del found["result"]


def agrees_with_winner(results: Sequence[str]) -> bool:
    """Return whether these results are mostly wins of the first-named side, as beside a winner and a loser."""
    return are_mostly(results, lambda cell: read_outcome(cell).score == 1 or bool(read_outcome(cell).note))


def add_by_content(
    found: dict[str, int], contents: ColumnContents, asked: Collection[str], *, has_heading: bool
) -> None:
    """Add the meanings that columns without a known heading seem to have; who won only where it is plain."""
    if "date" not in found:
        dates = contents.holding(contents.free(found), is_day_cell) or list_headed_dates(contents)
        set_if_single(found, "date", dates[:1])
    if found.keys() >= LONG_FORM_COLUMNS:
        return
    add_name_columns(found, contents)
    if found.keys() >= PAIR and "winner" not in found:
        add_outcome_columns(found, contents, has_heading=has_heading)
    for fact in asked:
        if fact not in found:
            headless = [place for place in contents.free(found) if not contents.words[place]]
            set_if_single(found, fact, contents.holding(headless, is_amount_cell)[:1])


def add_outcome_columns(found: dict[str, int], contents: ColumnContents, *, has_heading: bool) -> None:
    """Add the columns that say who won, beside two columns of players."""
    free = [place for place in contents.free(found) if not HALF_HEADING.fullmatch(contents.words[place])]
    if not found.keys() & {"result", "score1"}:
        results = [place for place in free if are_result_cells(contents.filled[place], alone=has_heading)]
        set_if_single(found, "result", results)
    set_if_single(found, "winner", find_winner_columns(found, contents))
    if not found.keys() & {"winner", "result", "score1", *SET_SIDE_MEANINGS}:
        add_headless_scores(found, contents, [place for place in free if not contents.words[place]])


def list_headed_dates(contents: ColumnContents) -> list[int]:
    """Return the columns that are called dates and have a digit somewhere, though few of their cells are dates."""
    headed = [place for place, heading in enumerate(contents.words) if KNOWN_HEADINGS.get(heading) == "date"]
    return [place for place in headed if any(map(str.isdigit, "".join(contents.filled[place])))]


def set_if_single(found: dict[str, int], meaning: str, fitting: Sequence[int]) -> None:
    """Set the place of a meaning, if just one column fits it."""
    if len(fitting) == 1:
        found.setdefault(meaning, fitting[0])


def add_name_columns(found: dict[str, int], contents: ColumnContents) -> None:
    """Add the columns of names: the one that shares most names with a known one, or the two that share most."""
    wanted = next((pair for pair in (OUTCOME, PAIR) if found.keys() & pair), PAIR)
    missing = [name for name in ("winner", "loser", "player1", "player2") if name in wanted and name not in found]
    if found.keys() >= OUTCOME or found.keys() >= PAIR or not missing or has_reporter_words(found, contents):
        return
    names = [
        place for place in contents.holding(contents.free(found), is_name_cell) if not is_known_column(contents, place)
    ]
    if len(missing) == 1:
        (other,) = wanted - {*missing}
        apart = [place for place in names if not contents.have_same_player(found[other], place)]
        ranked = sorted((-contents.count_shared_names(found[other], place), place) for place in apart)
        if ranked and (len(names) == 1 or ranked[0][0] < 0):
            found[missing[0]] = ranked[0][1]
    elif len(names) >= 2:
        couples = [pair for pair in combinations(names, 2) if not contents.have_same_player(*pair)]
        pairs = sorted((-contents.count_shared_names(*pair), *pair) for pair in couples)
        if pairs and (len(names) == 2 or pairs[0][0] < 0):
            found |= dict(zip(missing, pairs[0][1:], strict=True))


def is_known_column(contents: ColumnContents, place: int) -> bool:
    """Return whether a column of names has a known heading, or holds results after all."""
    return contents.words[place] in KNOWN_HEADINGS or are_result_cells(contents.filled[place])


def add_headless_scores(found: dict[str, int], contents: ColumnContents, free: Sequence[int]) -> None:
    """Add two columns of numbers as scores, if each stands right behind a name, as in “Ann, 3, Bo, 1”."""
    first, second = found["player1"], found["player2"]
    numbers = set(contents.holding(free, is_score_cell))
    if {first + 1, second + 1} <= numbers:
        found["score1"], found["score2"] = first + 1, second + 1
