"""The long form: the rows of one match, gathered from anywhere in the file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.ratings import Exit, RatingError

from .cells import REMEMBERED, Cells, Row
from .records import COUNTED, DEAD, STANDING, SURRENDERED, Record
from .sheet import Grid, Problem
from .values import shorten, whole

WAYS = (STANDING, SURRENDERED, DEAD)
NO_OUTCOME = "Give every player of the match a place, or every player an exit."


class Seat(NamedTuple):
    """How one player came out of a match."""

    place: int | None
    exit: Exit | None


class Group:
    """The rows of one match so far, and the first thing that is wrong with them."""

    __slots__ = ("ended", "error", "line", "players", "row", "seats")

    def __init__(self, line: int) -> None:
        self.line = line
        self.ended: datetime | None = None
        self.row: Row | None = None
        self.players: list[str] = []
        self.seats: list[Seat] = []
        self.error = ""

    def add(self, ended: datetime | None, row: Row, player: str, seat: Seat) -> None:
        """Add one player's row; what one row says the others may leave blank."""
        self.ended = agreed("date", self.ended, ended)
        self.row = row if self.row in (None, row) else joined(self.row, row)
        self.players.append(player)
        self.seats.append(seat)

    def record(self) -> Record:
        """Return the match. Raises: RatingError with what is wrong with it."""
        if self.error or self.row is None:
            raise RatingError(self.error)
        if self.ended is None:
            raise RatingError("The date is missing.", "date")
        exits, places = outcome(self.seats)
        row = self.row
        players, status = tuple(self.players), row.status or COUNTED
        return Record(self.line, row.kind, self.ended, row.started, players, (), None, exits, places, row.facts, status)


class LongForm:
    """Gathers the rows of a file in the long form."""

    def __init__(self, grid: Grid, cells: Cells) -> None:
        self.cells = cells
        self.pick = itemgetter(*map(grid.column, ("match", "date", "player")))
        self.pick_seat = itemgetter(*map(grid.column, ("place", "exit", "round")))
        self.seat = lru_cache(REMEMBERED)(seat)
        self.groups: dict[str, Group] = {}

    def add(self, line: int, cells: list[str]) -> None:
        """Add one row to its match. Raises: RatingError, "The match's id is missing." """
        match, date, player = self.pick(cells)
        if not match.strip():
            raise RatingError("The match's id is missing.", "match")
        group = self.groups.get(match.strip()) or self.groups.setdefault(match.strip(), Group(line))
        try:
            ended = self.cells.ended(date) if date.strip() else None
            row = self.cells.row(self.cells.pick(cells))
            group.add(ended, row, self.cells.name(player), self.seat(self.pick_seat(cells)))
        except RatingError as error:
            group.error = group.error or str(error)

    def finish(self, records: list[Record], problems: list[Problem]) -> None:
        """Hand over the matches, the last first, so that what is done with is let go."""
        while self.groups:
            _, group = self.groups.popitem()
            try:
                records.append(group.record())
            except RatingError as error:
                problems.append(Problem(group.line, str(error)))


def seat(texts: tuple[str, str, str]) -> Seat:
    """Return how a player came out. Raises: RatingError with what can't be."""
    place, how, left = (text.strip().lower() for text in texts)
    if how and how not in WAYS:
        raise RatingError(f"The exit must be standing, surrendered or dead, not “{shorten(how)}”.", "exit")
    if left and not how:
        raise RatingError("A round needs an exit: surrendered or dead.", "round")
    gone = Exit(how, whole(left, "round") if left else None) if how else None
    return Seat(whole(place, "place") if place else None, gone)


def outcome(seats: list[Seat]) -> tuple[tuple[Exit, ...], tuple[int, ...]]:
    """Return everyone's exits or everyone's places. Raises: RatingError when neither is complete."""
    exits = tuple(seat.exit for seat in seats if seat.exit)
    places = tuple(seat.place for seat in seats if seat.place is not None)
    if {len(exits), len(places)} != {0, len(seats)}:
        raise RatingError(NO_OUTCOME, "place")
    return exits, places


def joined(first: Row, second: Row) -> Row:
    """Return what two rows of one match say together."""
    started = agreed("start", first.started, second.started)
    kind = agreed("kind", first.kind, second.kind)
    status = agreed("status", first.status, second.status)
    return Row(started, kind, status, facts_joined(first.facts, second.facts))


def facts_joined(first: Mapping[str, float], second: Mapping[str, float]) -> Mapping[str, float]:
    for name in first.keys() & second.keys():
        agreed(name, first[name], second[name])
    return {**first, **second}


def agreed(what: str, first: Any, second: Any) -> Any:
    """Return what either row gives. Raises: RatingError when they differ."""
    if first is not None and second is not None and first != second:
        raise RatingError(f"The rows of this match don't agree about its {what}.", what)
    return second if first is None else first
