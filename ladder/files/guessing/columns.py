"""Which row names the columns, and what each column seems to mean, from its heading or from what it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from ..spreadsheets import Rows
from .headings import KNOWN, ONLY, heading_row, word
from .held import are_results, is_amount, is_day, is_name, mostly
from .rows import IGNORE

SAMPLES = 3
LONG = {"match", "player"}
PAIR, OUTCOME = {"player1", "player2"}, {"winner", "loser"}


class Column(NamedTuple):
    """A column of the file."""

    place: int
    heading: str
    samples: list[str]
    is_empty: bool


class Guess(NamedTuple):
    """How a file seems to be made: its heading row (0 for none), its columns, and what they mean."""

    heading: int
    columns: list[Column]
    meanings: list[str]


def guess(rows: Rows, asked: Collection[str] = (), kinds: Collection[str] = ()) -> Guess:
    """Return the guess; `asked` are the facts that the ladder's systems need, `kinds` those that it knows."""
    heading = heading_row(rows)
    names = rows[heading - 1] if heading else []
    below = [row for row in rows[heading:] if row != names]
    width = max(map(len, rows))
    values = [[row[place] for row in below if place < len(row) and row[place]] for place in range(width)]
    columns = [
        Column(place, names[place] if place < len(names) else "", found[:SAMPLES], not found)
        for place, found in enumerate(values)
    ]
    return Guess(heading, columns, meant(columns, values, asked, {**ONLY, "kind": {*kinds}}))


def meant(
    columns: Sequence[Column], values: Sequence[list[str]], asked: Collection[str], only: Mapping[str, Collection[str]]
) -> list[str]:
    """Return what each column means: first by its heading, then by what it holds."""
    found: dict[str, int] = {}
    for column in columns:
        meaning = KNOWN.get(word(column.heading), IGNORE)
        fits = meaning not in only or {one.lower() for one in values[column.place]} <= {*only[meaning]}
        if meaning and fits and not column.is_empty:
            found.setdefault(meaning, column.place)
    settle(found)
    free = [place for place, held in enumerate(values) if held and place not in found.values()]
    by_content(found, free, values, asked)
    places = {place: meaning for meaning, place in found.items()}
    return [places.get(column.place, IGNORE) for column in columns]


def settle(found: dict[str, int]) -> None:
    """Put right what headings say of one another: a player beside an opponent is one of two, a winner's has lost."""
    if not found.keys() >= LONG:
        found.pop("match", None)
        place = found.pop("player", None)
        if place is not None and "player2" in found:
            found.setdefault("player1", place)
    if "winner" in found and "player2" in found and not found.keys() & {"player1", "loser"}:
        found["loser"] = found.pop("player2")


def by_content(found: dict[str, int], free: list[int], values: Sequence[list[str]], asked: Collection[str]) -> None:
    """Add what the columns without a known heading seem to hold."""

    def take(meaning: str, fits: Callable[[Sequence[str]], bool]) -> None:
        place = next((place for place in free if fits(values[place])), None)
        if place is not None and meaning not in found:
            found[meaning] = place
            free.remove(place)

    take("date", mostly(is_day))
    if found.keys() >= LONG:
        return
    if not found.keys() & OUTCOME:
        take("result", are_results)
    for meaning in ("player1", "player2") if found.keys() & {*PAIR, "result"} else ("winner", "loser"):
        take(meaning, mostly(is_name))
    for fact in asked:
        take(fact, mostly(is_amount))


def missing(meanings: Sequence[str]) -> str:
    """Say what is missing, date or names, or that two columns mean the same, twice; nothing where all is well."""
    used = [meaning for meaning in meanings if meaning]
    has = set(used)
    if len(has) < len(used):
        return "twice"
    if "date" not in has:
        return "date"
    pairs = ({"winner", "loser"}, {*PAIR, "result"}, {*PAIR, "winner"}, LONG)
    return "" if any(pair <= has for pair in pairs) else "names"
