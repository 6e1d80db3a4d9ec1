"""Facts that a file doesn't have, such as the match length: asked once for all its rows."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.files import Record, kind_for
from ladder.files.guessing import Doubt, counted
from ladder.files.guessing.doubts import LEAVE, Weight
from ladder.models import Match, Season
from ladder.ratings import Fact, Kind, RatingError

from .examining import Facts, kinds_of

WON = "won"  # the answer that takes what the winner scored
SCORE = re.compile(r"(\d{1,3})–(\d{1,3})")
DETAIL = "A board that needs it can’t rate a match without it."


class Blank(NamedTuple):
    """A fact that boards need, and the rows without it."""

    fact: Fact
    lines: Sequence[int]


def find_blanks(season: Season, records: Sequence[Record]) -> list[Blank]:
    """Return the facts with usual values that boards need and these records lack."""
    kinds = kinds_of(season)
    asked: dict[Fact, set[str]] = {}
    for board in season.boards.all():
        system = board.rating_system
        for fact in system.facts:
            if fact.required and fact.usual:
                asked.setdefault(fact, set()).update(kind.key for kind in system.kinds)
    found = (
        Blank(fact, [one.line for one in records if lacks(one, fact, keys, kinds)]) for fact, keys in asked.items()
    )
    return [one for one in found if one.lines]


def lacks(record: Record, fact: Fact, keys: set[str], kinds: Sequence[Kind]) -> bool:
    """Say whether a record is of a kind that needs the fact, and doesn't have it."""
    if fact.name in record.facts or record.status == Match.Status.VOID:
        return False
    try:
        return kind_for(record, kinds).key in keys
    except RatingError:
        return False


def ask_about_blank(blank: Blank, shown: Mapping[int, str]) -> Doubt:
    """Return the question what the fact was in these rows; `shown` are the scores as printed, by row."""
    label = blank.fact.label.lower()
    title = f"{counted(len(blank.lines), 'row has', 'rows have')} no {label}."
    choices = [(LEAVE, "Leave it blank"), *((str(value), f"{value} in each of them") for value in blank.fact.usual)]
    if all(SCORE.fullmatch(shown.get(line, "")) for line in blank.lines):
        choices.insert(1, (WON, "As many as the winner scored"))
    return Doubt(key_of(blank), Weight.BLANK, title, tuple(choices), LEAVE, DETAIL)


def key_of(blank: Blank) -> str:
    """Return the key of the question about a fact."""
    return f"blank-{blank.fact.name}"


def fill_blanks(blanks: Sequence[Blank], shown: Mapping[int, str], answers: Mapping[str, str]) -> Facts:
    """Return what was answered, by row."""
    facts: dict[int, dict[str, float]] = {}
    for blank in blanks:
        given = ask_about_blank(blank, shown).answer(answers)
        if given == LEAVE:
            continue
        for line in blank.lines:
            facts.setdefault(line, {})[blank.fact.name] = winners(shown[line]) if given == WON else int(given)
    return facts


def winners(score: str) -> int:
    """Return the larger number of a score such as 5–2."""
    return max(map(int, score.split("–")))
