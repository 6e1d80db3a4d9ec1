"""What every row of a match file may say besides its players: when, of which kind, the score and the facts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from ladder.files.cell_values import (
    FIRST_SECOND,
    FirstSpellings,
    parse_moment,
    parse_plain_number,
    parse_plain_whole_number,
    shorten_cell,
)
from ladder.files.csv_grid import Grid
from ladder.files.match_records import (
    BOX_COLUMN,
    FILE_STATUSES,
    REASON_COLUMN,
    SCORE_COLUMNS,
    MatchRecord,
    list_fact_names,
)
from ladder.formats import RatingError

COMMON_COLUMNS = ("started", "kind", "status", BOX_COLUMN)
MOST_CELLS_REMEMBERED = 1 << 16  # different cells, whose values are kept


class CommonCells(NamedTuple):
    """What every row may say besides its players: when, of which kind, and the facts; None where a cell is blank."""

    started: datetime | None
    kind: str | None
    status: str | None
    box: str | None
    facts: Mapping[str, float]
    score: tuple[str, str] | None = None  # the texts of the score and of the ending
    reason: str | None = None  # why it is unrated


class CommonCellReader:
    """Reads the common cells of a row; equal texts are read only once."""

    def __init__(self, grid: Grid, zone: tzinfo, names: FirstSpellings) -> None:
        self.zone = zone
        self.facts = tuple(name for name in list_fact_names() if name in grid.columns)
        self.pick = itemgetter(*map(grid.column, (*COMMON_COLUMNS, *SCORE_COLUMNS, REASON_COLUMN, *self.facts)))
        self.name = lru_cache(MOST_CELLS_REMEMBERED)(names.keep)
        self.ended = lru_cache(MOST_CELLS_REMEMBERED)(self.read_ended)
        self.row = lru_cache(MOST_CELLS_REMEMBERED)(self.read_row)

    def read_ended(self, text: str) -> datetime:
        """Return when the match ended; a day without a time is its last second."""
        if not text.strip():
            raise RatingError("The date is missing.", "date")
        return parse_moment(text, self.zone)

    def read_row(self, texts: tuple[str, ...]) -> CommonCells:
        """Return the values of these cells, given in the order of `pick`."""
        started, kind, status, box, score, ending, reason, *facts = (text.strip() for text in texts)
        return CommonCells(
            parse_moment(started, self.zone, FIRST_SECOND) if started else None,
            shorten_cell(kind.lower()) or None,
            parse_status(status.lower()) if status else None,
            box or None,
            {name: parse_fact(name, text) for name, text in zip(self.facts, facts, strict=True) if text},
            (score, ending.lower()) if score or ending else None,
            reason or None,
        )


def parse_fact(name: str, text: str) -> float:
    """Return the value of a fact; the field of a tournament is a whole number."""
    return parse_plain_whole_number(text, name) if name == "field" else parse_plain_number(text, name)


def parse_status(word: str) -> str:
    """Return the word, if it is a status. Raises: RatingError, "The status must be void, pending, ..." """
    if word not in FILE_STATUSES:
        raise RatingError("The status must be void, pending, counted or blank.", "status")
    return word


def add_box_and_reason(record: MatchRecord, row: CommonCells) -> MatchRecord:
    """Return the record with its box, and with the reason why it is unrated, if its file says them."""
    if not row.box and not row.reason:
        return record
    return record._replace(box=row.box or "", unrated_because=row.reason or None)
