"""The score of a match in a club's spreadsheet: in the result, in two columns of scores, or a column for each set.

A score that does not say what the row says of who won is left out with a warning when the row is read as a match.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain

from ladder.files.interpretation.row_outcomes import OUTCOME_NOTES, WALKOVER, Verdict, drop_told_words, read_outcome
from ladder.formats import DRAWN, RETIRED, STOPPED, Game, RatingError, format_games, read_games

SET_MEANINGS = tuple(f"set{number}" for number in range(1, 8))
SET_SIDES = {name: (f"{name}of1", f"{name}of2") for name in SET_MEANINGS}  # a column for the points of each side
SET_SIDE_MEANINGS = tuple(chain(*SET_SIDES.values()))
BARE_SCORES = {"1-0", "0-1", "0-0", "1-1", ""}
SLASHED_HALF = "1/2"
SLASHED_HALVES = re.compile(r"\d{1,2}/\d{1,2}", re.ASCII)
NO_POINTS = ("", "0", "-", "–")
WHO_WON = ("result", "score1", "score2", "winner")


def is_set_score(text: str) -> bool:
    """Return whether a cell holds the score of one set or game, such as 6-4 or 7-6(5)."""
    return len(read_games_or_none(text)) == 1


def is_ending_word(text: str) -> bool:
    """Return whether a cell says how a match ended: played, retired or stopped."""
    return text.casefold() in ("played", "completed", "normal") or OUTCOME_NOTES.get(text.casefold()) in (
        RETIRED,
        STOPPED,
        WALKOVER,
    )


def read_games_or_none(text: str) -> tuple[Game, ...]:
    """Return the games of a cell; none where it is no score."""
    try:
        return read_games(text)[0]
    except RatingError:
        return ()


def join_set_sides(cells: Mapping[str, str]) -> dict[str, str]:
    """Return a row with the points of both sides in each set as its score; a set of 0 points was not played."""
    rest = {name: cell for name, cell in cells.items() if name not in SET_SIDE_MEANINGS}
    for name, sides in SET_SIDES.items():
        points = [cells.get(side, "") for side in sides]
        is_played = any(point not in NO_POINTS for point in points)
        rest |= {name: "-".join(points)} if is_played else {}
    return rest


def join_score_cells(cells: Mapping[str, str]) -> dict[str, str]:
    """Return a row with its sets as one score, which is also the result where nothing else says who won.

    Its ending goes with the result, as “ret.” and “w/o” do.
    """
    score = cells.get("score") or " ".join(cells[name] for name in SET_MEANINGS if cells.get(name))
    joined = {**cells, "score": score}
    if not any(cells.get(name) for name in WHO_WON) and "loser" not in cells:
        joined["result"] = score
    note = cells.get("ending", "")
    if note.casefold() in OUTCOME_NOTES and not is_noted(joined.get("result", "")):
        joined["result"] = f"{joined.get('result', '')} {note}".strip()
    return joined


def read_slashed_halves(rows: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
    """Return the rows with the result 1/2 as the score 1-2, where others are scores such as 2/1; else it is a draw."""
    said = {row.get("result", "") for row in rows.values()} - {SLASHED_HALF, "1/0", "0/1", "1/1", "0/0"}
    if not any(map(SLASHED_HALVES.fullmatch, said)):
        return rows
    halves = {number: row | {"result": "1-2"} for number, row in rows.items() if row.get("result") == SLASHED_HALF}
    return rows | halves


def is_noted(text: str) -> bool:
    """Return whether a result says itself that somebody retired or did not come."""
    return bool(read_outcome(text).note)


def build_score_cells(cells: Mapping[str, str], first: float, verdict: Verdict, answer: str) -> dict[str, str]:
    """Return the cells of a match file with the score of a row, where `first` is the score of its first player."""
    word = cells.get("ending", "").casefold()
    notes = (verdict.note, OUTCOME_NOTES.get(word))
    if answer == WALKOVER or WALKOVER in notes:
        return {}
    result = cells.get("result", "") if verdict.shown else ""
    result = drop_told_words(result) if RETIRED in notes else result
    written = (cells.get("score", ""), result, verdict.shown)
    games = next(filter(None, map(read_games_or_none, written)), ())
    ending = RETIRED if RETIRED in notes and first != DRAWN else STOPPED if STOPPED in notes and first == DRAWN else ""
    return {name: text for name, text in (("score", format_games(games)), ("ending", ending)) if text}


def drop_bare_scores(rows: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
    """Return the rows without their scores where these are 1-0, 0-1 and draws alone, which only say who won.

    Rows for each player, as an export has them, stay as they are, and so does a score at which a match was ended.
    """
    whole = {number: row for number, row in rows.items() if not row.get("player") and not row.get("ending")}
    if any(row.get("score", "1-0") not in BARE_SCORES for row in whole.values()):
        return rows
    return rows | {number: {name: row[name] for name in row if name != "score"} for number, row in whole.items()}
