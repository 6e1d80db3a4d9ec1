"""Read a match file: rows in the short or the long form become `MatchRecord`s.

In the short form a row is a whole match of two. In the long form a row is one player, and the rows of a match have its
id in common; they may stand anywhere in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from ladder.files.cell_values import (
    FirstSpellings,
    parse_plain_number,
)
from ladder.files.common_cells import COMMON_COLUMNS, CommonCellReader, add_box_and_reason
from ladder.files.csv_grid import FileContent, FileError, FileProblem, Grid, open_grid
from ladder.files.long_form import LongForm
from ladder.files.match_records import (
    COUNTED,
    PARTNER_COLUMNS,
    REASON_COLUMN,
    SCORE_COLUMNS,
    MatchRecord,
    list_fact_names,
)
from ladder.files.score_cells import ScoreWarnings
from ladder.formats import DEAD, SURRENDERED, RatingError, list_file_columns

NumberedRows = Iterable[tuple[int, list[str]]]
Watch = Callable[[NumberedRows, int], NumberedRows]

NAMED_PAIR_COLUMNS = ("winner", "loser", "player1", "player2", "result")
NUMBERED_COLUMNS = {  # winner1, winner2 ... loser6, and what they are called otherwise
    f"{main}{seat}": name
    for main, partners in zip(("winner", "loser"), PARTNER_COLUMNS, strict=True)
    for seat, name in enumerate((main, *partners), 1)
}
LONG_COLUMNS = ("match", "player")  # besides those of the formats
WON_LOST = (1.0, 0.0)
RESULT_SCORES = {1: WON_LOST, 0.5: (0.5, 0.5), 0: (0.0, 1.0)}
NO_PAIR = "The row names no players."
BOTH_PAIRS = "Name the winner and the loser, or player1, player2 and the result, but not both."
NO_DATE_COLUMN = "The header has no column date."
NO_PLAYERS = "The header needs winner and loser, or player1, player2 and result, or match and player."


class MatchFile(NamedTuple):
    """What was read of a match file, in the order of the file; `readable` is false when it is no match file at all."""

    records: list[MatchRecord]
    errors: list[FileProblem]
    warnings: list[str]
    readable: bool = True
    unscored: tuple[FileProblem, ...] = ()  # matches that are taken without the score that their row has, and why


def read_match_file(
    data: FileContent, zone: tzinfo, names: FirstSpellings | None = None, watch: Watch = lambda rows, total: rows
) -> MatchFile:
    """Return the matches of a file and what is wrong with it; days and moments without an offset are in `zone`.

    `names` has the spellings of another file that are kept. `watch` wraps the rows and may show how far reading is.
    """
    try:
        shared = {"date", *COMMON_COLUMNS, *SCORE_COLUMNS, REASON_COLUMN, *list_fact_names()}
        names_of_pairs = (*NAMED_PAIR_COLUMNS, *chain(*PARTNER_COLUMNS), *NUMBERED_COLUMNS)
        grid = open_grid(data, {*shared, *names_of_pairs, *LONG_COLUMNS, *list_file_columns()})
        rename_numbered_columns(grid)
        check_match_columns(grid)
    except FileError as error:
        return MatchFile([], [FileProblem(error.line, str(error))], [], False)
    reader = MatchFileReader(grid, zone, names or FirstSpellings())
    records = reader.read(watch)
    return MatchFile(records, sorted(grid.problems), grid.warnings, unscored=tuple(sorted(reader.scores.found)))


def check_match_columns(grid: Grid) -> None:
    """Raise FileError if the header lacks the date or the players."""
    if "date" not in grid.columns:
        raise FileError(NO_DATE_COLUMN)
    forms = ({"winner", "loser"}, {"player1", "player2", "result"}, {"match", "player"})
    if not any(form <= grid.columns.keys() for form in forms):
        raise FileError(NO_PLAYERS)


def rename_numbered_columns(grid: Grid) -> None:
    """Let columns called winner1, winner2, loser1 and so on be those of the winner, the loser and their partners."""
    for numbered, name in NUMBERED_COLUMNS.items():
        if numbered in grid.columns:
            grid.columns.setdefault(name, grid.columns[numbered])


class MatchFileReader:
    """Reads the rows of one match file."""

    def __init__(self, grid: Grid, zone: tzinfo, names: FirstSpellings) -> None:
        self.grid = grid
        self.cells = CommonCellReader(grid, zone, names)
        self.date = grid.column("date")
        self.player, self.exit = grid.column("player"), grid.column("exit")
        self.pick_pair = itemgetter(*map(grid.column, NAMED_PAIR_COLUMNS))
        self.partners = [[grid.columns[one] for one in names if one in grid.columns] for names in PARTNER_COLUMNS]
        self.scores = ScoreWarnings()
        self.long = LongForm(grid, self.cells) if {"match", "player"} <= grid.columns.keys() else None

    def read(self, watch: Watch) -> list[MatchRecord]:
        """Return the matches in the order of the file; errors are added to the problems of the grid."""
        records: list[MatchRecord] = []
        problems, warnings = self.grid.problems, self.scores
        for line, cells in watch(self.grid.rows(), self.grid.row_count):
            try:
                if self.long and not self.is_short(cells):
                    self.long.add(line, cells)
                else:
                    records.append(self.read_short_row(line, cells))
            except RatingError as error:
                problems.append(FileProblem(line, str(error)))
        if self.long:
            self.long.finish(records, problems, warnings)
            records.sort(key=lambda record: record.line)
        if REASON_COLUMN in self.grid.columns:
            records = [one._replace(unrated_because=one.unrated_because or "") for one in records]
        self.grid.warnings += warnings.list_sentences()
        return records

    def is_short(self, cells: list[str]) -> bool:
        """Return whether a row is a whole match of two, although its file has the columns of the long form."""
        return not cells[self.player].strip() and any(self.pick_pair(cells))

    def read_short_row(self, line: int, cells: list[str]) -> MatchRecord:
        """Return the match that one row is. Raises: RatingError with what is wrong with it."""
        ended = self.cells.ended(cells[self.date])
        row = self.cells.row(self.cells.pick(cells))
        started, kind, facts, status = row.started, row.kind, row.facts, row.status or COUNTED
        if "field" in facts:
            raise RatingError("A field goes with the places of a tournament.", "field")
        loser_exit = parse_loser_exit(cells[self.exit])
        players, scores = self.read_pair(cells)
        partners = [[self.cells.name(cells[at]) for at in places if cells[at].strip()] for places in self.partners]
        if any(partners):
            names, each, sides = seat_sides(players, partners, scores)
            sided = (line, kind, ended, started, names, each, None, (), (), facts, status, sides)
            return add_box_and_reason(self.scores.add_score(MatchRecord(*sided), row.score), row)
        told = (line, kind, ended, started, players, scores, loser_exit, (), (), facts, status)
        return add_box_and_reason(self.scores.add_score(MatchRecord(*told), row.score), row)

    def read_pair(self, cells: list[str]) -> tuple[tuple[str, str], tuple[float, float]]:
        """Return the names of the two players, and their scores: 1, 1/2 or 0."""
        winner, loser, first, second, result = self.pick_pair(cells)
        name = self.cells.name
        if winner or loser:
            if first or second or result:
                raise RatingError(BOTH_PAIRS, "winner")
            return (name(winner), name(loser)), WON_LOST
        if not (first or second or result):
            raise RatingError(NO_PAIR, "winner")
        return (name(first), name(second)), parse_pair_scores(result)


def seat_sides(
    players: tuple[str, ...], partners: Sequence[list[str]], scores: tuple[float, ...]
) -> tuple[tuple[str, ...], tuple[float, ...], tuple[int, ...]]:
    """Return names, scores and sides of all players of a row with partners, one side behind the other."""
    seats = [
        (name, score, side)
        for side, (main, others, score) in enumerate(zip(players, partners, scores, strict=True), 1)
        for name in (main, *others)
    ]
    names, each, sides = zip(*seats, strict=True)
    return names, each, sides


def parse_loser_exit(text: str) -> str | None:
    """Return how the loser left; None for a blank cell. Raises: RatingError, "The exit must be dead ..." """
    word = text.strip().lower()
    if word not in ("", DEAD, SURRENDERED):
        raise RatingError("The exit must be dead or surrendered.", "exit")
    return word or None


def parse_pair_scores(result: str) -> tuple[float, float]:
    """Return both scores by the first player's. Raises: RatingError, "The result must be 1, 0.5 or 0." """
    scores = RESULT_SCORES.get(parse_plain_number(result, "result")) if result.strip() else None
    if scores is None:
        raise RatingError("The result must be 1, 0.5 or 0.", "result")
    return scores
