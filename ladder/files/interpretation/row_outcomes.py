"""What a row says of who won: by the winner's name, by the result, and by the scores of both players.

A cell may hold a score, the scores of sets, a word such as won, or a note that the match was not played out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ladder.files.cell_values import fold_name, remove_letter_accents
from ladder.files.interpretation.outcome_words import (
    FURTHER_DRAWN,
    FURTHER_LOST,
    FURTHER_NO,
    FURTHER_OPPONENTS,
    FURTHER_REPORTERS,
    FURTHER_WON,
    FURTHER_YES,
)
from ladder.formats.games import ENDING_WORDS, RETIRED, STOPPED, UNIT_BEHIND, open_match_tie_break

YES_WORDS = {"yes", "true", "y", "ja", "oui", "si", "sí", "sì", "sim"} | FURTHER_YES
NO_WORDS = {"no", "false", "n", "nein", "non", "nee", "não", "nao", "nej"} | FURTHER_NO
BOOLEAN_WORDS = YES_WORDS | NO_WORDS
PLAIN_WON = {"w", "win", "won", "victory", "sieg", "gewonnen"} | FURTHER_WON
PLAIN_LOST = {"l", "loss", "lost", "defeat", "niederlage", "verloren"} | FURTHER_LOST
WON_CELLS, LOST_CELLS = YES_WORDS | PLAIN_WON | {"1"}, NO_WORDS | PLAIN_LOST | {"0"}
DRAWN_CELLS = {
    "0.5",
    "0,5",
    ".5",
    "½",
    "1/2",
    "d",
    "draw",
    "drawn",
    "tie",
    "tied",
    "½-½",
    "½:½",
    "1/2-1/2",
    "remis",
    "x",
}
DRAWN_CELLS |= FURTHER_DRAWN | {
    "0.50",
    "0,50",
    "unentschieden",
    "nul",
    "empate",
    "pareggio",
    "gelijk",
    "gelijkspel",
    "oavgjort",
    "level",
    "=",
    "0.5-0.5",
}
RESULT_NUMBERS = {"1", "0", "0.5", "0,5", "0.50", "0,50", ".5", "½", "1/2"}
WHOLE_NUMBER_TAIL = re.compile(r"(?<=^[01])[.,]0+$", re.ASCII)  # as in 1.0
WALKOVER, UNPLAYED = "walkover", "unplayed"
OUTCOME_NOTES = {
    **dict.fromkeys(("w/o", "w.o.", "w.o", "wo", "wo.", "walkover", "walk over", "walk-over", "forfeit"), WALKOVER),
    **dict.fromkeys(
        ("forfeited", "ff", "default", "defaulted", "def", "def.", "kampflos", "forfait", "no show"), WALKOVER
    ),
    **dict.fromkeys(("noshow", "no-show", "scratched", "scr", "scr.", "w/d", "withdrew", "withdrawn"), WALKOVER),
    **{f"{word}{point}": ending for ending, words in ENDING_WORDS.items() for word in words for point in ("", ".")},
    **dict.fromkeys(("retirement", "abandon", "aufgabe", "inj", "inj.", "injury"), RETIRED),
    **dict.fromkeys(("bye", "n/a", "na", "n.a.", "n.a", "-", "–", "—", "?", "tbd", "tba", "tbc", "none"), UNPLAYED),
    **dict.fromkeys(("cancelled", "canceled", "postponed", "abgesagt", "not played", "unplayed", "dnp"), UNPLAYED),
    **dict.fromkeys(("spielfrei", "freilos", "exempt", "abandoned", "np", "n.p.", "vs", "-:-", "- -"), UNPLAYED),
}
NOBODY_NAMES = {
    word for word, note in OUTCOME_NOTES.items() if word not in ("na", "wo", "scr", "inj", "def", "ret", "vs", "np")
}
NOTED_NAME = re.compile(
    r"(?:^|[\s,;(\[])\(?("
    + "|".join(re.escape(one) for one in sorted(OUTCOME_NOTES, key=len, reverse=True) if len(one) > 1)
    + r")[)\]]?$",
    re.IGNORECASE | re.ASCII,  # else an i without a dot is one, too
)  # fmt: skip
AFTER_NAME = re.compile(
    r"\s*(?:\s\(|\s\[|\s)(ret\.?|retd\.?|w/o|w\.o\.|wo\.?|walkover|def\.|bye)[)\]]?$", re.IGNORECASE
)
PAIR_PATTERN = r"\[?(\d{1,4}) ?[-–—:‑] ?(\d{1,4})\]?"
SETS_TEXT = re.compile(rf"{PAIR_PATTERN}(?:[\s,;/|]+{PAIR_PATTERN})*", re.ASCII)
SLASHED_SETS = re.compile(r"\d{1,3}/\d{1,3}(?:[\s,;]+\d{1,3}/\d{1,3})+|\d{1,2}/\d{1,2}", re.ASCII)
CLOCK_SCORE = re.compile(r"(?:PT)?(\d{1,4})[:H](\d\d)[:M]00S?", re.ASCII)  # 3:1, taken for a time by a spreadsheet
DAY_AND_CLOCK = re.compile(r"(?:1900-01-|1899-12-)(\d\d)T(\d\d):(\d\d):00", re.ASCII)  # 25:20, likewise
WON_BEHIND = re.compile(r"\s+(?:won|wins|gewinnt|gewann|gewonnen)\.?$", re.IGNORECASE)  # as in “Ann won”
WORD_AND_SCORE = re.compile(
    r"(?P<before>[^\W\d_]+)\.?[ ,:]+(?P<first>\d[^A-Za-z]*)|(?P<last>\d[^A-Za-z]*?)[ ,]+(?P<behind>[^\W\d_]+)"
)
ENDING_BEFORE = re.compile(
    rf"({'|'.join(chain(*ENDING_WORDS.values()))})\.?[ ,:]+(?=\d)", re.IGNORECASE | re.ASCII
)  # as in “stopped 1-0”
BRACKETED_TEXT = re.compile(r"\([^()]*\)")

FIRST_SIDE = {"1", "home", "h", "heim", "player1", "p1", "playerone", "white", "playera", "team1", "teama", "first"}
SECOND_SIDE = {"2", "away", "gast", "player2", "p2", "playertwo", "black", "playerb", "team2", "teamb", "second"}
WON_WORDS, LOST_WORDS = PLAIN_WON | YES_WORDS, PLAIN_LOST | NO_WORDS
REPORTER_WORDS = {"i", "me", "myself", "idid", "iwon", "ihavewon", "you", "ich", "ichselbst", "ichhabegewonnen", "moi"}
REPORTER_WORDS |= {"jaigagné", "jaigagne"} | FURTHER_REPORTERS
OPPONENT_WORDS = {
    *("opponent", "myopponent", "theopponent", "youropponent", "opponentdid", "myopponentdid", "ilost", "ihavelost"),
    *("gegner", "gegnerin", "meingegner", "meinegegnerin", "dergegner", "diegegnerin", "ichhabeverloren"),
    *("meingegnerhat", "adversaire", "ladversaire", "jaiperdu"),
    *FURTHER_OPPONENTS,
}
LEAST_LIKENESS = 0.8  # the share of letters that two spellings of one name have in common at least


class CellOutcome(NamedTuple):
    """What one cell says: player one's score (1, 0.5, 0 or None if unknown), a note how it ended, the printed score."""

    score: float | None
    note: str = ""
    shown: str = ""


