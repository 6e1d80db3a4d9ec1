"""What a club's own spreadsheet means: its columns, its dates, and the rows that are no matches."""

from ladder.files.guessing.columns import ColumnGuess, SheetColumn, find_missing_meaning, guess_columns
from ladder.files.guessing.doubts import Doubt, describe_count, format_row_numbers
from ladder.files.guessing.rows import MEANINGS, list_meanings
from ladder.files.guessing.sifting import FilteredSheet, SeasonRules, filter_rows

__all__ = [
    "MEANINGS",
    "ColumnGuess",
    "Doubt",
    "FilteredSheet",
    "SeasonRules",
    "SheetColumn",
    "describe_count",
    "filter_rows",
    "find_missing_meaning",
    "format_row_numbers",
    "guess_columns",
    "list_meanings",
]
