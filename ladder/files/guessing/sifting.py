"""From the rows of a club's spreadsheet to a match file: what is no match is put aside, and every doubt is told."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ..spreadsheets import Rows
from ..values import shorten
from . import days
from .blocks import blocks
from .columns import Guess
from .dating import dated
from .doubts import KEEP, LEAVE, LEFT_OUT, Doubt, Step, Told, Weight, counted, rows_named
from .headings import word
from .judging import judged
from .rows import NAMES, as_match, told

TOTALS = re.compile(r"(?:grand|sub)?(?:total|totals|sum|average|mean|count|matchesplayed|gesamt|summe)")


class Sifted(NamedTuple):
    """A file's matches as a match file, whose lines are one more than the rows, and what was doubted on the way."""

    text: str
    doubts: list[Doubt]
    left_out: int
    shown: Mapping[int, str] = {}  # the scores as printed, by row
    spellings: Mapping[str, int] = {}  # how often each name is written so


class Played(NamedTuple):
    """What a season's systems know: draws, and the kinds of match."""

    draws: bool = True
    kinds: Collection[str] = ()


ANY = Played()


def sift(rows: Rows, guess: Guess, answers: Mapping[str, str], today: date, played: Played = ANY) -> Sifted:
    """Return the matches of a file whose columns have their meanings, with the answers given so far."""
    places = {meaning: place for place, meaning in enumerate(guess.meanings) if meaning}
    found = {number: told(row, places) for number, row in enumerate(rows, 1) if number > guess.heading and any(row)}
    doubts: list[Doubt] = [] if guess.is_export else empty_columns(guess)
    total = len(found)
    steps = (without_totals(rows, guess), without_blocks, dated(today), judged(played.draws, played.kinds))
    for step in steps[2:] if guess.is_export else steps:
        found = step(found, doubts, answers)
    shown = {number: said["shown"] for number, said in found.items() if said.get("shown")}
    spellings = Counter(said[name] for said in found.values() for name in NAMES if said.get(name))
    return Sifted(as_text(found, len(rows), places), doubts, total - len(found), shown, spellings)


def empty_columns(guess: Guess) -> list[Doubt]:
    """Say which columns hold nothing."""
    empty = [column for column in guess.columns if column.is_empty]
    named = ", ".join(f"“{shorten(column.heading)}”" if column.heading else letter(column.place) for column in empty)
    title = f"{counted(len(empty), 'column')} {'holds' if len(empty) == 1 else 'hold'} nothing: {named}."
    return [Doubt("empty", Weight.EMPTY, title, ((LEAVE, "Leave out"),), LEAVE)] if empty else []


def letter(place: int) -> str:
    """Return a column's letter in a spreadsheet."""
    return chr(65 + place) if place < 26 else f"A{chr(65 + place - 26)}"


def without_totals(rows: Rows, guess: Guess) -> Step:
    """Return the step that takes out sums and repeated headings."""
    heading = [word(cell) for cell in rows[guess.heading - 1]] if guess.heading else None

    def step(found: Told, doubts: list[Doubt], answers: Mapping[str, str]) -> Told:
        odd = [number for number in found if is_total(rows[number - 1], found[number], heading)]
        if not odd:
            return found
        title = f"{rows_named(odd).capitalize()} {'looks' if len(odd) == 1 else 'look'} like a total or a heading."
        doubt = Doubt("totals", Weight.TOTAL, title, LEFT_OUT, LEAVE, sample(rows[odd[0] - 1]))
        return taken_out(found, odd, doubt, doubts, answers)

    return step


def is_total(row: Sequence[str], said: Mapping[str, str], heading: list[str] | None) -> bool:
    """Say whether a row sums up others or names the columns again."""
    words = [word(cell) for cell in row]
    if words == heading:
        return True
    first = next(filter(None, words), "")
    no_date = not any(days.read(said.get("date", ""))[:2])
    return no_date and bool(TOTALS.match(first) or any(TOTALS.fullmatch(word(said.get(one, ""))) for one in NAMES))


def without_blocks(found: Told, doubts: list[Doubt], answers: Mapping[str, str]) -> Told:
    """Take out the rows that say again what a block of rows before them says."""
    numbers = list(found)
    for block in blocks([tuple(one.casefold() for one in found[number].values()) for number in numbers]):
        again = numbers[block.start : block.start + block.length]
        first, last = numbers[block.first], numbers[block.first + block.length - 1]
        title = f"Rows {again[0]:,} to {again[-1]:,} repeat rows {first:,} to {last:,}."
        doubt = Doubt(f"block-{again[0]}", Weight.BLOCK, title, LEFT_OUT, LEAVE, sample(found[again[0]].values()))
        found = taken_out(found, again, doubt, doubts, answers)
    return found


def taken_out(found: Told, odd: Sequence[int], doubt: Doubt, doubts: list[Doubt], answers: Mapping[str, str]) -> Told:
    """Note a doubt about rows, and leave them out where that is the answer."""
    doubts.append(doubt)
    if doubt.answer(answers) == KEEP:
        return found
    gone = set(odd)
    return {number: said for number, said in found.items() if number not in gone}


def sample(cells: Iterable[str]) -> str:
    """Return a row as it may stand in a sentence."""
    return shorten(" · ".join(filter(None, cells)))


def as_text(found: Told, rows: int, places: Mapping[str, int]) -> str:
    """Return the matches as a match file; line 1 names the columns, and row 1 is line 2."""
    matches = {number: as_match(said) for number, said in found.items()}
    columns = list(dict.fromkeys(name for said in matches.values() for name in said)) or list(places)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    blank: list[str] = []
    for number in range(1, rows + 1):
        writer.writerow([matches[number].get(name, "") for name in columns] if number in matches else blank)
    return stream.getvalue()
