"""What a card says, before it is drawn."""

from collections.abc import Iterator
from typing import NamedTuple


class CardLine(NamedTuple):
    """A line with a player or a side.

    `direction` says which colour the figure has, as `find_direction` does; `is_marked` is for winners. A `headline`
    stands instead of the names, where the note has them.
    """

    people: tuple[str, ...]
    figure: str = ""
    note: str = ""
    rank: str = ""
    direction: str = ""
    is_marked: bool = False
    headline: str = ""


class CardFigure(NamedTuple):
    """A figure with its label above it."""

    label: str
    text: str


class Card(NamedTuple):
    """A picture to share; `curve` are the heights of a line from left to right, in any unit.

    The figures stand beside the curve, or without one in a row above the lines.
    """

    club: str
    place: str
    title: str
    lines: tuple[CardLine, ...]
    foot: str = ""
    figures: tuple[CardFigure, ...] = ()
    curve: tuple[float, ...] = ()

    def list_texts(self) -> Iterator[str]:
        """Yield every text that is drawn; the monograms are made from the names among them."""
        yield from (self.club, self.place, self.title, self.foot)
        for line in self.lines:
            yield from (*line.people, line.headline, line.figure, line.note, line.rank)
        for figure in self.figures:
            yield from figure
