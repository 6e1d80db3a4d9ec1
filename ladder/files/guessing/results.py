"""What a cell says of how a match ended: a score, the scores of sets, a word, or that it was not played out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

WON = {"1", "w", "win", "won", "yes", "true", "victory", "y", "sieg", "gewonnen"}
LOST = {"0", "l", "loss", "lost", "no", "false", "defeat", "n", "niederlage", "verloren"}
DRAWN = {"0.5", "0,5", ".5", "½", "1/2", "d", "draw", "drawn", "tie", "tied", "½-½", "½:½", "1/2-1/2", "remis", "x"}
DRAWN |= {"unentschieden", "nul", "empate", "pareggio", "gelijk", "gelijkspel", "oavgjort", "level", "=", "0.5-0.5"}
PLAIN_WON = {"w", "win", "won", "victory", "sieg", "gewonnen"}
PLAIN_LOST = {"l", "loss", "lost", "defeat", "niederlage", "verloren"}
BOOLEANS = {"yes", "no", "true", "false", "y", "n"}
WALKOVER, RETIRED, UNPLAYED = "walkover", "retired", "unplayed"
NOTES = {
    **dict.fromkeys(("w/o", "w.o.", "w.o", "wo", "wo.", "walkover", "walk over", "walk-over", "forfeit"), WALKOVER),
    **dict.fromkeys(
        ("forfeited", "ff", "default", "defaulted", "def", "def.", "kampflos", "forfait", "no show"), WALKOVER
    ),
    **dict.fromkeys(("noshow", "no-show", "scratched", "scr", "scr.", "w/d", "withdrew", "withdrawn"), WALKOVER),
    **dict.fromkeys(("ret", "ret.", "retd", "retired", "rtd", "rtd.", "retirement", "abandon", "aufgabe"), RETIRED),
    **dict.fromkeys(("aufg.", "inj", "inj.", "injury"), RETIRED),
    **dict.fromkeys(("bye", "n/a", "na", "n.a.", "n.a", "-", "–", "—", "?", "tbd", "tba", "tbc", "none"), UNPLAYED),
    **dict.fromkeys(("cancelled", "canceled", "postponed", "abgesagt", "not played", "unplayed", "dnp"), UNPLAYED),
    **dict.fromkeys(("spielfrei", "freilos", "exempt", "abandoned", "np", "n.p.", "vs", "-:-", "- -"), UNPLAYED),
}
NOBODY = {word for word, note in NOTES.items() if word not in ("na", "wo", "scr", "inj", "def", "ret", "vs", "np")}
NOTED = re.compile(
    r"(?:^|[\s,;(\[])\(?(" + "|".join(re.escape(one) for one in sorted(NOTES, key=len, reverse=True) if len(one) > 1)
    + r")[)\]]?$",
    re.IGNORECASE,
)  # fmt: skip
AFTER_NAME = re.compile(
    r"\s*(?:\s\(|\s\[|\s)(ret\.?|retd\.?|w/o|w\.o\.|wo\.?|walkover|def\.|bye)[)\]]?$", re.IGNORECASE
)
PAIR = r"\[?(\d{1,4}) ?[-–—:‑] ?(\d{1,4})\]?"
SETS = re.compile(rf"{PAIR}(?:[\s,;/|]+{PAIR})*", re.ASCII)
SLASHED = re.compile(r"\d{1,3}/\d{1,3}(?:[\s,;]+\d{1,3}/\d{1,3})+", re.ASCII)
CLOCK = re.compile(r"(?:PT)?(\d{1,4})[:H](\d\d)[:M]00S?", re.ASCII)  # 3:1, taken for a time by a spreadsheet
DAY_AND_CLOCK = re.compile(r"(?:1900-01-|1899-12-)(\d\d)T(\d\d):(\d\d):00", re.ASCII)  # 25:20, likewise
BRACKETS = re.compile(r"\([^()]*\)")


class CellOutcome(NamedTuple):
    """Player one's score, 1, 0.5 or 0, or none where it can't be told; how it ended; the score as it is printed."""

    score: float | None
    note: str = ""
    shown: str = ""


NO_OUTCOME_READ = CellOutcome(None)


@lru_cache(maxsize=1 << 14)
def read_outcome(text: str) -> CellOutcome:
    """Return what a text says of a match; one whose sets are level says nothing of who won."""
    plain = text.casefold().replace(" ", "")
    for words, score in ((WON, 1.0), (LOST, 0.0), (DRAWN, 0.5)):
        if plain in words:
            return CellOutcome(score)
    if note := NOTES.get(text.casefold().strip("()[] ")) or NOTES.get(text.casefold()):
        return CellOutcome(None, note)
    noted = NOTED.search(text)
    return read_score(text[: noted.start()].strip() if noted else text)._replace(
        note=NOTES[noted[1].casefold()] if noted else ""
    )


def read_score(text: str) -> CellOutcome:
    """Return what a score says, or the scores of sets."""
    pairs = find_score_pairs(text)
    if not pairs:
        return NO_OUTCOME_READ
    first = sum(one > other for one, other in pairs)
    second = sum(one < other for one, other in pairs)
    if len(pairs) == 1 and first == second and is_decided_in_brackets(text, pairs[0]):
        return CellOutcome(None, "", text)
    shown = ", ".join(f"{one}–{other}" for one, other in pairs)
    if first == second and len(pairs) > 1:
        return CellOutcome(None, "", shown)
    return CellOutcome(1.0 if first > second else 0.0 if first < second else 0.5, "", shown)


def is_decided_in_brackets(text: str, pair: tuple[int, int]) -> bool:
    """Say whether the brackets behind a level score hold penalties; a score at half-time is never above the last."""
    behind = re.search(rf"\(\D*{PAIR}\D*\)", text, re.ASCII)
    if behind is None:
        return False
    return int(behind[1]) > pair[0] or int(behind[2]) > pair[1] or "pen" in text.casefold()


def find_score_pairs(text: str) -> list[tuple[int, int]]:
    """Return the two numbers of a score, or of each set; those of a tie-break in brackets are left out."""
    if found := CLOCK.fullmatch(text):
        return [(int(found[1]), int(found[2]))]
    if found := DAY_AND_CLOCK.fullmatch(text):
        days = int(found[1]) if text.startswith("1900") else 0
        return [(24 * days + int(found[2]), int(found[3]))]
    bare = " ".join(BRACKETS.sub(" ", text).split()) or text.strip("() ")
    if SLASHED.fullmatch(bare):
        bare = bare.replace("/", "-")
    if not SETS.fullmatch(bare):
        return []
    return [(int(one), int(other)) for one, other in re.findall(PAIR, bare)]


def is_plain_result(text: str) -> bool:
    """Say whether a text can be nothing but the end of a match: a score, a word such as won, ½, a walkover."""
    said, plain = read_outcome(text), text.casefold().replace(" ", "")
    if said.shown or plain in PLAIN_WON | PLAIN_LOST:
        return True
    return plain in DRAWN - {"x", "="} or said.note in (WALKOVER, RETIRED)


def read_score_number(text: str) -> float | None:
    """Return how many sets, goals or points a cell says."""
    found = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,3}))?(?: ?\(\d+\))?", text, re.ASCII)
    return float(f"{found[1]}.{found[2] or 0}") if found else None
