"""Tables that stand side by side in a sheet: each becomes a sheet of its own, named by its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ladder.files.interpretation.column_meanings import find_heading_row, find_missing_meaning, simplify_heading
from ladder.files.interpretation.file_kinds import (
    LIST_OF_PLAYERS,
    LIST_OF_RATINGS,
    STANDINGS,
    describe_file_kind,
)
from ladder.files.interpretation.row_numbers import format_column_letter
from ladder.files.interpretation.sheet_choice import SheetLayout, count_rows_judged
from ladder.files.workbooks import Rows, Sheet, drop_blank_end

FEWEST_COLUMNS = 2  # of a table

Places = list[int]
"""The positions of the columns of a table, counted from 0."""


def part_side_tables(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the sheets, with tables of matches that stand side by side as sheets of their own."""
    judged = count_rows_judged(sheets)
    return [part for sheet in sheets for part in part_sheet(sheet, judged)]


def part_sheet(sheet: Sheet, judged: int) -> list[Sheet]:
    """Return the tables of a sheet; the sheet itself if it has no two alike, of which each can be read as matches."""
    top = sheet._replace(rows=sheet.rows[:judged])
    for tables in (list(find_columns_between_blanks(sheet.rows)), find_repeated_headings(top.rows)):
        if len(tables) > 1:
            cut = [(places, SheetLayout(one, judged)) for places in tables if (one := cut_columns(top, places)).rows]
            matches = [layout for _, layout in cut if is_list_of_matches(layout)]
            if len(matches) > 1 and all(map(matches[0].is_like, matches)):
                return [cut_columns(sheet, places) for places in tables]
            others = [places for places, layout in cut if layout not in matches and lists_players(layout)]
            if len(matches) == 1 and others:
                return [drop_columns(sheet, others)]
    return [sheet]


def lists_players(layout: SheetLayout) -> bool:
    """Return whether a table lists players, their ratings or their standings."""
    return describe_file_kind(layout.guess, layout.sheet.rows) in (LIST_OF_PLAYERS, LIST_OF_RATINGS, STANDINGS)


def drop_columns(sheet: Sheet, tables: Sequence[Places]) -> Sheet:
    """Return a sheet without the tables in these columns, which it names as not used."""
    dropped = {place for places in tables for place in places}
    rows = [["" if place in dropped else cell for place, cell in enumerate(row)] for row in sheet.rows]
    named = [f"the table in {describe_columns(places)}" for places in tables]
    kept = drop_blank_end([row if any(row) else [] for row in rows])
    return sheet._replace(rows=kept, unused=[*sheet.unused, *named])


def describe_columns(places: Places) -> str:
    """Return columns in words: "columns E to G"."""
    return f"columns {format_column_letter(places[0])} to {format_column_letter(places[-1])}"


def find_columns_between_blanks(rows: Rows) -> Iterator[Places]:
    """Yield the runs of columns with blank columns between them."""
    filled = {place for row in rows for place, cell in enumerate(row) if cell}
    for _, run in groupby(enumerate(sorted(filled)), key=lambda one: one[1] - one[0]):
        yield [place for _, place in run]


def find_repeated_headings(rows: Rows) -> list[Places]:
    """Return the runs of columns that have the same headings again and again; none if they have not.

    What stands before the first, such as the date, belongs to each.
    """
    heading = find_heading_row(rows) if rows else 0
    words = list(map(simplify_heading, rows[heading - 1])) if heading else []
    for first in dict.fromkeys(filter(None, words)):
        starts = [place for place, word in enumerate(words) if word == first]
        runs = [list(range(*span)) for span in pairwise([*starts, len(words)])]
        said = {tuple(word for place in run if (word := words[place])) for run in runs}
        if len(runs) > 1 and len(said) == 1 and len(said.pop()) >= FEWEST_COLUMNS:
            return [[*range(starts[0]), *run] for run in runs]
    return []


def is_list_of_matches(layout: SheetLayout) -> bool:
    """Return whether a table can be read as matches, as far as it needs no day for all of them."""
    meanings = layout.guess.meanings
    return not layout.guess.refused and not find_missing_meaning([*meanings, *({"date"} - {*meanings})])


def cut_columns(sheet: Sheet, places: Places) -> Sheet:
    """Return some columns of a sheet as one that is named by them; those before the first heading again are shared."""
    rows = [[row[place] for place in places if place < len(row)] for row in sheet.rows]
    for row in rows:
        while row and not row[-1]:
            row.pop()
    own = [later for before, later in pairwise([-2, *places]) if later > before + 1][-1]
    columns = describe_columns([own, *places[-1:]])
    name = f"{sheet.name}, {columns}" if sheet.name else columns
    return sheet._replace(name=name, rows=drop_blank_end(rows), columns=places)
