"""Names that a spreadsheet would take for a formula: an apostrophe goes before them, and away when they return.

Source: OWASP, CSV injection. A text that has apostrophes before such a sign already gets one more, so the name that
comes back is always the one that left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

LIKE_A_FORMULA = re.compile("'*[=+@\t\r-]")


def escape_formula(text: str) -> str:
    """Return the text as it may stand in a spreadsheet."""
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Return the text that `neutral` was given."""
    return text[1:] if text.startswith("'") and LIKE_A_FORMULA.match(text) else text


def escape_row(row: Sequence[Any]) -> Iterator[Any]:
    """Give the cells of a row as they may stand in a spreadsheet; numbers are never formulas."""
    return (escape_formula(value) if isinstance(value, str) else value for value in row)
