"""The long form of a match file: a row is one player. The rows of a match have its id in common, wherever they are."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.files.cell_values import parse_plain_whole_number, shorten_cell
from ladder.files.common_cells import MOST_CELLS_REMEMBERED, CommonCellReader, CommonCells, add_box_and_reason
from ladder.files.csv_grid import FileProblem, Grid
from ladder.files.match_records import COUNTED, REASON_COLUMN, MatchRecord
from ladder.files.score_cells import ScoreWarnings
from ladder.formats import DEAD, STANDING, SURRENDERED, Exit, RatingError, list_file_columns

EXIT_WORDS = (STANDING, SURRENDERED, DEAD)
NO_OUTCOME = "Give every player of the match a place, or every player an exit."
NO_SIDE = "Give every player of the match a side, or none of them."


class ReadOutcome(NamedTuple):
    """How one player finished a match: with a place, an exit or neither; side 0 where nobody played together."""

    place: int | None
    exit: Exit | None
    side: int = 0


class MatchGroup:
    """The rows of one match that were read so far, and the first error in them."""

    __slots__ = ("ended", "error", "line", "outcomes", "players", "row")

    def __init__(self, line: int) -> None:
        self.line = line
        self.ended: datetime | None = None
        self.row: CommonCells | None = None
        self.players: list[str] = []
        self.outcomes: list[ReadOutcome] = []
        self.error = ""

    def add(self, ended: datetime | None, row: CommonCells, player: str, outcome: ReadOutcome) -> None:
        """Add one player's row; cells that are the same for the whole match need to be filled in one row only."""
        self.ended = pick_agreed("date", self.ended, ended)
        self.row = row if self.row in (None, row) else join_common_cells(self.row, row)
        self.players.append(player)
        self.outcomes.append(outcome)

    def record(self, warnings: ScoreWarnings) -> MatchRecord:
        """Return the match. Raises: RatingError with its first error."""
        if self.error or self.row is None:
            raise RatingError(self.error)
        if self.ended is None:
            raise RatingError("The date is missing.", "date")
        exits, places, sides = split_outcomes(self.outcomes)
        row = self.row
        players, status = tuple(self.players), row.status or COUNTED
        record = MatchRecord(
            self.line, row.kind, self.ended, row.started, players, (), None, exits, places, row.facts, status, sides
        )
        return add_box_and_reason(warnings.add_score(record, row.score), row)


class LongForm:
    """Gathers the rows of a file in the long form by match."""

    def __init__(self, grid: Grid, cells: CommonCellReader) -> None:
        self.cells = cells
        self.pick = itemgetter(*map(grid.column, ("match", "date", "player")))
        self.pick_outcome = itemgetter(*map(grid.column, list_file_columns()))
        self.outcome = lru_cache(MOST_CELLS_REMEMBERED)(parse_outcome)
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
            group.add(ended, row, self.cells.name(player), self.outcome(self.pick_outcome(cells)))
        except RatingError as error:
            group.error = group.error or str(error)

    def finish(self, records: list[MatchRecord], problems: list[FileProblem], warnings: ScoreWarnings) -> None:
        """Add the matches to the records, the last first; each group is freed once its match is built."""
        while self.groups:
            _, group = self.groups.popitem()
            try:
                records.append(group.record(warnings))
            except RatingError as error:
                problems.append(FileProblem(group.line, str(error)))


def parse_outcome(texts: tuple[str, ...]) -> ReadOutcome:
    """Return the outcome that a row's cells of the formats' columns give. Raises: RatingError with what is wrong."""
    cells = {name: text.strip().lower() for name, text in zip(list_file_columns(), texts, strict=True)}
    place, how, left, side = (cells.get(name, "") for name in ("place", "exit", "round", "side"))
    if how and how not in EXIT_WORDS:
        raise RatingError(f"The exit must be standing, surrendered or dead, not “{shorten_cell(how)}”.", "exit")
    if left and not how:
        raise RatingError("A round needs an exit: surrendered or dead.", "round")
    gone = Exit(how, parse_plain_whole_number(left, "round") if left else None) if how else None
    numbers = {name: parse_plain_whole_number(text, name) for name, text in (("place", place), ("side", side)) if text}
    return ReadOutcome(numbers.get("place"), gone, numbers.get("side", 0))


def split_outcomes(outcomes: list[ReadOutcome]) -> tuple[tuple[Exit, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the exits of all players or the places of all, and the sides of all, if they have any.

    Raises: RatingError when some are missing.
    """
    exits = tuple(outcome.exit for outcome in outcomes if outcome.exit)
    places = tuple(outcome.place for outcome in outcomes if outcome.place is not None)
    if {len(exits), len(places)} != {0, len(outcomes)}:
        raise RatingError(NO_OUTCOME, "place")
    sides = tuple(outcome.side for outcome in outcomes if outcome.side)
    if len(sides) not in (0, len(outcomes)):
        raise RatingError(NO_SIDE, "side")
    return exits, places, sides


def join_common_cells(first: CommonCells, second: CommonCells) -> CommonCells:
    """Return the common cells of two rows of one match. Raises: RatingError when they differ."""
    started = pick_agreed("start", first.started, second.started)
    kind = pick_agreed("kind", first.kind, second.kind)
    status = pick_agreed("status", first.status, second.status)
    box = pick_agreed("box", first.box, second.box)
    score = pick_agreed("score", first.score, second.score)
    reason = pick_agreed(REASON_COLUMN, first.reason, second.reason)
    return CommonCells(started, kind, status, box, join_facts(first.facts, second.facts), score, reason)


def join_facts(first: Mapping[str, float], second: Mapping[str, float]) -> Mapping[str, float]:
    """Return the facts of two rows of one match. Raises: RatingError when they differ."""
    for name in first.keys() & second.keys():
        pick_agreed(name, first[name], second[name])
    return {**first, **second}


def pick_agreed(what: str, first: Any, second: Any) -> Any:
    """Return the value that one of two rows gives, or both. Raises: RatingError when they differ."""
    if first is not None and second is not None and first != second:
        raise RatingError(f"The rows of this match don't agree about its {what}.", what)
    return second if first is None else first
