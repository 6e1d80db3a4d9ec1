"""What the columns of a club's spreadsheet may mean, and one of its rows told as a match file tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from ladder.files.cells import list_fact_names
from ladder.ratings import create_system, list_system_choices

IGNORE = ""
MEANINGS = {
    IGNORE: "Ignore",
    "date": "Date",
    "winner": "Winner",
    "loser": "Loser",
    "player1": "Player one",
    "player2": "Player two",
    "result": "Result, as won or 3-1",
    "score1": "Score of player one",
    "score2": "Score of player two",
    "kind": "Kind of match",
    "started": "Began at",
    "exit": "How the loser left",
    "match": "Match number, a row for each player",
    "player": "Player, a row for each",
    "place": "Finishing place",
    "round": "Round",
    "status": "Void or counted",
}
NAMES = ("winner", "loser", "player1", "player2", "player")
AMOUNT = re.compile(r"(-?\d+)(?:[.,](\d+))? ?(?:points?|pts?\.?|p)?", re.ASCII | re.IGNORECASE)
CellsByMeaning = Mapping[str, str]
"""What a row says, by meaning."""


@cache
def list_meanings() -> dict[str, str]:
    """Return all that a column may mean, with the facts that rating systems ask for, as labels by key."""
    labels = {fact.name: fact.label for key, _ in list_system_choices() for fact in create_system(key).facts}
    named = {name: labels.get(name, "Players in the field") for name in list_fact_names()}
    head, tail = list(MEANINGS.items())[:9], list(MEANINGS.items())[9:]
    return dict([*head, *named.items(), *tail])


def read_cells_by_meaning(row: Sequence[str], places: Mapping[str, int]) -> dict[str, str]:
    """Return what a row says, by meaning; a column that the row doesn't reach is blank."""
    return {name: row[place] if place < len(row) else "" for name, place in places.items()}


def build_match_cells(cells: CellsByMeaning) -> dict[str, str]:
    """Return the row as a match file tells it, with numbers as numbers."""
    said = {name: cell for name, cell in cells.items() if name != "shown"}
    for name in list_number_meanings() & said.keys():
        said[name] = parse_amount(said[name])
    return said


@cache
def list_number_meanings() -> frozenset[str]:
    """Return the meanings that are numbers."""
    return frozenset({*list_fact_names(), "place", "round"})


def parse_amount(text: str) -> str:
    """Return a number of a spreadsheet as a match file has it: 7 pts is 7, and 2,5 is 2.5."""
    found = AMOUNT.fullmatch(text)
    if found is None:
        return text
    decimals = (found[2] or "").rstrip("0")
    return f"{found[1]}.{decimals}" if decimals else found[1]
