"""FIDE's printed table of expected scores, by the difference of the ratings.

Source: FIDE Rating Regulations in force from 1 March 2024, table 8.1.2; rule A-9.
"""

from __future__ import annotations

from ladder.ratings import PrintedTable

TABLE_ENDS = (  # the last whole difference of .50, .51, .52 ... .99; above it is 1.0
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),  # .50 to .59
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),  # .60 to .69
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),  # .70 to .79
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),  # .80 to .89
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),  # .90 to .99
)
PERCENTS = tuple(  # of each whole difference from 0 to 735
    50 + row
    for row, (before, end) in enumerate(zip((-1, *TABLE_ENDS), TABLE_ENDS, strict=False))
    for _ in range(end - before)
)


def find_printed_percent(difference: float) -> int:
    """Return the percentage that the printed table has for the higher-rated player, from 50 to 100 (A-9)."""
    whole = int(abs(difference) + 0.5)
    return PERCENTS[whole] if whole < len(PERCENTS) else 100


def format_printed_row(difference: float) -> str:
    """Return the row of the printed table with this difference: "198–206", or "over 735"."""
    percent = find_printed_percent(difference)
    if percent == 100:
        return f"over {TABLE_ENDS[-1]}"
    row = percent - 50
    return f"{TABLE_ENDS[row - 1] + 1 if row else 0}–{TABLE_ENDS[row]}"


def format_percent(percent: int) -> str:
    """Return a share as the table prints it: .76, 1.0."""
    return "1.0" if percent == 100 else f".{percent:02}"


PRINTED_TABLE = PrintedTable(
    "Expected scores by the difference of the ratings: FIDE’s table 8.1.2 (A-9)",
    ("Difference", "Higher-rated", "Lower-rated"),
    tuple(
        (format_printed_row(end), format_percent(50 + row), format_percent(50 - row))
        for row, end in enumerate((*TABLE_ENDS, TABLE_ENDS[-1] + 1))
    ),
)
