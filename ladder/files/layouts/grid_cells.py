"""The cells of a crosstable: what each says of the player on the left against the one above.

A cell holds a score, with the points of each set or without; or marks such as W and ½, one for each match; or the
points of one player. Which of them it is, and how the marks are meant, is found out from all cells together. Beside
them stand matches that were not played to their end, as in “lost 1–2 ret.”, and those that are still to be played. The
grid of a box is written in the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from ladder.files.interpretation.row_outcomes import (
    DRAWN_CELLS,
    OUTCOME_NOTES,
    PLAIN_LOST,
    PLAIN_WON,
    UNPLAYED,
    WALKOVER,
    find_score_pairs,
    find_told_score,
    read_outcome,
)
from ladder.formats import DRAWN, LOST, RETIRED, STOPPED, WON

Place = tuple[int, int]
"""A cell by the numbers of its two players: that on the left, and that above."""

HALVES = re.compile(r"(\d{0,3})(½|[.,][05])? ?[-–—:] ?(\d{0,3})(½|[.,][05])?", re.ASCII)  # as in 2½-1½
MARK_BEFORE = re.compile(r"[^\W\d_]\.? (?=\d)")  # as in “W 3-1”
PARTS = re.compile(r"[ ,;|]+")
DIAGONAL_MARK = re.compile(r"[^\w½]+|[x×]+|n/?a|bye")
NO_MATCH, NOT_PLAYED, TO_BE_CONFIRMED, UNTIL_DAY = "–", "not played", "waits", "by {day}"
NO_SIGN = re.compile(r"|[-–—−.?_*]|\.{2,3}")
LAST_DAY = re.compile(r"(?:by|until|till|bis) .*\d.*", re.IGNORECASE)
NOTE_MARKS = {WALKOVER: "w/o", RETIRED: "ret.", STOPPED: "stopped"}
PLAIN_WORDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}
MINUS_SIGNS = frozenset("-–—−")
SIGNS = {"0.5": "½", "0,5": "½", ".5": "½", "1/2": "½", "1.0": "1", "1,0": "1", "0.0": "0", "0,0": "0"}
SIGNS |= {"–": "-", "−": "-"}
OUTCOME_SCALES = (  # the marks of a win, a draw and a loss in the languages of many clubs
    *("1½0", "1=0", "+=-", "wdl", "wtl", "sun", "srn", "guv", "grv", "vnd", "gnp", "vnp", "gep", "vps", "wgv", "ved"),
    *("vof", "vut", "внп", "впп", "wrp", "zrp", "○△×", "○△●", "◯△×", "〇△×", "○△x", "o△x", "◯△●"),
)
OUTCOME_WORDS = (PLAIN_WON, DRAWN_CELLS, PLAIN_LOST)
SHORTEST_WORD = 2
LONGEST_POINTS = 3  # digits
MOST_OF_THE_CELLS = 0.8  # that are filled must be results


class GridResult(NamedTuple):
    """A result as the player on the left has it, as a list of matches has it, and the same turned."""

    text: str
    turned: str
    is_single: bool = False  # the points of one player, whose opponent's stand in the other cell


OUTCOMES = (GridResult("won", "lost"), GridResult("draw", "draw"), GridResult("lost", "won"))
Results = tuple[GridResult, ...]
"""The matches in a cell; none if it can't be read."""


def write_grid_cell(score: float, figures: tuple[int, int], note: str) -> str:
    """Return a result as the player on the left has it: "3–1", "2–1 ret.", "lost w/o", "stopped 1–0" or "won".

    Figures don't tell who won a match that somebody gave up, so the loser's cell says it, and that of a winner who was
    not ahead.
    """
    shown = f"{figures[0]}–{figures[1]}" if any(figures) else ""
    if note == STOPPED:
        return join_words(NOTE_MARKS[note], shown)
    if not note:
        return shown or PLAIN_WORDS[score]
    word = PLAIN_WORDS[score] if score == LOST or (note == RETIRED and figures[0] <= figures[1]) else ""
    return join_words(word, shown, NOTE_MARKS[note])


def read_noted_cell(text: str) -> Results:
    """Return the match of a cell such as “lost 1–2 ret.”, which was not played to its end; none for any other text."""
    said = read_outcome(text)
    mark, pairs = NOTE_MARKS.get(said.note), find_score_pairs(said.shown)
    if mark is None:
        return ()
    mine, theirs = {WON: ("won", "lost"), LOST: ("lost", "won"), None: ("", "")}[find_told_score(text)]
    turned = join_words(theirs, join_pairs(turn_pairs(pairs)), mark)
    return (GridResult(join_words(mine, join_pairs(pairs), mark), turned),)


def join_words(*words: str) -> str:
    """Return the words of a cell with blanks between them."""
    return " ".join(filter(None, words))


def is_open_cell(text: str) -> bool:
    """Return whether a cell says that nothing was played: by nothing, a sign, a last day or a word."""
    return bool(NO_SIGN.fullmatch(text) or LAST_DAY.fullmatch(text)) or is_unplayed_word(text)


