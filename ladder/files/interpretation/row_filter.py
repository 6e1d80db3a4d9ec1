"""Turn the rows of a club's spreadsheet into a match file: rows that are no matches are left out, every doubt is told.

Rows that are there twice in a row of rows, as when a part of a sheet was pasted again, are one doubt a block.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.both_sides import make_both_sides_step
from ladder.files.interpretation.clock_column import join_clocks, list_filed_dates
from ladder.files.interpretation.column_guess import ColumnGuess, SheetColumn
from ladder.files.interpretation.column_meanings import (
    KNOWN_HEADINGS,
    NAME_MEANINGS,
    NUMBER_MEANINGS,
    PAIR,
    build_match_cells,
    read_cells_by_meaning,
    simplify_heading,
)
from ladder.files.interpretation.date_column import make_date_step
from ladder.files.interpretation.date_styles import is_full_date, read_date
from ladder.files.interpretation.doubts import (
    DOUBT_ROWS_SHOWN,
    KEEP,
    LEAVE,
    LEAVE_OR_KEEP,
    Doubt,
    DoubtWeight,
    FilterStep,
    SheetRows,
    make_winner_step,
)
from ladder.files.interpretation.marked_rows import make_marks_step
from ladder.files.interpretation.paired_cells import split_sides
from ladder.files.interpretation.play_order import PlayOrder, find_play_order
from ladder.files.interpretation.round_order import order_by_rounds
from ladder.files.interpretation.row_numbers import (
    begin_with_rows,
    format_column_letter,
    format_row_span,
    get_sheet_name,
)
from ladder.files.interpretation.score_columns import (
    SET_MEANINGS,
    SET_SIDE_MEANINGS,
    join_score_cells,
    join_set_sides,
    read_slashed_halves,
)
from ladder.files.workbooks import Rows
from ladder.formats import format_count, join_names

SHORTEST_BLOCK = 3  # rows; two equal ones may well be two matches
DIFFERENT_CONTENTS = 3  # of them: of two players in an evening, each wins now and then, and that repeats by chance
MOST_BLOCKS = 50  # blocks that are asked about
EARLIER_PLACES_TRIED = 20  # earlier places where a block may have begun
MOST_ROWS_ALIKE = (
    100  # rows of fewer contents with which no block begins: comparing them to one another would take minutes
)

SCORE_MEANINGS = {"result", "score", *SET_MEANINGS}
NO_MATCH_COLUMNS = ("date", "winner", "loser")  # of a sheet without any match

TOTALS_WORD = re.compile(r"(?:grand|sub)?(?:total|totals|sum|average|mean|count|matchesplayed|gesamt|summe)")


class RepeatedBlock(NamedTuple):
    """Rows from `start` on that repeat those from `first` on; positions in the sequence, not row numbers."""

    first: int
    start: int
    length: int


def find_repeated_blocks(contents: Sequence[Hashable]) -> list[RepeatedBlock]:
    """Return the repeated blocks, each as long as possible; none overlaps what it repeats."""
    seen: dict[Hashable, list[int]] = defaultdict(list)
    found: list[RepeatedBlock] = []
    enough = count_rows_until_different(contents)
    at = 0
    while at < len(contents) and len(found) < MOST_BLOCKS:
        earlier = seen[contents[at]][:EARLIER_PLACES_TRIED] if enough[at] <= MOST_ROWS_ALIKE else ()
        blocks = [RepeatedBlock(first, at, count_equal_rows(contents, first, at)) for first in earlier]
        best = max(blocks, key=lambda block: block.length, default=None)
        if best and best.length >= max(SHORTEST_BLOCK, enough[at]):
            found.append(best)
            at += best.length
            continue
        seen[contents[at]].append(at)
        at += 1
    return found


def count_rows_until_different(contents: Sequence[Hashable]) -> list[int]:
    """Return for each position the rows until `DIFFERENT_CONTENTS` were seen; more than there are if never."""
    held: Counter[Hashable] = Counter()
    found, end = [], 0
    for start, content in enumerate(contents):
        while len(held) < DIFFERENT_CONTENTS and end < len(contents):
            held[contents[end]] += 1
            end += 1
        found.append(end - start if len(held) == DIFFERENT_CONTENTS else len(contents) + 1)
        held[content] -= 1
        if not held[content]:
            del held[content]
    return found


def count_equal_rows(contents: Sequence[Hashable], first: int, start: int) -> int:
    """Return how many rows from the two positions on are equal; the first run ends before the second starts."""
    most = min(len(contents) - start, start - first)
    return next((step for step in range(most) if contents[first + step] != contents[start + step]), most)


class FilteredSheet(NamedTuple):
    """The matches of a sheet as the table of a match file, in which row 1 is row 2, and the doubts on the way."""

    table: Rows
    doubts: list[Doubt]
    left_out: int
    order: PlayOrder
    shown: Mapping[int, str] = {}  # the scores as printed, by row number
    spellings: Mapping[str, int] = {}  # how often each spelling of a name occurs
    filed: Mapping[int, Sequence[str]] = {}  # with a column of times: the date with its time, if any, and alone; by row
    numbered: Mapping[int, tuple[str, str]] = {}  # the numbers of both players, by row


class SeasonRules(NamedTuple):
    """What the systems of a season allow, draws and which kinds of match; and the name of the club's time zone."""

    draws: bool = True
    kinds: Collection[str] = ()
    zone: str = ""


