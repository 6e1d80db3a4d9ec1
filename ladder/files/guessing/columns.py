"""Which row names the columns, and what each column seems to mean, from its heading or from what it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from ..spreadsheets import Rows
from . import days
from .rows import AMOUNT, IGNORE, RESULTS, SCORE, result_of

LOOKED_AT = 10  # rows that may name the columns
SAMPLES = 3
MOSTLY = 0.8
WORDS = {
    "date": "date day when played playedon playeddate matchdate dateplayed datum fecha",
    "winner": "winner won wonby winningplayer winnername winners victor sieger gewinner vainqueur ganador",
    "loser": "loser lost lostby beaten defeated losingplayer losername losers verlierer perdant perdedor",
    "player1": "player1 playerone playera firstplayer name1 home white challenger p1",
    "player2": "player2 playertwo playerb secondplayer name2 away black opponent p2 versus vs",
    "result": "result score outcome player1score",
    "length": "length points matchlength raceto race pts target",
    "chips": "chips stake chipswon",
    "moves": "moves fewestmoves",
    "kind": "kind type matchtype",
    "started": "started start began beganat startedat",
    "exit": "exit",
    "match": "match matchid matchno matchnumber id",
    "player": "player name",
    "place": "place rank position finish",
    "round": "round",
    "status": "status",
    "field": "field entrants",
}
ONLY = {"status": {"void", "counted"}, "exit": {"standing", "surrendered", "dead"}}
KNOWN = {word: meaning for meaning, words in WORDS.items() for word in words.split()}
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


def heading_row(rows: Rows) -> int:
    """Return the number of the row that names the columns; 0 where none does."""
    top = rows[:LOOKED_AT]
    known = [len({word(cell) for cell in row} & KNOWN.keys()) for row in top]
    if max(known) >= 2:
        return known.index(max(known)) + 1
    first = next(number for number, row in enumerate(rows) if row)
    below = next((row for row in rows[first + 1 :] if row), [])
    named = sum(map(bool, rows[first])) > 1 and not any(map(is_value, rows[first])) and any(map(is_value, below))
    return first + 1 if named else 0


def word(cell: str) -> str:
    return re.sub(r"[\W_]+", "", cell.casefold())


def is_value(cell: str) -> bool:
    return is_day(cell) or is_amount(cell)


def is_day(cell: str) -> bool:
    return any(days.read(cell)[:2]) and not AMOUNT.fullmatch(cell)


def is_amount(cell: str) -> bool:
    return bool(AMOUNT.fullmatch(cell))


def is_result(cell: str) -> bool:
    return bool(SCORE.fullmatch(cell)) or result_of(cell) in set(RESULTS.values())


def is_name(cell: str) -> bool:
    return not is_value(cell) and any(map(str.isalpha, cell))


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
    """Put right what headings say of one another: a player beside an opponent is one of two."""
    if not found.keys() >= LONG:
        found.pop("match", None)
        place = found.pop("player", None)
        if place is not None and "player2" in found:
            found.setdefault("player1", place)


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


def are_results(held: Sequence[str]) -> bool:
    """Say whether a column holds results; one of nothing but the same number is a length rather."""
    return len(set(held)) > 1 and mostly(is_result)(held)


def mostly(test: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    return lambda held: sum(map(test, held)) >= MOSTLY * len(held)


def missing(meanings: Sequence[str]) -> str:
    """Say what no column means that is needed, or what two mean; nothing where all is well."""
    used = [meaning for meaning in meanings if meaning]
    twice = next((meaning for meaning in used if used.count(meaning) > 1), "")
    if twice:
        return twice
    if "date" not in used:
        return "date"
    has = set(used)
    pairs = ({"winner", "loser"}, {*PAIR, "result"}, {*PAIR, "winner"}, LONG)
    return "" if any(pair <= has for pair in pairs) else "names"
