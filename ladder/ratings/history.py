"""The history of a replay: the ratings before and after each match, in columns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from .values import Key, Rating, Ratings

Rest = tuple[Any, date | None, Any, date | None]
NO_REST: Rest = (None, None, None, None)


class HistoryRow(NamedTuple):
    """A player's rating before and after one match."""

    match: int  # the result's place in the list that was replayed
    player: Key
    before: Rating
    after: Rating
    at_start: Rating | None


class History:
    """The rating changes of a replay, in columns because two million small objects would be slow."""

    def __init__(self) -> None:
        self.matches: list[int] = []
        self.players: list[Key] = []
        self.before_points: list[float] = []
        self.before_experience: list[int] = []
        self.after_points: list[float] = []
        self.after_experience: list[int] = []
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
        memory, as_of, _, _ = self.rest.get(row, NO_REST)
        return Rating(self.before_points[row], self.before_experience[row], memory, as_of)

    def after(self, row: int) -> Rating:
        """Return the rating after the match."""
        _, _, memory, as_of = self.rest.get(row, NO_REST)
        return Rating(self.after_points[row], self.after_experience[row], memory, as_of)

    def append(self, match: int, player: Key, before: Rating, after: Rating) -> int:
        """Add one change and return its row."""
        row = len(self.matches)
        self.matches.append(match)
        self.players.append(player)
        self.before_points.append(before.points)
        self.before_experience.append(before.experience)
        self.after_points.append(after.points)
        self.after_experience.append(after.experience)
        rest = (before.memory, before.as_of, after.memory, after.as_of)
        if rest != NO_REST:
            self.rest[row] = rest
        return row

    def started_with(self, first_row: int, at_start: Ratings) -> None:
        """Store the ratings at the start of the match whose changes begin at that row."""
        for seat, rating in enumerate(at_start):
            self.at_start[first_row + seat] = rating