NO_OUTCOME_READ = CellOutcome(None)


@lru_cache(maxsize=1 << 14)
def read_outcome(text: str) -> CellOutcome:
    """Return what a cell says of who won; level sets do not say it."""
    plain = simplify_result(text)
    for words, score in ((WON_CELLS, 1.0), (LOST_CELLS, 0.0), (DRAWN_CELLS, 0.5)):
        if plain in words:
            return CellOutcome(score)
    if note := OUTCOME_NOTES.get(text.casefold().strip("()[] ")) or OUTCOME_NOTES.get(text.casefold()):
        return CellOutcome(None, note)
    worded = WORD_AND_SCORE.fullmatch(text)
    told = worded and read_worded_score(worded["before"] or worded["behind"], worded["first"] or worded["last"])
    if told:
        return told
    noted = NOTED_NAME.search(text) or ENDING_BEFORE.match(text)
    if noted is None:
        return read_score(text)
    won, said = find_told_score(text), read_score(drop_told_words(text[: noted.start()] or text[noted.end() :]))
    return CellOutcome(said.score if won is None else won, OUTCOME_NOTES[noted[1].casefold()], said.shown)


def find_told_score(text: str) -> float | None:
    """Return the score of the first player where a word beside a note says it, as in “lost 1-2 ret.”; else None."""
    words = {part.casefold().strip(".,:") for part in text.split()}
    told = [score for meant, score in ((PLAIN_WON, 1.0), (PLAIN_LOST, 0.0)) if words & meant]
    return told[0] if len(told) == 1 else None


