"""Match files: rows in the short or the long form become records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import tzinfo
from operator import itemgetter
from typing import NamedTuple

from ladder.files.cells import COMMON_COLUMNS, CommonCellReader, list_fact_names
from ladder.files.long import LongForm
from ladder.files.records import COUNTED, DEAD, SURRENDERED, MatchRecord
from ladder.files.sheet import CsvGrid, FileError, FileProblem, open_csv_grid
from ladder.files.values import FirstSpellings, parse_plain_number
from ladder.ratings import RatingError

NumberedRows = Iterable[tuple[int, list[str]]]
Watch = Callable[[NumberedRows, int], NumberedRows]

PAIR_COLUMNS = ("winner", "loser", "player1", "player2", "result")
LONG_COLUMNS = ("match", "player", "place", "exit", "round")
WON_LOST = (1.0, 0.0)
SCORES = {1: WON_LOST, 0.5: (0.5, 0.5), 0: (0.0, 1.0)}
NO_PAIR = "Name the winner and the loser, or player1, player2 and the result."
BOTH_PAIRS = "Name the winner and the loser, or player1, player2 and the result, but not both."
NO_DATE = "The header has no column date."
NO_PLAYERS = "The header needs winner and loser, or player1, player2 and result, or match and player."


class MatchFile(NamedTuple):
    """What a match file holds, in the order of the file; `readable` is false when it isn't one at all."""

    records: list[MatchRecord]
    errors: list[FileProblem]
    warnings: list[str]
    readable: bool = True


def read_match_file(
    data: bytes | str, zone: tzinfo, names: FirstSpellings | None = None, watch: Watch = lambda rows, total: rows
) -> MatchFile:
    """Read a match file; days and moments without an offset are in that zone.

    `names` are the spellings to keep, if some are known before; `watch` sees the rows go by.
    """
    try:
        grid = open_csv_grid(data, {"date", *COMMON_COLUMNS, *PAIR_COLUMNS, *LONG_COLUMNS, *list_fact_names()})
        check_match_columns(grid)
    except FileError as error:
        return MatchFile([], [FileProblem(error.line, str(error))], [], False)
    records = MatchFileReader(grid, zone, names or FirstSpellings()).read(watch)
    return MatchFile(records, sorted(grid.problems), grid.warnings)


def check_match_columns(grid: CsvGrid) -> None:
    """Refuse a header without the needed columns."""
    if "date" not in grid.columns:
        raise FileError(NO_DATE)
    forms = ({"winner", "loser"}, {"player1", "player2", "result"}, {"match", "player"})
    if not any(form <= grid.columns.keys() for form in forms):
        raise FileError(NO_PLAYERS)


class MatchFileReader:
    """Reads the rows of one file."""

    def __init__(self, grid: CsvGrid, zone: tzinfo, names: FirstSpellings) -> None:
        self.grid = grid
        self.cells = CommonCellReader(grid, zone, names)
        self.date = grid.column("date")
        self.player, self.exit = grid.column("player"), grid.column("exit")
        self.pick_pair = itemgetter(*map(grid.column, PAIR_COLUMNS))
        self.long = LongForm(grid, self.cells) if {"match", "player"} <= grid.columns.keys() else None

    def read(self, watch: Watch) -> list[MatchRecord]:
        """Return the records; what is wrong goes to the grid's problems."""
        records: list[MatchRecord] = []
        problems = self.grid.problems
        for line, cells in watch(self.grid.rows(), self.grid.data.count(b"\n")):
            try:
                if self.long and not self.is_short(cells):
                    self.long.add(line, cells)
                else:
                    records.append(self.short(line, cells))
            except RatingError as error:
                problems.append(FileProblem(line, str(error)))
        if self.long:
            self.long.finish(records, problems)
            records.sort(key=lambda record: record.line)
        return records

    def is_short(self, cells: list[str]) -> bool:
        """Say whether a row of a file in the long form is a whole match of two."""
        return not cells[self.player].strip() and any(self.pick_pair(cells))

    def short(self, line: int, cells: list[str]) -> MatchRecord:
        """Return the match of one row. Raises: RatingError with what is wrong with it."""
        ended = self.cells.ended(cells[self.date])
        started, kind, status, facts = self.cells.row(self.cells.pick(cells))
        if "field" in facts:
            raise RatingError("A field goes with the places of a tournament.", "field")
        left = cells[self.exit] and parse_loser_exit(cells[self.exit])
        players, scores = self.pair(cells)
        return MatchRecord(line, kind, ended, started, players, scores, left or None, (), (), facts, status or COUNTED)

    def pair(self, cells: list[str]) -> tuple[tuple[str, str], tuple[float, float]]:
        """Return the two players and their scores."""
        winner, loser, first, second, result = self.pick_pair(cells)
        name = self.cells.name
        if winner or loser:
            if first or second or result:
                raise RatingError(BOTH_PAIRS, "winner")
            return (name(winner), name(loser)), WON_LOST
        if not (first or second or result):
            raise RatingError(NO_PAIR, "winner")
        return (name(first), name(second)), parse_pair_scores(result)


def parse_loser_exit(text: str) -> str:
    left = text.strip().lower()
    if left not in ("", DEAD, SURRENDERED):
        raise RatingError("The exit must be dead or surrendered.", "exit")
    return left


def parse_pair_scores(result: str) -> tuple[float, float]:
    scores = SCORES.get(parse_plain_number(result, "result")) if result.strip() else None
    if scores is None:
        raise RatingError("The result must be 1, 0.5 or 0.", "result")
    return scores