ANY_RULES = SeasonRules()
NO_MARKS: Mapping[str, Collection[int]] = {}


def filter_rows(
    rows: Rows,
    guess: ColumnGuess,
    answers: Mapping[str, str],
    today: date,
    rules: SeasonRules = ANY_RULES,
    numbers: Sequence[int] = (),
    common: date | None = None,
    marked: Mapping[str, Collection[int]] = NO_MARKS,
) -> FilteredSheet:
    """Return the matches of a sheet whose columns are known; `answers` are those given so far, by key of the doubt.

    `numbers` are those of the rows where they say their sheet, too, `common` is the day of all of them, and `marked`
    has the numbers of those that are hidden or struck out.
    """
    places = {meaning: place for place, meaning in enumerate(guess.meanings) if meaning}
    below = {
        number: row
        for number, row in zip(numbers or range(1, len(rows) + 1), rows, strict=True)
        if number > guess.heading and any(row)
    }
    found = {number: read_cells_by_meaning(row, places) for number, row in below.items()}
    doubts: list[Doubt] = []
    if not guess.is_export:
        found = split_sides(found, guess.pair_sign, doubts, answers)
    if not places.keys().isdisjoint(SET_SIDE_MEANINGS):
        found = {number: join_set_sides(cells) for number, cells in found.items()}
    if not guess.is_export and not places.keys().isdisjoint((*SET_MEANINGS, *SET_SIDE_MEANINGS, "score", "ending")):
        found = {number: join_score_cells(cells) for number, cells in found.items()}
    found = read_slashed_halves(found)
    if not guess.is_export:
        doubts += build_empty_column_doubts(guess) + build_dated_score_doubts(guess, below)
    total = len(found)
    found = make_marks_step(marked)(found, doubts, answers)
    pair = [guess.columns[places[name]].heading for name in sorted(PAIR)] if places.keys() >= PAIR else []
    steps = (
        make_totals_step(rows, guess),
        drop_repeated_blocks,
        drop_repeated_sheets,
        make_date_step(today, common, rules.zone),
        *(() if guess.is_export and "time" not in places else (join_clocks,)),
        make_winner_step(rules.draws, rules.kinds, pair),
        *(() if guess.is_export else (make_both_sides_step(pair),)),
    )
    for step in steps[3:] if guess.is_export else steps:
        found = step(found, doubts, answers)
    shown = {number: cells["shown"] for number, cells in found.items() if cells.get("shown")}
    spellings = Counter(cells[name] for cells in found.values() for name in NAME_MEANINGS if cells.get(name))
    filed = {number: list_filed_dates(cells) for number, cells in found.items() if "dated" in cells}
    order = PlayOrder(list(found))
    if not guess.is_export:
        order = order_by_rounds(find_play_order(found, doubts, answers, today), found)
    if "time" in places and any(cells["date"] != cells.get("dated", cells["date"]) for cells in found.values()):
        order = order._replace(remarks=(describe_clock_column(guess.columns[places["time"]]), *order.remarks))
    table = build_match_table(found, len(rows))
    numbered = {number: read_player_numbers(cells) for number, cells in found.items() if "number1" in places}
    return FilteredSheet(table, doubts, total - len(found), order, shown, spellings, filed, numbered)


