"""The first rows of a file in words, as they are read: a wrong column is seen at once."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ladder.files import Record
from ladder.files.records import score_of
from ladder.files.values import LAST_SECOND, plain
from players.names import isolated

FIRST = 6  # rows
MORE = 2  # rows that ended otherwise than the first ones


def describe_rows(records: Sequence[Record], shown: Mapping[int, str]) -> list[str]:
    """Return the first matches in words, and some that ended otherwise; `shown` are the scores as printed, by row."""
    first = list(islice(records, FIRST))
    ends = {end_of(one) for one in first}
    others = islice((one for one in records[FIRST:] if end_of(one) not in ends), MORE)
    return [describe(one, shown.get(one.line, "")) for one in [*first, *others]]


def end_of(record: Record) -> float | None:
    """Return player one's score; none where more than two played."""
    return record.scores[0] if record.scores else score_of(record.places)


def describe(record: Record, score: str) -> str:
    """Return one row in words: “Row 2: Jordan 1–3 Argentina: Argentina won, 4 March 2026”."""
    return f"Row {record.line:,}: {describe_match(record, score)}"


def describe_match(record: Record, score: str) -> str:
    """Return one match in words."""
    day = f"{record.ended.day} {record.ended:%B} {record.ended.year}"
    clock = "" if record.ended.time() == LAST_SECOND else f", {record.ended:%H:%M}"
    facts = "".join(f", {name} {plain(value)}" for name, value in record.facts.items())
    kind = f", {record.kind}" if record.kind else ""
    status = "" if record.status == "counted" else f", {record.status}"
    return f"{outcome(record, score)}{facts}{kind}{status}, {day}{clock}"


def outcome(record: Record, score: str) -> str:
    """Return who played and how it ended."""
    names = list(map(isolated, record.players))
    end = end_of(record)
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
        return in_order(f"{place} {name}" for place, name in sorted(zip(record.places, names, strict=True)))
    return in_order(f"{name} {left.how}" for name, left in zip(names, record.exits, strict=True))


def in_order(parts: Iterable[str]) -> str:
    found = list(parts)
    return "; ".join(found[:FIRST]) + (f"; and {len(found) - FIRST} more" if len(found) > FIRST else "")