def drop_told_words(text: str) -> str:
    """Return a text without words such as won and lost."""
    words = PLAIN_WON | PLAIN_LOST
    return " ".join(part for part in text.split() if part.casefold().strip(".,:") not in words)


def read_worded_score(word: str, score: str) -> CellOutcome | None:
    """Return what a word with a score says, as “W 3-1”; None if the word says nothing of who won, or it is no score.

    The word decides, and “L 3-1” has the winner’s points first.
    """
    said, plain = read_score(score), word.casefold()
    outcomes = ((WON_WORDS, 1.0), (LOST_WORDS, 0.0), (DRAWN_CELLS, 0.5))
    told = next((outcome for words, outcome in outcomes if plain in words), None)
    if told is None or not said.shown:
        return None
    if said.score is None or said.score == told:
        return CellOutcome(told, "", said.shown)
    if 1 - said.score != told:
        return NO_OUTCOME_READ
    turned = ", ".join(f"{other}–{one}" for one, other in find_score_pairs(score))
    return CellOutcome(told, "", turned)


def simplify_result(text: str) -> str:
    """Return a result as it is compared: lower case without blanks, and 1 for 1.0."""
    return WHOLE_NUMBER_TAIL.sub("", text.casefold().replace(" ", ""))


def is_result_number(text: str) -> bool:
    """Return whether a text is a win, a draw or a loss as a number: 1, 0.5 or 0, also 1.0."""
    return simplify_result(text) in RESULT_NUMBERS


def read_score(text: str) -> CellOutcome:
    """Return what a score such as 3-1 says, or the scores of sets such as 11-7 9-11 11-5."""
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
    """Return whether the brackets behind a level score hold penalties, and not the score at half-time."""
    behind = re.search(rf"\(\D*{PAIR_PATTERN}\D*\)", text, re.ASCII)
    if behind is None:
        return False
    return int(behind[1]) > pair[0] or int(behind[2]) > pair[1] or "pen" in text.casefold()


def find_score_pairs(text: str) -> list[tuple[int, int]]:
    """Return the two numbers of a score, or of each set; a tie-break in brackets is left out."""
    if found := CLOCK_SCORE.fullmatch(text):
        return [(int(found[1]), int(found[2]))]
    if found := DAY_AND_CLOCK.fullmatch(text):
        days = int(found[1]) if text.startswith("1900") else 0
        return [(24 * days + int(found[2]), int(found[3]))]
    text = open_match_tie_break(UNIT_BEHIND.sub("", text))
    bare = " ".join(BRACKETED_TEXT.sub(" ", text).split()) or text.strip("() ")
    if SLASHED_SETS.fullmatch(bare):
        bare = bare.replace("/", "-")
    if not SETS_TEXT.fullmatch(bare):
        return []
    return [(int(one), int(other)) for one, other in re.findall(PAIR_PATTERN, bare)]


