"""The long form: the rows of one match, gathered from anywhere in the file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.files.cells import REMEMBERED, CommonCellReader, CommonCells
from ladder.files.records import COUNTED, DEAD, STANDING, SURRENDERED, MatchRecord
from ladder.files.sheet import CsvGrid, FileProblem
from ladder.files.values import parse_plain_whole_number, shorten_cell
from ladder.ratings import Exit, RatingError

EXIT_WORDS = (STANDING, SURRENDERED, DEAD)
NO_OUTCOME = "Give every player of the match a place, or every player an exit."


class ReadOutcome(NamedTuple):
    """How one player came out of a match."""

    place: int | None
    exit: Exit | None


class MatchGroup:
    """The rows of one match so far, and the first thing that is wrong with them."""

    __slots__ = ("ended", "error", "line", "players", "row", "seats")

    def __init__(self, line: int) -> None:
        self.line = line
        self.ended: datetime | None = None
        self.row: CommonCells | None = None
        self.players: list[str] = []
        self.seats: list[ReadOutcome] = []
        self.error = ""

    def add(self, ended: datetime | None, row: CommonCells, player: str, seat: ReadOutcome) -> None:
        """Add one player's row; what one row says the others may leave blank."""
        self.ended = pick_agreed("date", self.ended, ended)
        self.row = row if self.row in (None, row) else join_common_cells(self.row, row)
        self.players.append(player)
        self.seats.append(seat)

    def record(self) -> MatchRecord:
        """Return the match. Raises: RatingError with what is wrong with it."""
        if self.error or self.row is None:
            raise RatingError(self.error)
        if self.ended is None:
            raise RatingError("The date is missing.", "date")
        exits, places = split_outcomes(self.seats)
        row = self.row
        players, status = tuple(self.players), row.status or COUNTED
        return MatchRecord(
            self.line, row.kind, self.ended, row.started, players, (), None, exits, places, row.facts, status
        )


class LongForm:
    """Gathers the rows of a file in the long form."""

    def __init__(self, grid: CsvGrid, cells: CommonCellReader) -> None:
        self.cells = cells
        self.pick = itemgetter(*map(grid.column, ("match", "date", "player")))
        self.pick_seat = itemgetter(*map(grid.column, ("place", "exit", "round")))
        self.seat = lru_cache(REMEMBERED)(parse_outcome)
        self.groups: dict[str, MatchGroup] = {}

    def add(self, line: int, cells: list[str]) -> None:
        """Add one row to its match. Raises: RatingError, "The match's id is missing." """
        match, date, player = self.pick(cells)
        if not match.strip():
            raise RatingError("The match's id is missing.", "match")
        group = self.groups.get(match.strip()) or self.groups.setdefault(match.strip(), MatchGroup(line))
        try:
            ended = self.cells.ended(date) if date.strip() else None
            row = self.cells.row(self.cells.pick(cells))
            group.add(ended, row, self.cells.name(player), self.seat(self.pick_seat(cells)))
        except RatingError as error:
            group.error = group.error or str(error)

    def finish(self, records: list[MatchRecord], problems: list[FileProblem]) -> None:
        """Hand over the matches, the last first, so that what is done with is let go."""
        while self.groups:
            _, group = self.groups.popitem()
            try:
                records.append(group.record())
            except RatingError as error:
                problems.append(FileProblem(group.line, str(error)))


def parse_outcome(texts: tuple[str, str, str]) -> ReadOutcome:
    """Return how a player came out. Raises: RatingError with what can't be."""
    place, how, left = (text.strip().lower() for text in texts)
    if how and how not in EXIT_WORDS:
        raise RatingError(f"The exit must be standing, surrendered or dead, not “{shorten_cell(how)}”.", "exit")
    if left and not how:
        raise RatingError("A round needs an exit: surrendered or dead.", "round")
    gone = Exit(how, parse_plain_whole_number(left, "round") if left else None) if how else None
    return ReadOutcome(parse_plain_whole_number(place, "place") if place else None, gone)


def split_outcomes(seats: list[ReadOutcome]) -> tuple[tuple[Exit, ...], tuple[int, ...]]:
    """Return everyone's exits or everyone's places. Raises: RatingError when neither is complete."""
    exits = tuple(seat.exit for seat in seats if seat.exit)
    places = tuple(seat.place for seat in seats if seat.place is not None)
    if {len(exits), len(places)} != {0, len(seats)}:
        raise RatingError(NO_OUTCOME, "place")
    return exits, places


def join_common_cells(first: CommonCells, second: CommonCells) -> CommonCells:
    """Return what two rows of one match say together."""
    started = pick_agreed("start", first.started, second.started)
    kind = pick_agreed("kind", first.kind, second.kind)
    status = pick_agreed("status", first.status, second.status)
    return CommonCells(started, kind, status, join_facts(first.facts, second.facts))


def join_facts(first: Mapping[str, float], second: Mapping[str, float]) -> Mapping[str, float]:
    for name in first.keys() & second.keys():
        pick_agreed(name, first[name], second[name])
    return {**first, **second}


def pick_agreed(what: str, first: Any, second: Any) -> Any:
    """Return what either row gives. Raises: RatingError when they differ."""
    if first is not None and second is not None and first != second:
        raise RatingError(f"The rows of this match don't agree about its {what}.", what)
    return second if first is None else first