def read_player_numbers(cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the numbers of the two players of a row."""
    one, other = (cells.get(name, "") for name in NUMBER_MEANINGS)
    return one, other


def describe_clock_column(column: SheetColumn) -> str:
    """Return the sentence that says which column has the times of day."""
    heading = f"“{shorten_cell(column.heading)}”" if column.heading else f"column {format_column_letter(column.place)}"
    return f"The times in {heading} decide the order of the matches of one day."


def build_empty_column_doubts(guess: ColumnGuess) -> list[Doubt]:
    """Return the doubt that names the empty columns; no doubt if there are none."""
    empty = [column for column in guess.columns if column.is_empty]
    named = ", ".join(
        f"“{shorten_cell(column.heading)}”" if column.heading else format_column_letter(column.place)
        for column in empty
    )
    title = f"{format_count(len(empty), 'column')} {'holds' if len(empty) == 1 else 'hold'} nothing: {named}."
    return [Doubt("empty", DoubtWeight.EMPTY, title, ((LEAVE, "Leave out"),), LEAVE)] if empty else []


def build_dated_score_doubts(guess: ColumnGuess, rows: Mapping[int, Sequence[str]]) -> list[Doubt]:
    """Return the doubt that names the rows in which a spreadsheet has made a date of a score; none without such."""
    places = [
        column.place
        for column, meaning in zip(guess.columns, guess.meanings, strict=True)
        if (meaning or KNOWN_HEADINGS.get(simplify_heading(column.heading))) in SCORE_MEANINGS
    ]
    dated = {
        number: [row[place] for place in places if place < len(row) and is_full_date(row[place])]
        for number, row in rows.items()
    }
    told = [f"Row {number:,}: {', '.join(found)}" for number, found in dated.items() if found]
    if not told:
        return []
    title = f"{format_count(len(told), 'row')} {'has' if len(told) == 1 else 'have'} a date where the score should be."
    detail = "Spreadsheets make dates of scores such as 11-7. Format the column as text, and enter these scores again."
    choices = ((LEAVE, "Without the score"),)
    shown = tuple(told[:DOUBT_ROWS_SHOWN])
    return [Doubt("dated", DoubtWeight.INVALID, title, choices, LEAVE, detail, shown, "The score is left out.")]


def make_totals_step(rows: Rows, guess: ColumnGuess) -> FilterStep:
    """Return the step that drops totals and repeated headings."""
    heading = [simplify_heading(cell) for cell in rows[guess.heading - 1]] if guess.heading else None

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        odd = [number for number in found if is_total_row(rows[number - 1], found[number], heading)]
        if not odd:
            return found
        where, look = begin_with_rows(odd), "looks" if len(odd) == 1 else "look"
        title = f"{where} {look} like a total or a heading."
        doubt = Doubt("totals", DoubtWeight.TOTAL, title, LEAVE_OR_KEEP, LEAVE, format_row_sample(rows[odd[0] - 1]))
        return drop_doubtful_rows(found, odd, doubt, doubts, answers)

    return step


def is_total_row(row: Sequence[str], cells: Mapping[str, str], heading: list[str] | None) -> bool:
    """Return whether a row sums up others or names the columns again."""
    words = [simplify_heading(cell) for cell in row]
    if words == heading:
        return True
    first = next(filter(None, words), "")
    if any(read_date(cells.get("date", ""))[:2]):
        return False
    names = (simplify_heading(cells.get(name, "")) for name in NAME_MEANINGS)
    return bool(TOTALS_WORD.match(first)) or any(map(TOTALS_WORD.fullmatch, names))


def drop_repeated_blocks(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
    """Drop blocks of rows that repeat earlier ones; a `FilterStep`."""
    numbers = list(found)
    for block in find_repeated_blocks([read_row_content(found[number]) for number in numbers]):
        again = numbers[block.start : block.start + block.length]
        first, last = numbers[block.first], numbers[block.first + block.length - 1]
        title = f"Rows {format_row_span(again[0], again[-1])} repeat rows {format_row_span(first, last)}."
        sample = format_row_sample(found[again[0]].values())
        doubt = Doubt(f"block-{int(again[0])}", DoubtWeight.BLOCK, title, LEAVE_OR_KEEP, LEAVE, sample)
        found = drop_doubtful_rows(found, again, doubt, doubts, answers)
    return found


def drop_repeated_sheets(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
    """Drop sheets that have only rows of the sheets before them, in whatever order; a `FilterStep`.

    Rows without a date of their own are not compared: they may be of another day.
    """
    sheets: dict[str, list[int]] = defaultdict(list)
    for number in found:
        sheets[get_sheet_name(number)].append(number)
    seen: Counter[Hashable] = Counter()
    again: dict[str, list[int]] = {}
    for sheet, numbers in sheets.items():
        contents = Counter(read_row_content(found[number]) for number in numbers)
        if seen >= contents and all(found[number].get("date") for number in numbers):
            again[sheet] = numbers
        else:
            seen |= contents
    if not again:
        return found
    named = join_names([f"“{sheet}”" for sheet in again])
    title = f"{named} {'has' if len(again) == 1 else 'have'} only matches that other sheets have too."
    doubt = Doubt("sheets-again", DoubtWeight.BLOCK, title, LEAVE_OR_KEEP, LEAVE)
    return drop_doubtful_rows(found, list(chain.from_iterable(again.values())), doubt, doubts, answers)


def read_row_content(cells: Mapping[str, str]) -> Hashable:
    """Return what a row says, for comparing it with others."""
    return tuple(one.casefold() for one in cells.values())


def drop_doubtful_rows(
    found: SheetRows, odd: Sequence[int], doubt: Doubt, doubts: list[Doubt], answers: Mapping[str, str]
) -> SheetRows:
    """Add a doubt about rows; return the rows without them, unless the answer is to keep them."""
    doubts.append(doubt)
    if doubt.answer(answers) == KEEP:
        return found
    dropped = set(odd)
    return {number: cells for number, cells in found.items() if number not in dropped}


def format_row_sample(cells: Iterable[str]) -> str:
    """Return the cells of a row as a short text."""
    return shorten_cell(" · ".join(filter(None, cells)))


def build_match_table(found: SheetRows, rows: int) -> Rows:
    """Return the table of a match file with these matches: row 1 names the columns, and row 1 of the sheet is row 2."""
    matches = {number: build_match_cells(cells) for number, cells in found.items()}
    columns = list(dict.fromkeys(name for cells in matches.values() for name in cells)) or [*NO_MATCH_COLUMNS]
    lines = (matches.get(number, {}) for number in range(1, rows + 1))
    return [columns, *([cells.get(name, "") for name in columns] if cells else [] for cells in lines)]
