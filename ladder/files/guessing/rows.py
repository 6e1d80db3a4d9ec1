"""What the columns of a club's spreadsheet may mean, and one of its rows told as a match file tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from ladder.ratings import choices, create

from ..cells import fact_names

IGNORE = ""
MEANINGS = {
    IGNORE: "Ignore",
    "date": "Date",
    "winner": "Winner",
    "loser": "Loser",
    "player1": "Player one",
    "player2": "Player two",
    "result": "Result or score of player one",
    "kind": "Kind of match",
    "started": "Began at",
    "exit": "How the loser left",
    "match": "Match number, a row for each player",
    "player": "Player, a row for each",
    "place": "Place",
    "round": "Round",
    "status": "Void or counted",
}
NAMES = ("winner", "loser", "player1", "player2", "player")
WON = {"1", "w", "win", "won", "1-0", "1:0", "yes", "true"}
LOST = {"0", "l", "loss", "lost", "0-1", "0:1", "no", "false"}
DRAWN = {"0.5", "0,5", ".5", "½", "1/2", "d", "draw", "drawn", "tie", "tied", "½-½", "½:½", "1/2-1/2"}
RESULTS = {**dict.fromkeys(WON, "1"), **dict.fromkeys(LOST, "0"), **dict.fromkeys(DRAWN, "0.5")}
SCORE = re.compile(r"(\d{1,4}) ?[-–:] ?(\d{1,4})", re.ASCII)
AMOUNT = re.compile(r"(-?\d+)(?:[.,](\d+))? ?(?:points?|pts?\.?|p)?", re.ASCII | re.IGNORECASE)
Cells = Mapping[str, str]
"""What a row says, by meaning."""


@cache
def meanings() -> dict[str, str]:
    """Return all that a column may mean, with the facts that rating systems ask for, as labels by key."""
    labels = {fact.name: fact.label for key, _ in choices() for fact in create(key).facts}
    named = {name: labels.get(name, "Players in the field") for name in fact_names()}
    head, tail = list(MEANINGS.items())[:7], list(MEANINGS.items())[7:]
    return dict([*head, *named.items(), *tail])


def told(row: Sequence[str], places: Mapping[str, int]) -> dict[str, str]:
    """Return what a row says, by meaning; a column that the row doesn't reach is blank."""
    return {name: row[place] if place < len(row) else "" for name, place in places.items()}


def as_match(cells: Cells) -> dict[str, str]:
    """Return the row as a match file tells it: who won, numbers as numbers."""
    said = dict(cells)
    if {"player1", "player2"} <= said.keys():
        said |= pair(said)
    elif said.get("result") and result_of(said["result"]) == "0.5":
        said |= {"player1": said["winner"], "player2": said["loser"], "winner": "", "loser": "", "result": "0.5"}
    else:
        said.pop("result", None)
    for name in numbers() & said.keys():
        said[name] = amount(said[name])
    return said


@cache
def numbers() -> frozenset[str]:
    """Return the meanings that are numbers."""
    return frozenset({*fact_names(), "place", "round"})


def pair(said: Cells) -> Cells:
    """Return the result of two named players, from a score or from the winner's name."""
    if "winner" not in said or said.get("result"):
        return {"result": result_of(said.get("result", "")), "winner": "", "loser": ""}
    won = said["winner"].casefold()
    first, second = said["player1"].casefold(), said["player2"].casefold()
    found = "1" if won and won == first else "0" if won and won == second else result_of(said["winner"] or "draw")
    return {"result": found, "winner": "", "loser": ""}


def result_of(text: str) -> str:
    """Return player one's score, 1, 0.5 or 0, or the text as it is; of 7-5 the first has won."""
    known = RESULTS.get(text.casefold().replace(" ", ""))
    if known is not None:
        return known
    found = SCORE.fullmatch(text)
    if found is None:
        return text
    first, second = int(found[1]), int(found[2])
    return "1" if first > second else "0" if first < second else "0.5"


def amount(text: str) -> str:
    """Return a number of a spreadsheet as a match file has it: 7 pts is 7, and 2,5 is 2.5."""
    found = AMOUNT.fullmatch(text)
    if found is None:
        return text
    decimals = (found[2] or "").rstrip("0")
    return f"{found[1]}.{decimals}" if decimals else found[1]
