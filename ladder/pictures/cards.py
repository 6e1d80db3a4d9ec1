"""What a card says, before it is drawn."""

from collections.abc import Iterator
from typing import NamedTuple


class CardLine(NamedTuple):
    """A line with a player or a side.

    `direction` says which colour the figure has, as `find_direction` does; `is_marked` is for winners.
    """

    people: tuple[str, ...]
    figure: str = ""
    note: str = ""
    rank: str = ""
    direction: str = ""
    is_marked: bool = False


class CardFigure(NamedTuple):
    """A figure below the lines, with its label above it."""

    label: str
    text: str


class Card(NamedTuple):
    """A picture to share; `curve` are the heights of a line from left to right, in any unit."""

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
            yield from (*line.people, line.figure, line.note, line.rank)
        for figure in self.figures:
            yield from figure
