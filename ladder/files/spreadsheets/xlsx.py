"""XLSX by openpyxl, row by row; formulas give the values that were stored with them, macros are never looked at."""

from __future__ import annotations

import io
from collections.abc import Iterator

from .cells import MOST_COLUMNS, MOST_ROWS, text_of


def xlsx_rows(data: bytes) -> Iterator[list[str]]:
    """Give the rows of the sheet that is shown first, up to one more than is allowed."""
    from openpyxl import load_workbook  # slow to import, and seldom wanted

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    shown = book.active if book.active in book.worksheets else book.worksheets[0]
    limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS + 1}  # whatever size the sheet says it has
    for row in shown.iter_rows(**limits, values_only=True):
        yield list(map(text_of, row))
