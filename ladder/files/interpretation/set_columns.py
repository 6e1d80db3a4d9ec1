"""Columns with the points of one side in one set, under headings such as “G1 A”, “Set 1 P1”, “S1 home” or “W1”."""

from __future__ import annotations

import re
from functools import lru_cache

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    FIRST_PLAYER_WORDS,
    SECOND_PLAYER_WORDS,
    SET_WORDS,
    is_score_cell,
    simplify_heading,
)
from ladder.files.interpretation.score_columns import SET_MEANINGS, SET_SIDES

ROLES = {
    **dict.fromkeys((*FIRST_PLAYER_WORDS.split(), "h", "t1", "игрок1", "gracz1", "gospodarz", "選手1"), 0),
    **dict.fromkeys((*SECOND_PLAYER_WORDS.split(), "v", "t2", "игрок2", "gracz2", "gosc", "選手2"), 1),
}
ROLE_PATTERN = rf"(?P<role>{'|'.join(sorted(ROLES, key=len, reverse=True))})"
FURTHER_SET_WORDS = map(simplify_heading, ("s", "g", "leg", "gem", "parziale", "партия", "сет", "セット", "ゲーム"))
SET_PATTERN = rf"(?:{'|'.join((*SET_WORDS, *FURTHER_SET_WORDS))})"
ORDINAL = "(?:st|nd|rd|th|er|e|a|o)?"
NUMBER_PATTERN = rf"(?:{SET_PATTERN}?第?(?P<number>[1-7]){ORDINAL}|第?(?P<before>[1-7]){ORDINAL}{SET_PATTERN})"
SET_THEN_ROLE = re.compile(rf"{NUMBER_PATTERN}{ROLE_PATTERN}")
ROLE_THEN_SET = re.compile(rf"{ROLE_PATTERN}{NUMBER_PATTERN}")


@lru_cache(maxsize=1 << 12)
def read_set_side(heading: str) -> str:
    """Return the meaning of a heading, which is simplified, that names a set and a side; "" for any other."""
    found = SET_THEN_ROLE.fullmatch(heading) or ROLE_THEN_SET.fullmatch(heading)
    if found is None or not any(map(str.isalpha, heading)):
        return ""
    return SET_SIDES[f"set{found['number'] or found['before']}"][ROLES[found["role"]]]


def add_set_sides(found: dict[str, int], contents: ColumnContents) -> None:
    """Add the columns with the points of both sides in each set, if both sides of the first one are there."""
    seen: dict[str, int] = {}
    for place in contents.holding(range(len(contents.words)), is_score_cell):
        if meaning := read_set_side(contents.words[place]):
            seen.setdefault(meaning, place)
    whole = [name for name in SET_MEANINGS if seen.keys() >= {*SET_SIDES[name]}]
    if SET_MEANINGS[0] not in whole:
        return
    added = {side: seen[side] for name in whole for side in SET_SIDES[name]}
    for meaning in [one for one, place in found.items() if place in added.values()]:
        del found[meaning]
    found |= added