def is_unplayed_word(text: str) -> bool:
    """Return whether a cell says in a word that its match was not played, or that its result waits."""
    plain = text.casefold()
    return plain == TO_BE_CONFIRMED or (plain[:1].isalpha() and OUTCOME_NOTES.get(plain) == UNPLAYED)


def is_diagonal_cell(text: str) -> bool:
    """Return whether a cell can stand where a player would meet herself."""
    return not text or bool(DIAGONAL_MARK.fullmatch(text.casefold()))


def read_grid_cells(texts: Mapping[Place, str], marks: Collection[str]) -> dict[Place, Results] | None:
    """Return the results in each cell that is no blank; None if the cells are no results.

    `marks` are what stands in the diagonal: elsewhere they are a match that was not played.
    """
    has_signs = "+" in texts.values()
    blank, signs = {*map(str.casefold, marks)}, MINUS_SIGNS if has_signs else frozenset()
    filled = {
        place: text
        for place, text in texts.items()
        if text in signs or not (text.casefold() in blank or is_open_cell(text))
    }
    if not filled and not any(is_open_cell(text) and not NO_SIGN.fullmatch(text) for text in texts.values()):
        return None
    noted = {place: result for place, text in filled.items() if (result := read_noted_cell(text))}
    plain = {place: text for place, text in filled.items() if place not in noted}
    for read in (read_score_or_word, make_outcome_reader(plain.values()), read_points):
        found = {place: read(text) for place, text in plain.items()}
        if len(noted) + sum(map(bool, found.values())) >= MOST_OF_THE_CELLS * len(filled):
            return noted | found
    return None


def read_score_or_word(text: str) -> Results:
    """Return the match in a cell with a score, or with a word such as won where others have scores."""
    word = find_outcome_word(text.casefold())
    return read_grid_score(text) or (() if word is None else (OUTCOMES[word],))


def read_grid_score(text: str) -> Results:
    """Return the match in a cell with a score, such as 3-1; several are those of its sets, and halves say who won."""
    bare = MARK_BEFORE.sub("", text)
    pairs = find_score_pairs(bare)
    if pairs:
        return (GridResult(join_pairs(pairs), join_pairs(turn_pairs(pairs))),)
    found = HALVES.fullmatch(bare)
    if not found or not any(found.groups()):
        return ()
    one, other = (read_half(*found.group(place, place + 1)) for place in (1, 3))
    return (OUTCOMES[0 if one > other else 1 if one == other else 2],)


def join_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    """Return the scores of sets as a text."""
    return " ".join(f"{one}-{other}" for one, other in pairs)


def turn_pairs(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the scores of sets as the other player has them."""
    return [(other, one) for one, other in pairs]


def read_half(whole: str | None, half: str | None) -> float:
    """Return a number of points such as 2½."""
    return int(whole or 0) + (0.5 if half and half[-1] in "½5" else 0)


def read_points(text: str) -> Results:
    """Return the points of one player."""
    return (GridResult(text, text, is_single=True),) if text.isdecimal() and len(text) <= LONGEST_POINTS else ()


def make_outcome_reader(texts: Iterable[str]) -> Callable[[str], Results]:
    """Return the function that reads the marks in a cell, by what all cells have."""
    meanings = find_outcome_scale(Counter(mark for text in texts for mark in split_marks(text)))

    def read(text: str) -> Results:
        found = [meanings.get(mark) for mark in split_marks(text)]
        return tuple(OUTCOMES[one] for one in found if one is not None) if None not in found else ()

    return read


def split_marks(text: str) -> list[str]:
    """Return the marks in a cell: w and l of “W L” and of WL."""
    parts = [SIGNS.get(part, part) for part in PARTS.split(text.casefold()) if part]
    return [mark for part in parts for mark in ([part] if find_outcome_word(part) is not None else part)]


def find_outcome_word(word: str) -> int | None:
    """Return 0 for a word such as won, 1 for draw and 2 for lost; None for others and for single letters."""
    if len(word) < SHORTEST_WORD:
        return None
    return next((place for place, words in enumerate(OUTCOME_WORDS) if word in words), None)


def find_outcome_scale(marks: Counter[str]) -> dict[str, int]:
    """Return what each mark means: 0 for a win, 1 for a draw, 2 for a loss; none if it can't be told."""
    words = {mark: meaning for mark in marks if (meaning := find_outcome_word(mark)) is not None}
    signs = Counter({mark: times for mark, times in marks.items() if mark not in words})
    if not signs:
        return words
    covered = {scale: sum(signs[sign] for sign in scale) for scale in OUTCOME_SCALES}
    best = [scale for scale in OUTCOME_SCALES if covered[scale] == max(covered.values()) > 0]
    meant = {sign: {scale.find(sign) for scale in best} for sign in signs}
    return words | {sign: places.pop() for sign, places in meant.items() if len(places) == 1 and places != {-1}}
