"""XLSX by openpyxl, row by row; formulas give the values that were stored with them, macros are never looked at."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from ladder.files.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS, format_cell_text


def read_xlsx_rows(data: bytes) -> Iterator[list[str]]:
    """Give the rows of the sheet that is shown first, up to one more than is allowed."""
    limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS + 1}  # whatever size the sheet says it has
    for row in open_shown_sheet(data).iter_rows(**limits, values_only=True):
        yield list(map(format_cell_text, row))


def open_shown_sheet(data: bytes) -> Any:
    """Return the sheet that is shown first. The others stay closed: there may be many, and all of them one part.

    `load_workbook` would open each of them to see how large it is.
    """
    from openpyxl.reader.excel import ExcelReader  # slow to import, and seldom wanted
    from openpyxl.styles.stylesheet import apply_stylesheet

    reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    reader.read_strings()
    reader.read_workbook()
    apply_stylesheet(reader.archive, reader.wb)
    sheets = list(reader.parser.find_sheets())
    shown = next((view.activeTab for view in reader.wb.views if view.activeTab is not None), 0)
    tables = [sheet for sheet, part in [*sheets[shown : shown + 1], *sheets] if "chartsheet" not in part.Type]
    reader.parser.sheets = tables[:1]
    reader.read_worksheets()
    return reader.wb.worksheets[0]
