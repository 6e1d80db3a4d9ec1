"""What every row of a match file may say: when, of which kind, and the facts that systems ask for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from ladder.files.records import STATUSES
from ladder.files.sheet import CsvGrid
from ladder.files.values import (
    FIRST_SECOND,
    FirstSpellings,
    parse_moment,
    parse_plain_number,
    parse_plain_whole_number,
    shorten_cell,
)
from ladder.ratings import RatingError, create_system, list_system_choices

COMMON_COLUMNS = ("started", "kind", "status")
REMEMBERED = 1 << 16  # different cells, whose values are kept


class CommonCells(NamedTuple):
    """The common cells of a row; None and no fact where a cell is blank."""

    started: datetime | None
    kind: str | None
    status: str | None
    facts: Mapping[str, float]


class CommonCellReader:
    """Reads common cells, the same texts only once."""

    def __init__(self, grid: CsvGrid, zone: tzinfo, names: FirstSpellings) -> None:
        self.zone = zone
        self.facts = tuple(name for name in list_fact_names() if name in grid.columns)
        self.pick = itemgetter(*map(grid.column, (*COMMON_COLUMNS, *self.facts)))
        self.name = lru_cache(REMEMBERED)(names.keep)
        self.ended = lru_cache(REMEMBERED)(self.read_ended)
        self.row = lru_cache(REMEMBERED)(self.read_row)

    def read_ended(self, text: str) -> datetime:
        if not text.strip():
            raise RatingError("The date is missing.", "date")
        return parse_moment(text, self.zone)

    def read_row(self, texts: tuple[str, ...]) -> CommonCells:
        started, kind, status, *facts = (text.strip() for text in texts)
        return CommonCells(
            parse_moment(started, self.zone, FIRST_SECOND) if started else None,
            shorten_cell(kind.lower()) or None,
            parse_status(status.lower()) if status else None,
            {name: parse_fact(name, text) for name, text in zip(self.facts, facts, strict=True) if text},
        )


def list_fact_names() -> list[str]:
    """Return every fact that a rating system asks for, and the field of a tournament."""
    asked = {fact.name for key, _ in list_system_choices() for fact in create_system(key).facts}
    return sorted(asked | {"field"})


def parse_fact(name: str, text: str) -> float:
    return parse_plain_whole_number(text, name) if name == "field" else parse_plain_number(text, name)


def parse_status(word: str) -> str:
    if word not in STATUSES:
        raise RatingError("The status must be void, pending, counted or blank.", "status")
    return word
