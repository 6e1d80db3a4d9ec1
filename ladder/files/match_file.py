"""Read a match file: rows in the short or the long form become `MatchRecord`s.

In the short form a row is a whole match of two. In the long form a row is one player, and the rows of a match have its
id in common; they may stand anywhere in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, tzinfo
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.files.cell_values import (
    FIRST_SECOND,
    FirstSpellings,
    parse_moment,
    parse_plain_number,
    parse_plain_whole_number,
    shorten_cell,
)
from ladder.files.csv_grid import CsvGrid, FileError, FileProblem, open_csv_grid
from ladder.files.match_records import COUNTED, REASON_COLUMN, SCORE_COLUMNS, STATUSES, MatchRecord, list_fact_names
from ladder.files.score_cells import ScoreWarnings
from ladder.formats import DEAD, STANDING, SURRENDERED, Exit, RatingError, list_file_columns

COMMON_COLUMNS = ("started", "kind", "status")
REMEMBERED = 1 << 16  # different cells, whose values are kept

EXIT_WORDS = (STANDING, SURRENDERED, DEAD)
NO_OUTCOME = "Give every player of the match a place, or every player an exit."
NO_SIDE = "Give every player of the match a side, or none of them."

NumberedRows = Iterable[tuple[int, list[str]]]
Watch = Callable[[NumberedRows, int], NumberedRows]

PAIR_COLUMNS = ("winner", "loser", "player1", "player2", "result")
PARTNER_COLUMNS = ("partner1", "partner2")  # of the winner or player1, and of the loser or player2
NUMBERED_COLUMNS = {"winner1": "winner", "winner2": "partner1", "loser1": "loser", "loser2": "partner2"}
LONG_COLUMNS = ("match", "player")  # besides those of the formats
WON_LOST = (1.0, 0.0)
SCORES = {1: WON_LOST, 0.5: (0.5, 0.5), 0: (0.0, 1.0)}
NO_PAIR = "Name the winner and the loser, or player1, player2 and the result."
BOTH_PAIRS = "Name the winner and the loser, or player1, player2 and the result, but not both."
NO_DATE = "The header has no column date."
NO_PLAYERS = "The header needs winner and loser, or player1, player2 and result, or match and player."


class CommonCells(NamedTuple):
    """What every row may say besides its players: when, of which kind, and the facts; None where a cell is blank."""

    started: datetime | None
    kind: str | None
    status: str | None
    facts: Mapping[str, float]
    score: tuple[str, str] | None = None  # the texts of the score and of the ending
    reason: str | None = None  # why it is unrated


class CommonCellReader:
    """Reads the common cells of a row; equal texts are read only once."""

    def __init__(self, grid: CsvGrid, zone: tzinfo, names: FirstSpellings) -> None:
        self.zone = zone
        self.facts = tuple(name for name in list_fact_names() if name in grid.columns)
        self.pick = itemgetter(*map(grid.column, (*COMMON_COLUMNS, *SCORE_COLUMNS, REASON_COLUMN, *self.facts)))
        self.name = lru_cache(REMEMBERED)(names.keep)
        self.ended = lru_cache(REMEMBERED)(self.read_ended)
        self.row = lru_cache(REMEMBERED)(self.read_row)

    def read_ended(self, text: str) -> datetime:
        """Return when the match ended; a day without a time is its last second."""
        if not text.strip():
            raise RatingError("The date is missing.", "date")
        return parse_moment(text, self.zone)

    def read_row(self, texts: tuple[str, ...]) -> CommonCells:
        """Return the values of these cells, given in the order of `pick`."""
        started, kind, status, score, ending, reason, *facts = (text.strip() for text in texts)
        return CommonCells(
            parse_moment(started, self.zone, FIRST_SECOND) if started else None,
            shorten_cell(kind.lower()) or None,
            parse_status(status.lower()) if status else None,
            {name: parse_fact(name, text) for name, text in zip(self.facts, facts, strict=True) if text},
            (score, ending.lower()) if score or ending else None,
            reason or None,
        )


def parse_fact(name: str, text: str) -> float:
    """Return the value of a fact; the field of a tournament is a whole number."""
    return parse_plain_whole_number(text, name) if name == "field" else parse_plain_number(text, name)


def parse_status(word: str) -> str:
    """Return the word, if it is a status. Raises: RatingError, "The status must be void, pending, ..." """
    if word not in STATUSES:
        raise RatingError("The status must be void, pending, counted or blank.", "status")
    return word


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
        return add_reason(warnings.add_score(record, row.score), row.reason)


def add_reason(record: MatchRecord, reason: str | None) -> MatchRecord:
    """Return the record with the reason why it is unrated, if its file says one."""
    return record._replace(unrated_because=reason) if reason else record


class LongForm:
    """Gathers the rows of a file in the long form by match."""

    def __init__(self, grid: CsvGrid, cells: CommonCellReader) -> None:
        self.cells = cells
        self.pick = itemgetter(*map(grid.column, ("match", "date", "player")))
        self.pick_outcome = itemgetter(*map(grid.column, list_file_columns()))
        self.outcome = lru_cache(REMEMBERED)(parse_outcome)
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
    score = pick_agreed("score", first.score, second.score)
    reason = pick_agreed(REASON_COLUMN, first.reason, second.reason)
    return CommonCells(started, kind, status, join_facts(first.facts, second.facts), score, reason)


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


class MatchFile(NamedTuple):
    """What was read of a match file, in the order of the file; `readable` is false when it is no match file at all."""

    records: list[MatchRecord]
    errors: list[FileProblem]
    warnings: list[str]
    readable: bool = True
    unscored: tuple[FileProblem, ...] = ()  # matches that are taken without the score that their row has, and why


def read_match_file(
    data: bytes | str, zone: tzinfo, names: FirstSpellings | None = None, watch: Watch = lambda rows, total: rows
) -> MatchFile:
    """Return the matches of a file and what is wrong with it; days and moments without an offset are in `zone`.

    `names` has the spellings of another file that are kept. `watch` wraps the rows and may show how far reading is.
    """
    try:
        shared = {"date", *COMMON_COLUMNS, *SCORE_COLUMNS, REASON_COLUMN, *list_fact_names()}
        names_of_pairs = (*PAIR_COLUMNS, *PARTNER_COLUMNS, *NUMBERED_COLUMNS)
        grid = open_csv_grid(data, {*shared, *names_of_pairs, *LONG_COLUMNS, *list_file_columns()})
        rename_numbered_columns(grid)
        check_match_columns(grid)
    except FileError as error:
        return MatchFile([], [FileProblem(error.line, str(error))], [], False)
    reader = MatchFileReader(grid, zone, names or FirstSpellings())
    records = reader.read(watch)
    return MatchFile(records, sorted(grid.problems), grid.warnings, unscored=tuple(sorted(reader.scores.found)))


def check_match_columns(grid: CsvGrid) -> None:
    """Raise FileError if the header lacks the date or the players."""
    if "date" not in grid.columns:
        raise FileError(NO_DATE)
    forms = ({"winner", "loser"}, {"player1", "player2", "result"}, {"match", "player"})
    if not any(form <= grid.columns.keys() for form in forms):
        raise FileError(NO_PLAYERS)


def rename_numbered_columns(grid: CsvGrid) -> None:
    """Let columns called winner1, winner2, loser1 and loser2 be those of the winner, the loser and their partners."""
    for numbered, name in NUMBERED_COLUMNS.items():
        if numbered in grid.columns:
            grid.columns.setdefault(name, grid.columns[numbered])


class MatchFileReader:
    """Reads the rows of one match file."""

    def __init__(self, grid: CsvGrid, zone: tzinfo, names: FirstSpellings) -> None:
        self.grid = grid
        self.cells = CommonCellReader(grid, zone, names)
        self.date = grid.column("date")
        self.player, self.exit = grid.column("player"), grid.column("exit")
        self.pick_pair = itemgetter(*map(grid.column, PAIR_COLUMNS))
        self.pick_partners = itemgetter(*map(grid.column, PARTNER_COLUMNS))
        self.scores = ScoreWarnings()
        self.long = LongForm(grid, self.cells) if {"match", "player"} <= grid.columns.keys() else None

    def read(self, watch: Watch) -> list[MatchRecord]:
        """Return the matches in the order of the file; errors are added to the problems of the grid."""
        records: list[MatchRecord] = []
        problems, warnings = self.grid.problems, self.scores
        for line, cells in watch(self.grid.rows(), self.grid.data.count(b"\n")):
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
        started, kind, status, facts, score, reason = self.cells.row(self.cells.pick(cells))
        if "field" in facts:
            raise RatingError("A field goes with the places of a tournament.", "field")
        loser_exit = parse_loser_exit(cells[self.exit])
        players, scores = self.read_pair(cells)
        partners = tuple(map(self.read_partner, self.pick_partners(cells)))
        if any(partners):
            names, each, sides = seat_sides(players, partners, scores)
            sided = (line, kind, ended, started, names, each, None, (), (), facts, status or COUNTED, sides)
            return add_reason(self.scores.add_score(MatchRecord(*sided), score), reason)
        told = (line, kind, ended, started, players, scores, loser_exit, (), (), facts, status or COUNTED)
        return add_reason(self.scores.add_score(MatchRecord(*told), score), reason)

    def read_partner(self, cell: str) -> str:
        """Return the name of a partner, an empty text for a blank cell."""
        return self.cells.name(cell) if cell.strip() else ""

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
    players: tuple[str, ...], partners: tuple[str, ...], scores: tuple[float, ...]
) -> tuple[tuple[str, ...], tuple[float, ...], tuple[int, ...]]:
    """Return names, scores and sides of all players of a row with partners, one side behind the other."""
    seats = [
        (name, score, side)
        for side, (main, partner, score) in enumerate(zip(players, partners, scores, strict=True), 1)
        for name in (main, partner)
        if name
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
    scores = SCORES.get(parse_plain_number(result, "result")) if result.strip() else None
    if scores is None:
        raise RatingError("The result must be 1, 0.5 or 0.", "result")
    return scores
