"""What a club's own spreadsheet means: its columns, its dates, and the rows that are no matches."""

from .columns import Column, Guess, guess, missing
from .doubts import Doubt, counted, rows_named
from .rows import MEANINGS, meanings
from .sifting import Played, Sifted, sift

__all__ = [
    "MEANINGS",
    "Column",
    "Doubt",
    "Guess",
    "Played",
    "Sifted",
    "counted",
    "guess",
    "meanings",
    "missing",
    "rows_named",
    "sift",
]
