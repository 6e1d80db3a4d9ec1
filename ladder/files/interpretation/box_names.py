"""The name of a box as it stands in a cell or above a grid: “2A”, “Box 2A”, and the same in other languages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ladder.files.interpretation.column_meanings import KNOWN_HEADINGS, simplify_heading

GAMES_WON_HEADING, RESULTS_HEADING = "{box}: games won", "{box}: results"
"""What stands above a grid whose scores are the games won, and above any other; more may follow behind a comma."""
BOX_PATTERN = r"(?:(?P<word>[^\W\d_][^\d:]{0,30}?)[ .:#-]?)?(?P<level>[1-9][0-9]?) ?(?P<letter>[a-z]?)"
BOX_TEXT = re.compile(rf"{BOX_PATTERN}(?:: (?:(?P<won>games won)|results)(?:, .*)?)?", re.IGNORECASE)


class BoxName(NamedTuple):
    """The level and the letter of a box, and whether it is said that scores are the games won."""

    level: int
    letter: str
    counts_games: bool = False

    def __str__(self) -> str:
        """Return the name without a word: "2A"."""
        return f"{self.level}{self.letter}"


@lru_cache(maxsize=1 << 12)
def read_box_name(text: str) -> BoxName | None:
    """Return the box that a cell names, such as 2A or Box 2A; None for any other text."""
    found = BOX_TEXT.fullmatch(text.strip())
    if found is None or (found["word"] and KNOWN_HEADINGS.get(simplify_heading(found["word"])) != "box"):
        return None
    return BoxName(int(found["level"]), found["letter"].upper(), bool(found["won"]))


def read_box_heading(text: str) -> BoxName | None:
    """Return the box that a heading names with a word before it, such as Box 2A; None for any other text."""
    can_be_one = text[:1].isalpha() and (":" in text or any(map(str.isdigit, text[-2:])))  # most names can't: quickly
    return read_box_name(text) if can_be_one else None