def is_plain_result(text: str) -> bool:
    """Return whether a text can only be the result of a match: a score, ½, a walkover, or a word such as won."""
    outcome, plain = read_outcome(text), text.casefold().replace(" ", "")
    if outcome.shown or plain in PLAIN_WON | PLAIN_LOST:
        return True
    return plain in DRAWN_CELLS - {"x", "="} or outcome.note in (WALKOVER, RETIRED, STOPPED)


def read_score_number(text: str) -> float | None:
    """Return the number of sets, goals or points in a cell; None for any other text."""
    found = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,3}))?(?: ?\(\d+\))?", text, re.ASCII)
    return float(f"{found[1]}.{found[2] or 0}") if found else None


class Verdict(NamedTuple):
    """What a row says of player one's score: 1, 0.5, 0, or None if it doesn't say it.

    `named` is the score by the winner's name, `scored` by the result or the scores. `stranger` is a winner's name that
    is neither player's, `note` says that the match was not played, or not to its end, and `shown` is the printed score.
    In rows with a winner and a loser, player one is the winner, unless both stopped.
    """

    named: float | None
    scored: float | None
    stranger: str = ""
    note: str = ""
    shown: str = ""


def judge_row(cells: Mapping[str, str]) -> Verdict:
    """Return what the cells of a row say of who won."""
    scored, note, shown = read_row_score(cells)
    if "player1" not in cells:
        return Verdict(None if note == STOPPED else 1.0, scored, "", note, shown)
    winner = WON_BEHIND.sub("", cells.get("winner", ""))
    named = read_named_score(cells, winner) if winner else None
    word = OUTCOME_NOTES.get(winner.casefold(), "")
    return Verdict(named, scored, winner if winner and named is None and not word else "", note or word, shown)


def read_row_score(cells: Mapping[str, str]) -> tuple[float | None, str, str]:
    """Return player one's score by the result and the two scores, the note, and the printed score.

    The score is None if the result and the two scores contradict each other, and if somebody gave up and no word says
    who. It is 0.5 if both stopped.
    """
    text = cells.get("result", "")
    outcome, both = read_outcome(text), read_two_scores(cells.get("score1", ""), cells.get("score2", ""))
    by_result = outcome.score
    if text and not outcome.note and (side := read_named_score(cells, WON_BEHIND.sub("", text))) is not None:
        by_result = side
    note = outcome.note or both[1]
    if note == STOPPED:
        return 0.5, note, both[2] or outcome.shown
    scores = (find_told_score(text),) if note == RETIRED else (by_result, both[0])
    known = {one for one in scores if one is not None}
    return known.pop() if len(known) == 1 else None, note, both[2] or outcome.shown


def read_two_scores(first: str, second: str) -> tuple[float | None, str, str]:
    """Return score, note and printed score by two cells that have a number each, or a word such as won."""
    one, other = read_score_number(first), read_score_number(second)
    if one is not None and other is not None:
        return 1.0 if one > other else 0.0 if one < other else 0.5, "", f"{first}–{second}"
    note = next((OUTCOME_NOTES[text.casefold()] for text in (first, second) if text.casefold() in OUTCOME_NOTES), "")
    words = (read_outcome(first).score, read_outcome(second).score) if one is other is None else ()
    return (words[0] if words in ((1.0, 0.0), (0.0, 1.0)) else None), note, ""


