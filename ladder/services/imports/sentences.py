"""The first rows of a file in words, as they are read: a wrong column is seen at once."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ladder.files import MatchRecord
from ladder.files.records import find_score_by_places
from ladder.files.values import LAST_SECOND, format_plain_number
from players.names import isolate_direction

FIRST_ROWS = 6  # rows
MORE_ROWS = 2  # rows that ended otherwise than the first ones


def describe_first_rows(records: Sequence[MatchRecord], shown: Mapping[int, str]) -> list[str]:
    """Return the first matches in words, and some that ended otherwise; `shown` are the scores as printed, by row."""
    first = list(islice(records, FIRST_ROWS))
    ends = {find_first_score(one) for one in first}
    others = islice((one for one in records[FIRST_ROWS:] if find_first_score(one) not in ends), MORE_ROWS)
    return [describe_row(one, shown.get(one.line, "")) for one in [*first, *others]]


def find_first_score(record: MatchRecord) -> float | None:
    """Return player one's score; none where more than two played."""
    return record.scores[0] if record.scores else find_score_by_places(record.places)


def describe_row(record: MatchRecord, score: str) -> str:
    """Return one row in words: “Row 2: Jordan 1–3 Argentina: Argentina won, 4 March 2026”."""
    return f"Row {record.line:,}: {describe_record(record, score)}"


def describe_record(record: MatchRecord, score: str) -> str:
    """Return one match in words."""
    day = f"{record.ended.day} {record.ended:%B} {record.ended.year}"
    clock = "" if record.ended.time() == LAST_SECOND else f", {record.ended:%H:%M}"
    facts = "".join(f", {name} {format_plain_number(value)}" for name, value in record.facts.items())
    kind = f", {record.kind}" if record.kind else ""
    status = "" if record.status == "counted" else f", {record.status}"
    return f"{describe_record_outcome(record, score)}{facts}{kind}{status}, {day}{clock}"


def describe_record_outcome(record: MatchRecord, score: str) -> str:
    """Return who played and how it ended."""
    names = list(map(isolate_direction, record.players))
    end = find_first_score(record)
    if len(names) == 2 and end is not None:
        first, second = names
        if not score:
            return (
                f"{first} and {second} drew"
                if end == 0.5
                else f"{first} beat {second}"
                if end
                else f"{second} beat {first}"
            )
        ended = "drawn" if end == 0.5 else f"{first if end else second} won"
        if "," in score or "–" not in score:
            return f"{first} – {second} {score}: {ended}"
        return f"{first} {score} {second}: {ended}"
    if record.places:
        return join_first_parts(f"{place} {name}" for place, name in sorted(zip(record.places, names, strict=True)))
    return join_first_parts(f"{name} {left.how}" for name, left in zip(names, record.exits, strict=True))


def join_first_parts(parts: Iterable[str]) -> str:
    found = list(parts)
    return "; ".join(found[:FIRST_ROWS]) + (f"; and {len(found) - FIRST_ROWS} more" if len(found) > FIRST_ROWS else "")
