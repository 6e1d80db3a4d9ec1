"""The history of a replay: the ratings before and after each match, in columns; and the outcome of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import batched
from types import MappingProxyType
from typing import Any, NamedTuple

from .idle_calendar import Breaks
from .values import Counts, Key, Rating, Ratings

Rest = tuple[Any, date | None, Any, date | None]
NO_REST: Rest = (None, None, None, None)
FIGURES_A_ROW = 4
Figures = tuple[float, int, float, int]
"""Points and experience before a match, and points and experience after it."""


class HistoryRow(NamedTuple):
    """A player's rating before and after one match."""

    match: int  # the result's place in the list that was replayed
    player: Key
    before: Rating
    after: Rating
    at_start: Rating | None


class History:
    """The rating changes of a replay, in columns because two million small objects would be slow."""

    def __init__(self, matches: list[int] | None = None, players: list[Key] | None = None) -> None:
        self.matches: list[int] = matches or []
        self.players: list[Key] = players or []
        self.figures: list[float] = []  # `Figures` of every row, one after the other
        self.rest: dict[int, Rest] = {}  # memory and as_of, of the systems that have them
        self.at_start: dict[int, Rating] = {}

    def __len__(self) -> int:
        return len(self.matches)

    def __iter__(self) -> Iterator[HistoryRow]:
        return (self[row] for row in range(len(self)))

    def __getitem__(self, row: int) -> HistoryRow:
        at_start = self.at_start.get(row)
        return HistoryRow(self.matches[row], self.players[row], self.before(row), self.after(row), at_start)

    def before(self, row: int) -> Rating:
        """Return the rating before the match, advanced up to its day."""
        points, experience, _, _ = self.read_figures(row)
        memory, as_of, _, _ = self.rest.get(row, NO_REST)
        return Rating(points, experience, memory, as_of)

    def after(self, row: int) -> Rating:
        """Return the rating after the match."""
        _, _, points, experience = self.read_figures(row)
        _, _, memory, as_of = self.rest.get(row, NO_REST)
        return Rating(points, experience, memory, as_of)

    def change(self, row: int) -> float:
        """Return by how much the match moved the points."""
        before, _, after, _ = self.read_figures(row)
        return after - before

    def read_figures(self, row: int) -> Figures:
        return tuple(self.figures[FIGURES_A_ROW * row : FIGURES_A_ROW * (row + 1)])  # type: ignore[return-value]  # it has four

    def list_figures(self) -> Iterator[Figures]:
        """Yield the figures of every row."""
        return batched(self.figures, FIGURES_A_ROW)  # type: ignore[return-value]

    def append(self, match: int, player: Key, before: Rating, after: Rating) -> int:
        """Add one change and return its row."""
        row = len(self.matches)
        self.matches.append(match)
        self.players.append(player)
        self.figures += (before.points, before.experience, after.points, after.experience)
        rest = (before.memory, before.as_of, after.memory, after.as_of)
        if rest != NO_REST:
            self.rest[row] = rest
        return row

    def started_with(self, first_row: int, at_start: Ratings) -> None:
        """Store the ratings at the start of the match whose changes begin at that row."""
        for seat, rating in enumerate(at_start):
            self.at_start[first_row + seat] = rating


class HistoryShift(NamedTuple):
    """The move of a player by a match in which they did not play."""

    match: int  # the result's place in the list that was replayed
    player: Key
    before: Rating
    after: Rating


class Fold(NamedTuple):
    """The outcome of a replay: each player's rating and counts, every change, and each player's last row."""

    table: dict[Key, Rating]
    counts: dict[Key, Counts]
    history: History
    last: dict[Key, int]
    shifts: Sequence[HistoryShift] = ()  # of a system that moves the whole table
    breaks: Breaks = MappingProxyType({})  # whose days count in no calendar
