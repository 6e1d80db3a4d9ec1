"""Which sheets of a file are read, and their rows one below the other as one table.

The first sheet that can be read as matches is taken, with those that have the same headings. Their columns are brought
into one order by the headings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.column_guess import ColumnGuess, guess_columns
from ladder.files.interpretation.column_meanings import find_missing_meaning, simplify_heading
from ladder.files.interpretation.doubts import Doubt
from ladder.files.interpretation.heading_rows import read_headings
from ladder.files.interpretation.marked_rows import HIDDEN_MARK, STRUCK_MARK
from ladder.files.interpretation.row_numbers import RowNumber, join_some
from ladder.files.workbooks import MOST_COLUMNS, Rows, Sheet
from ladder.formats import format_count

MOST_ROWS_JUDGED, FEWEST_ROWS_JUDGED = 200, 10  # rows of a sheet that tell what it is
CELLS_JUDGED = 200_000  # of all sheets together, about
HEADING_ROWS = 40  # rows that may be the one with the headings
SIDE_BY_SIDE = "Tables that stand side by side are read one below the other."
NO_SHEET, OTHER_HEADINGS = "sheet", "headings"
LACKS_IN_ORDER = ("", "result", "date", "names")  # what is nearest to matches comes first

HeadingKey = tuple[str, int]
"""A simplified heading and its number among equal ones of its sheet."""


class SheetTable(NamedTuple):
    """The rows that are read, all sheets one below the other, and the number of their heading row, 0 for none.

    `sheets` are the positions of the sheets, `numbers` those of the rows, which say their sheet if there are several.
    """

    rows: Rows
    numbers: Sequence[int]
    heading: int | None
    sheets: Sequence[int] = (0,)
    lacking: str = ""  # "sheet" if none was chosen, "headings" if those that were chosen don't go together
    remarks: Sequence[str] = ()
    doubts: Sequence[Doubt] = ()  # about the file as a whole
    marked: Mapping[str, Collection[int]] = {}  # the numbers of rows that are hidden, and of those that are struck out
    unused: Sequence[str] = ()  # what was not used of the file, in words: parts of its sheets, and whole ones


class SheetLayout:
    """What a sheet is: its heading row, its columns by their headings, and what they mean."""

    def __init__(self, sheet: Sheet, rows_judged: int, heading: int | None = None) -> None:
        """Take a sheet, how many of its rows tell what it is, and the number of its heading row if that is known."""
        self.sheet = sheet
        self.guess: ColumnGuess = guess_columns(sheet.rows[: rows_judged + (heading or 0)], heading=heading)
        self.heading = self.guess.heading

    @cached_property
    def keys(self) -> list[HeadingKey]:
        """The headings of the columns, so that equal ones differ by their number."""
        return number_headings(self.sheet.rows, self.heading)

    @cached_property
    def lacking(self) -> str:
        """What the columns lack to be matches."""
        return self.guess.refused or find_missing_meaning(self.guess.meanings)

    @cached_property
    def meanings(self) -> Mapping[HeadingKey, str]:
        """The meaning of each column that has one."""
        return {key: meaning for key, meaning in zip(self.keys, self.guess.meanings, strict=False) if meaning}

    @cached_property
    def names(self) -> set[HeadingKey]:
        """The headings that are not blank."""
        return {key for key in self.keys if key[0]}

    def is_like(self, other: SheetLayout) -> bool:
        """Return whether two sheets have the same headings, at least over all columns that mean something."""
        if not self.heading or not other.heading:
            return self.heading == other.heading and not self.lacking and self.meanings == other.meanings
        meant = self.meanings.keys() | other.meanings.keys()
        return self.names == other.names or (not self.lacking and meant <= self.names & other.names)

    def find_row_like(self, sheet: Sheet) -> int | None:
        """Return the number of the row of another sheet that has the same headings; None if there is none."""
        for number, row in enumerate(sheet.rows[:HEADING_ROWS] if self.heading else (), 1):
            if {key for key in number_headings([row], 1) if key[0]} == self.names:
                return number
        return None


def count_rows_judged(sheets: Sequence[Sheet]) -> int:
    """Return how many rows of each sheet tell what it is, so that very many wide sheets don't take minutes."""
    widths = sum(max(map(len, sheet.rows)) for sheet in sheets if sheet.rows)
    return min(max(CELLS_JUDGED // max(widths, 1), FEWEST_ROWS_JUDGED), MOST_ROWS_JUDGED)


def number_headings(rows: Rows, heading: int) -> list[HeadingKey]:
    """Return the simplified headings of all columns, each with its number among equal ones."""
    names = map(simplify_heading, read_headings(rows, heading, max(map(len, rows))))
    seen: Counter[str] = Counter()
    keys = []
    for name in names:
        seen[name] += 1
        keys.append((name, seen[name]))
    return keys


def choose_sheets(
    sheets: Sequence[Sheet], chosen: Collection[int] | None = None, heading: int | None = None
) -> SheetTable:
    """Return the rows of the chosen sheets, or of those that seem to be matches if none were chosen yet.

    `heading` is the number of the heading row in the first of them, if it was chosen.
    """
    taken = list_chosen_sheets(sheets, chosen or ())
    if not taken:
        table = join_sheets(sheets, find_match_sheets(sheets), None)
        return table._replace(lacking="" if chosen is None else NO_SHEET, unused=list_unused(sheets, table.sheets))
    is_row = heading is not None and heading <= len(sheets[taken[0]].rows)
    return join_sheets(sheets, taken, heading if is_row else None)._replace(unused=list_unused(sheets, taken))


def list_unused(sheets: Sequence[Sheet], taken: Collection[int]) -> list[str]:
    """Return in words what is not used of the sheets that are read, and how many others there are."""
    parts = [said for place in taken for said in sheets[place].unused]
    left = [sheet for place, sheet in enumerate(sheets) if place not in taken and (sheet.rows or sheet.fault)]
    named = [f"“{shorten_cell(sheet.name)}”" for sheet in left]
    return [*parts, *([f"{format_count(len(left), 'sheet')} ({join_some(named)})"] if left else [])]


def list_chosen_sheets(sheets: Sequence[Sheet], chosen: Collection[int]) -> list[int]:
    """Return the positions of the chosen sheets that have rows; if there is only one with rows, that one."""
    readable = [place for place, sheet in enumerate(sheets) if sheet.rows]
    return readable if len(readable) == 1 else [place for place in readable if place in chosen]


def build_sheet_table(rows: Rows, heading: int | None = None, sheets: Sequence[int] = (0,)) -> SheetTable:
    """Return the rows of a single sheet as a table."""
    return SheetTable(rows, range(1, len(rows) + 1), heading, sheets)


def find_match_sheets(sheets: Sequence[Sheet]) -> list[int]:
    """Return the first sheet that can be read as matches, and those with the same headings that are not hidden.

    The sheet that a spreadsheet shows first goes before others, and a hidden one behind them.
    """
    judged = count_rows_judged(sheets)
    layouts = {place: SheetLayout(sheet, judged) for place, sheet in enumerate(sheets) if sheet.rows}

    def rank(place: int) -> tuple[int, bool, bool]:
        lacking = layouts[place].lacking
        near = LACKS_IN_ORDER.index(lacking) if lacking in LACKS_IN_ORDER else 1
        return near, sheets[place].is_hidden, not sheets[place].is_shown

    first = min(layouts, key=rank)
    return [
        place
        for place in layouts
        if place == first or (not sheets[place].is_hidden and layouts[first].is_like(layouts[place]))
    ]


def join_sheets(sheets: Sequence[Sheet], places: Sequence[int], heading: int | None) -> SheetTable:
    """Return the rows of these sheets, one sheet below the other, with the columns in the order of the first one.

    The headings of the others, and what stands above them, become blank rows. A sheet that doesn't go with the first
    one is left out, and the table says so.
    """
    if len(places) == 1:
        return build_only_table(sheets[places[0]], heading, places)
    judged = count_rows_judged([sheets[place] for place in places])
    first = SheetLayout(sheets[places[0]], judged, heading)
    others = {place: SheetLayout(sheets[place], judged, first.find_row_like(sheets[place])) for place in places[1:]}
    alike = {places[0]: first} | {place: one for place, one in others.items() if first.is_like(one)}
    columns = list(dict.fromkeys(key for one in alike.values() for key in one.keys))[:MOST_COLUMNS]
    rows: Rows = []
    numbers: list[int] = []
    marked: dict[str, set[int]] = {HIDDEN_MARK: set(), STRUCK_MARK: set()}
    for one in alike.values():
        order = [one.keys.index(key) if key in one.keys else None for key in columns]
        for mark, owns in get_marks(one.sheet).items():
            marked[mark].update(len(rows) + own for own in owns)
        for own, row in enumerate(one.sheet.rows, 1):
            is_above = one is not first and own <= one.heading
            rows.append([] if is_above else order_cells(row, order))
            numbers.append(RowNumber.build(len(rows), get_file_number(one.sheet, own), one.sheet.name))
    if first.heading:
        rows[first.heading - 1] = name_columns(alike.values(), columns)
    lacking = "" if len(alike) == len(places) else OTHER_HEADINGS
    remarks = [SIDE_BY_SIDE] if any(one.sheet.columns for one in alike.values()) else []
    remarks += dict.fromkeys(said for one in alike.values() for said in one.sheet.remarks)
    return SheetTable(rows, numbers, first.heading, list(places), lacking, remarks, marked=marked)


def build_only_table(sheet: Sheet, heading: int | None, places: Sequence[int]) -> SheetTable:
    """Return the rows of the only sheet that is read as a table."""
    table = build_sheet_table(sheet.rows, heading, places)._replace(marked=get_marks(sheet), remarks=sheet.remarks)
    if not sheet.numbers:
        return table
    return table._replace(numbers=[RowNumber.build(own, get_file_number(sheet, own), "") for own in table.numbers])


def get_file_number(sheet: Sheet, row: int) -> int:
    """Return the number that a row of a sheet has in the file."""
    return sheet.numbers[row - 1] if sheet.numbers else row


def get_marks(sheet: Sheet) -> dict[str, Collection[int]]:
    """Return the numbers of the rows of a sheet that are hidden, and of those that are struck out."""
    marks: dict[str, Collection[int]] = {HIDDEN_MARK: sheet.hidden_rows, STRUCK_MARK: sheet.struck_rows}
    if not sheet.numbers:
        return marks
    return {mark: [row for row, own in enumerate(sheet.numbers, 1) if own in owns] for mark, owns in marks.items()}


def order_cells(row: Sequence[str], order: Sequence[int | None]) -> list[str]:
    """Return the cells of a row in another order; a column that the row doesn't have is blank."""
    return [row[place] if place is not None and place < len(row) else "" for place in order]


def name_columns(layouts: Collection[SheetLayout], columns: Sequence[HeadingKey]) -> list[str]:
    """Return the headings of these columns as they are written in the first sheet that has each."""
    written: dict[HeadingKey, str] = {}
    for one in layouts:
        names = read_headings(one.sheet.rows, one.heading, len(one.keys))
        for key, name in zip(one.keys, names, strict=False):
            written.setdefault(key, name)
    return [written.get(key, "") for key in columns]
