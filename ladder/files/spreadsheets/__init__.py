"""Any spreadsheet that a club may have, as rows of texts; row 1 is the first, and blank rows keep their numbers."""

from ladder.files.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS, Rows
from ladder.files.spreadsheets.opening import MOST_BYTES, read_pasted_cells, read_spreadsheet

__all__ = ["MOST_BYTES", "MOST_COLUMNS", "MOST_ROWS", "Rows", "read_pasted_cells", "read_spreadsheet"]
