"""Any spreadsheet that a club may have, as rows of texts; row 1 is the first, and blank rows keep their numbers."""

from .cells import MOST_COLUMNS, MOST_ROWS, Rows
from .opening import MOST_BYTES, read_file, read_pasted

__all__ = ["MOST_BYTES", "MOST_COLUMNS", "MOST_ROWS", "Rows", "read_file", "read_pasted"]