def read_named_score(cells: Mapping[str, str], text: str) -> float | None:
    """Return player one's score if a text names one of the two players, a side such as home, or a draw; else None."""
    plain = simplify_name(text)
    first, second = (simplify_name(cells.get(player, "")) for player in ("player1", "player2"))
    if plain and plain in (first, second):
        return None if first == second else 1.0 if plain == first else 0.0
    if plain in FIRST_SIDE or plain in SECOND_SIDE:
        return 1.0 if plain in FIRST_SIDE else 0.0
    if is_reporter_word(text):
        return 1.0 if simplify_name(WON_BEHIND.sub("", text)) in REPORTER_WORDS else 0.0
    word = text.casefold().replace(" ", "")
    if word in WON_WORDS or word in LOST_WORDS:
        return 1.0 if word in WON_WORDS else 0.0
    return 0.5 if word in DRAWN_CELLS else None


def is_reporter_word(text: str) -> bool:
    """Return whether the answer to who won is “I won”, “My opponent” and the like; the reporter is player one."""
    return simplify_name(WON_BEHIND.sub("", text)) in REPORTER_WORDS | OPPONENT_WORDS


def simplify_name(text: str) -> str:
    """Return a name as it is compared within its row: lower-case letters and digits."""
    return "".join(filter(str.isalnum, fold_name(text)))


def move_notes_to_result(cells: Mapping[str, str]) -> dict[str, str]:
    """Return a row without notes such as “ret.” behind its names.

    In a row without a result the note becomes it; that somebody retired goes behind a score.
    """
    row = dict(cells)
    for name in ("winner", "loser", "player1", "player2"):
        if found := AFTER_NAME.search(row.get(name, "")):
            row[name] = row[name][: found.start()].strip()
            result, note = row.get("result", ""), found[1]
            is_score = bool(read_outcome(result).shown) and OUTCOME_NOTES.get(note.casefold()) == RETIRED
            row["result"] = f"{result} {note}" if is_score else result or note
    return row


def has_no_opponent(cells: Mapping[str, str]) -> bool:
    """Return whether one of the two names is a word such as “bye”."""
    playing = ("player1", "player2") if "player1" in cells else ("winner", "loser")
    return any(cells.get(name, "").casefold().strip("()") in NOBODY_NAMES for name in playing)


def has_no_outcome(cells: Mapping[str, str], verdict: Verdict) -> bool:
    """Return whether a row says nothing of how the match ended."""
    texts = [cells.get(name, "").casefold() for name in ("winner", "result", "score1", "score2")]
    return verdict.named is None and all(not text or OUTCOME_NOTES.get(text) == UNPLAYED for text in texts)


def find_likelier_player(text: str, first: str, second: str) -> int | None:
    """Return which of two players, 0 or 1, a misspelt name means; None if it may be either or neither."""
    near = [are_spellings_alike(text, one) for one in (first, second)]
    return near.index(True) if sum(near) == 1 else None


def are_spellings_alike(one: str, other: str) -> bool:
    """Return whether one name begins with the other, or they share most letters, and no initials tell them apart."""
    initials = [words[-1] for words in (one.casefold().split(), other.casefold().split()) if words]
    if len({*initials}) == 2 and all(len(word.strip(".")) == 1 for word in initials):
        return False
    short, long = sorted((remove_letter_accents(simplify_name(name)) for name in (one, other)), key=len)
    if len(short) < 2:
        return False
    return long.startswith(short) or SequenceMatcher(None, short, long).ratio() > LEAST_LIKENESS


def find_short_named_player(text: str, first: str, second: str) -> int | None:
    """Return which of two players, 0 or 1, a text is short for, as “Siân” is for Siân Hughes; None if both or none."""
    meant = [is_short_for(text, one) for one in (first, second)]
    return meant.index(True) if sum(meant) == 1 else None


def is_short_for(text: str, name: str) -> bool:
    """Return whether a text has words of a longer name in their order, of which all but one may be initials."""
    short, words = (remove_letter_accents(fold_name(one)).replace(".", " ").split() for one in (text, name))
    if len(short) > len(words) or not set(short) & set(words) or simplify_name(text) == simplify_name(name):
        return False
    left = iter(words)
    return all(any(word == one or (len(word) == 1 and one.startswith(word)) for one in left) for word in short)
