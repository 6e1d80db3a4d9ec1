"""Names and numbers in sentences."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMES = 3  # of several players in one sentence


def join_names(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Bob", or at most three names and how many others."""
    if len(names) > MOST_NAMES + 1:
        return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} others"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def format_ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def format_count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 row, 1,727 rows; the plural ends in s unless `many` is given."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
