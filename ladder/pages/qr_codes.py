"""Addresses as QR codes, drawn as one path of an SVG."""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import segno

LONGEST = 500  # characters of an address; the code of a longer one can't be read from a poster
QUIET = 4  # white modules around a code, which the standard asks for


class QrCode(NamedTuple):
    """An address as it is printed, and the view box and path of its code for an SVG; the unit is a module."""

    text: str
    box: str
    path: str

    @property
    def parts(self) -> list[str]:
        """The address between its slashes, for a narrow column."""
        return self.text.split("/")


@lru_cache(maxsize=64)
def build_qr_code(url: str) -> QrCode | None:
    """Return the code of an address; None for one that is too long."""
    if len(url) > LONGEST:
        return None
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix]
    side = len(rows) + 2 * QUIET
    path = "".join(draw_bars(y, row) for y, row in enumerate(rows))
    return QrCode(url.partition("://")[2], f"{-QUIET} {-QUIET} {side} {side}", path)


def draw_bars(y: int, row: list[int]) -> str:
    """Return the dark stretches of one line as parts of a path."""
    found, x = [], 0
    for dark, modules in groupby(row):
        width = len(list(modules))
        if dark:
            found.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(found)
