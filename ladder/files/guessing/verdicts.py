"""What one row says of who won: by the winner's name, by the result, and by the scores of both."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from ladder.files.guessing.results import (
    AFTER_NAME,
    DRAWN,
    NOBODY,
    NOTES,
    PLAIN_LOST,
    PLAIN_WON,
    UNPLAYED,
    read_outcome,
    read_score_number,
)
from ladder.files.values import fold_name

FIRST_SIDE = {"1", "home", "h", "heim", "player1", "p1", "playerone", "white", "playera", "team1", "teama", "first"}
SECOND_SIDE = {"2", "away", "gast", "player2", "p2", "playertwo", "black", "playerb", "team2", "teamb", "second"}
WON_WORDS, LOST_WORDS = PLAIN_WON | {"yes", "true"}, PLAIN_LOST | {"no", "false"}
LEAST_LIKENESS = 0.8  # the share of letters that two spellings of one name have in common at least


class Verdict(NamedTuple):
    """Player one's score, 1, 0.5 or 0, by the winner's name and by the result or the scores; none where they are mute.

    `stranger` is a winner's name that is neither player's, `note` says that it was not played, or not to its end, and
    `shown` is the score as printed. Of a winner and a loser, player one is the winner.
    """

    named: float | None
    scored: float | None
    stranger: str = ""
    note: str = ""
    shown: str = ""


def judge_row(said: Mapping[str, str]) -> Verdict:
    """Return what a row says of who won."""
    scored, note, shown = read_row_score(said)
    if "player1" not in said:
        return Verdict(1.0, scored, "", note, shown)
    winner = said.get("winner", "")
    named = read_named_score(said, winner) if winner else None
    word = NOTES.get(winner.casefold(), "")
    return Verdict(named, scored, winner if winner and named is None and not word else "", note or word, shown)


def read_row_score(said: Mapping[str, str]) -> tuple[float | None, str, str]:
    """Return player one's score by the result and by the scores of both, with the note and the score as printed.

    Where the two differ there is none.
    """
    text = said.get("result", "")
    told, both = read_outcome(text), read_two_scores(said.get("score1", ""), said.get("score2", ""))
    by_result = told.score
    if text and not told.note and (side := read_named_score(said, text)) is not None:
        by_result = side
    known = {one for one in (by_result, both[0]) if one is not None}
    return known.pop() if len(known) == 1 else None, told.note or both[1], both[2] or told.shown


def read_two_scores(first: str, second: str) -> tuple[float | None, str, str]:
    """Return the same of two cells with a number each, or with a word such as won."""
    one, other = read_score_number(first), read_score_number(second)
    if one is not None and other is not None:
        return 1.0 if one > other else 0.0 if one < other else 0.5, "", f"{first}–{second}"
    note = next((NOTES[text.casefold()] for text in (first, second) if text.casefold() in NOTES), "")
    words = (read_outcome(first).score, read_outcome(second).score) if one is other is None else ()
    return (words[0] if words in ((1.0, 0.0), (0.0, 1.0)) else None), note, ""


def read_named_score(said: Mapping[str, str], text: str) -> float | None:
    """Return player one's score where a text is one of the two players, a side such as home, or a draw."""
    plain, first, second = (
        simplify_name(text),
        simplify_name(said.get("player1", "")),
        simplify_name(said.get("player2", "")),
    )
    if plain and plain in (first, second):
        return None if first == second else 1.0 if plain == first else 0.0
    if plain in FIRST_SIDE or plain in SECOND_SIDE:
        return 1.0 if plain in FIRST_SIDE else 0.0
    word = text.casefold().replace(" ", "")
    if word in WON_WORDS or word in LOST_WORDS:
        return 1.0 if word in WON_WORDS else 0.0
    return 0.5 if word in DRAWN else None


def simplify_name(text: str) -> str:
    """Return a name as it is compared within its row: small letters and digits."""
    return "".join(filter(str.isalnum, fold_name(text)))


def move_notes_to_result(said: Mapping[str, str]) -> dict[str, str]:
    """Return a row whose names are without “(w/o)” or “ret.” behind them; where no result says it, that becomes it."""
    cells = dict(said)
    for name in ("winner", "loser", "player1", "player2"):
        if found := AFTER_NAME.search(cells.get(name, "")):
            cells[name] = cells[name][: found.start()].strip()
            cells["result"] = cells.get("result") or found[1]
    return cells


def has_no_opponent(said: Mapping[str, str]) -> bool:
    """Say whether one of those who play is a word such as “bye”."""
    playing = ("player1", "player2") if "player1" in said else ("winner", "loser")
    return any(said.get(name, "").casefold().strip("()") in NOBODY for name in playing)


def has_no_outcome(said: Mapping[str, str], one: Verdict) -> bool:
    """Say whether a row says nothing of how it ended."""
    cells = [said.get(name, "").casefold() for name in ("winner", "result", "score1", "score2")]
    return one.named is None and all(not cell or NOTES.get(cell) == UNPLAYED for cell in cells)


def find_likelier_player(text: str, first: str, second: str) -> int | None:
    """Return which of two players, 0 or 1, a name is a slip for; none where it may be either or neither."""
    near = [are_spellings_alike(text, one) for one in (first, second)]
    return near.index(True) if sum(near) == 1 else None


def are_spellings_alike(one: str, other: str) -> bool:
    """Say whether one name begins with the other, or they share nearly all letters; other initials are other people."""
    initials = [words[-1] for words in (one.casefold().split(), other.casefold().split()) if words]
    if len({*initials}) == 2 and all(len(word.strip(".")) == 1 for word in initials):
        return False
    short, long = sorted((simplify_name(one), simplify_name(other)), key=len)
    if len(short) < 2:
        return False
    return long.startswith(short) or SequenceMatcher(None, short, long).ratio() > LEAST_LIKENESS
