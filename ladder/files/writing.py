"""Writing match files, always in the long form: what is read back is the same matches."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime, time
from typing import Any, TextIO

from ladder.files.cells import list_fact_names
from ladder.files.formulas import escape_row
from ladder.files.records import COUNTED, STANDING, MatchRecord
from ladder.files.values import FIRST_SECOND, LAST_SECOND, format_plain_number
from ladder.ratings import Exit

EXPORT_COLUMNS = ("match", "date", "started", "kind", "status", "player", "place", "exit", "round")


def write_match_file(stream: TextIO, records: Iterable[MatchRecord]) -> None:
    """Write the records as CSV; a name that looks like a formula has an apostrophe before it."""
    csv.writer(stream, lineterminator="\n").writerows(map(escape_row, build_match_rows(records)))


def build_match_rows(records: Iterable[MatchRecord]) -> Iterator[tuple[Any, ...]]:
    """Yield the header and a row for each player of each record; each record gets its number as its id."""
    facts = list_fact_names()
    yield (*EXPORT_COLUMNS, *facts)
    for number, record in enumerate(records, start=1):
        started = "" if record.started is None else format_day_or_moment(record.started, FIRST_SECOND)
        status = "" if record.status == COUNTED else record.status
        shared = (number, format_day_or_moment(record.ended, LAST_SECOND), started, record.kind or "", status)
        given = [format_plain_number(record.facts[name]) if name in record.facts else "" for name in facts]
        for player, outcome in zip(record.players, list_outcomes(record), strict=True):
            yield (*shared, player, *outcome, *given)


def format_day_or_moment(moment: datetime, clock: time) -> str:
    """Return a day where its time is the one that a day without a time gets, else the moment."""
    return moment.date().isoformat() if moment.time() == clock and not moment.fold else moment.isoformat()


def list_outcomes(record: MatchRecord) -> Iterator[tuple[str, str, str]]:
    """Yield each player's place, exit and round."""
    if record.exits:
        yield from map(format_exit, record.exits)
    elif record.places:
        yield from ((str(place), "", "") for place in record.places)
    elif record.exit:
        draw = record.scores[0] == record.scores[1]
        for score in record.scores:
            yield format_exit(Exit(STANDING)) if score > 0 and not draw else format_exit(Exit(record.exit, 1))
    else:
        best = max(record.scores)
        yield from (("1" if score == best else "2", "", "") for score in record.scores)


def format_exit(gone: Exit) -> tuple[str, str, str]:
    return "", gone.how, "" if gone.round is None else str(gone.round)
