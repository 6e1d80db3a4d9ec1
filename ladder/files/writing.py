"""Writing match files, always in the long form: what is read back is the same matches."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime, time
from typing import Any, TextIO

from ladder.ratings import Exit

from .cells import fact_names
from .formulas import harmless
from .records import COUNTED, STANDING, Record
from .values import FIRST_SECOND, LAST_SECOND, plain

COLUMNS = ("match", "date", "started", "kind", "status", "player", "place", "exit", "round")


def write_matches(stream: TextIO, records: Iterable[Record]) -> None:
    """Write the records as CSV; a name that looks like a formula has an apostrophe before it."""
    csv.writer(stream, lineterminator="\n").writerows(map(harmless, match_rows(records)))


def match_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    """Yield the header and a row for each player of each record; each record gets its number as its id."""
    facts = fact_names()
    yield (*COLUMNS, *facts)
    for number, record in enumerate(records, start=1):
        started = "" if record.started is None else when(record.started, FIRST_SECOND)
        status = "" if record.status == COUNTED else record.status
        shared = (number, when(record.ended, LAST_SECOND), started, record.kind or "", status)
        given = [plain(record.facts[name]) if name in record.facts else "" for name in facts]
        for player, outcome in zip(record.players, outcomes(record), strict=True):
            yield (*shared, player, *outcome, *given)


def when(moment: datetime, clock: time) -> str:
    """Return a day where its time is the one that a day without a time gets, else the moment."""
    return moment.date().isoformat() if moment.time() == clock and not moment.fold else moment.isoformat()


def outcomes(record: Record) -> Iterator[tuple[str, str, str]]:
    """Yield each player's place, exit and round."""
    if record.exits:
        yield from map(left, record.exits)
    elif record.places:
        yield from ((str(place), "", "") for place in record.places)
    elif record.exit:
        draw = record.scores[0] == record.scores[1]
        for score in record.scores:
            yield left(Exit(STANDING)) if score > 0 and not draw else left(Exit(record.exit, 1))
    else:
        best = max(record.scores)
        yield from (("1" if score == best else "2", "", "") for score in record.scores)


def left(gone: Exit) -> tuple[str, str, str]:
    return "", gone.how, "" if gone.round is None else str(gone.round)
