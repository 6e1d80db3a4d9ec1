"""A file of any kind as sheets with headings: a text by its own reader, a sheet laid out anew where it needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from ladder.files.csv_grid import FileError
from ladder.files.interpretation.column_meanings import find_heading_row
from ladder.files.interpretation.side_tables import part_side_tables
from ladder.files.layouts.crosstables import find_crosstables, lay_out_crosstable
from ladder.files.layouts.day_rows import add_day_column
from ladder.files.layouts.json_lists import read_json_sheets
from ladder.files.layouts.message_lines import is_chat, read_message_sheets
from ladder.files.layouts.pgn_games import read_pgn_sheets
from ladder.files.layouts.place_columns import lay_out_places
from ladder.files.layouts.player_pages import join_player_pages
from ladder.files.spreadsheet import MOST_BYTES, decode_text, is_workbook, read_sheets, read_text_rows
from ladder.files.workbooks import EMPTY_FILE, OpenedSheet, Sheet, gather_sheets, tidy_cell

GRID_ROWS = 100  # in which a crosstable is looked for
TOP_ROWS = 10  # in which headings are looked for, of a text that may be a chat
LAYOUTS: tuple[Callable[[Sheet], Sheet], ...] = (lay_out_crosstable, lay_out_places, add_day_column)


def open_match_sheets(data: bytes, encoding: str = "") -> list[Sheet]:
    """Return the sheets of a file, each a list that may be one of matches; a text is in this encoding or the likeliest.

    Raises: FileError with a sentence.
    """
    sheets = [lay_out_sheet(sheet) for sheet in part_side_tables(read_any_sheets(data, encoding))]
    return join_player_pages(sheets)


def read_any_sheets(data: bytes, encoding: str) -> list[Sheet]:
    """Return the sheets of a workbook, or those that a reader of texts finds, or the one that a text is."""
    if is_workbook(data) or len(data) > MOST_BYTES:
        return read_sheets(data, encoding)
    text = decode_text(data, encoding)
    found = read_json_sheets(text) or read_pgn_sheets(text)
    if not found and (is_chat(text) or not is_table(data, encoding)):
        found = read_message_sheets(text)
    return limit_sheets(found) if found else read_sheets(data, encoding)


def is_table(data: bytes, encoding: str) -> bool:
    """Return whether the first rows of a text name columns or are a crosstable. Raises: FileError if it has no rows."""
    rows = list(islice(read_text_rows(data, encoding), GRID_ROWS))
    return any(map(any, rows)) and (find_heading_row(rows[:TOP_ROWS]) > 0 or any(find_crosstables(rows)))


def limit_sheets(found: Sequence[Sheet]) -> list[Sheet]:
    """Return the sheets of a text as far as a file may have so many rows and columns. Raises: FileError."""
    tidy = ((place, sheet, (list(map(tidy_cell, row)) for row in sheet.rows)) for place, sheet in enumerate(found))
    sheets = gather_sheets(OpenedSheet(place, sheet._replace(rows=[]), rows) for place, sheet, rows in tidy)
    if not any(sheet.rows for sheet in sheets):
        raise FileError(next((sheet.fault for sheet in sheets if sheet.fault), EMPTY_FILE))
    return sheets


def lay_out_sheet(sheet: Sheet) -> Sheet:
    """Return a sheet laid out as a list of matches, if it is of a kind that is known."""
    for lay_out in LAYOUTS:
        sheet = lay_out(sheet) if sheet.rows else sheet
    return sheet
