"""Facts that a file doesn't have, such as the match length: asked once for all its rows."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.files import MatchRecord, find_kind
from ladder.files.guessing import Doubt, describe_count
from ladder.files.guessing.doubts import LEAVE, DoubtWeight
from ladder.models import Match, Season
from ladder.ratings import Fact, Kind, RatingError
from ladder.services.imports.examining import FactsByLine, list_known_kinds

AS_WINNER_SCORED = "won"  # the answer that takes what the winner scored
SCORE = re.compile(r"(\d{1,3})–(\d{1,3})")
MISSING_FACT_DETAIL = "A board that needs it can’t rate a match without it."


class MissingFact(NamedTuple):
    """A fact that boards need, and the rows without it."""

    fact: Fact
    lines: Sequence[int]


def find_missing_facts(season: Season, records: Sequence[MatchRecord]) -> list[MissingFact]:
    """Return the facts with usual values that boards need and these records lack."""
    kinds = list_known_kinds(season)
    asked: dict[Fact, set[str]] = {}
    for board in season.boards.all():
        system = board.rating_system
        for fact in system.facts:
            if fact.required and fact.usual:
                asked.setdefault(fact, set()).update(kind.key for kind in system.kinds)
    found = (
        MissingFact(fact, [one.line for one in records if lacks_fact(one, fact, keys, kinds)])
        for fact, keys in asked.items()
    )
    return [one for one in found if one.lines]


def lacks_fact(record: MatchRecord, fact: Fact, keys: set[str], kinds: Sequence[Kind]) -> bool:
    """Say whether a record is of a kind that needs the fact, and doesn't have it."""
    if fact.name in record.facts or record.status == Match.Status.VOID:
        return False
    try:
        return find_kind(record, kinds).key in keys
    except RatingError:
        return False


def build_missing_fact_doubt(blank: MissingFact, shown: Mapping[int, str]) -> Doubt:
    """Return the question what the fact was in these rows; `shown` are the scores as printed, by row."""
    label = blank.fact.label.lower()
    title = f"{describe_count(len(blank.lines), 'row has', 'rows have')} no {label}."
    choices = [(LEAVE, "Leave it blank"), *((str(value), f"{value} in each of them") for value in blank.fact.usual)]
    if all(SCORE.fullmatch(shown.get(line, "")) for line in blank.lines):
        choices.insert(1, (AS_WINNER_SCORED, "As many as the winner scored"))
    return Doubt(build_missing_fact_key(blank), DoubtWeight.BLANK, title, tuple(choices), LEAVE, MISSING_FACT_DETAIL)


def build_missing_fact_key(blank: MissingFact) -> str:
    """Return the key of the question about a fact."""
    return f"blank-{blank.fact.name}"


def fill_missing_facts(
    blanks: Sequence[MissingFact], shown: Mapping[int, str], answers: Mapping[str, str]
) -> FactsByLine:
    """Return what was answered, by row."""
    facts: dict[int, dict[str, float]] = {}
    for blank in blanks:
        given = build_missing_fact_doubt(blank, shown).answer(answers)
        if given == LEAVE:
            continue
        for line in blank.lines:
            facts.setdefault(line, {})[blank.fact.name] = (
                find_winner_points(shown[line]) if given == AS_WINNER_SCORED else int(given)
            )
    return facts


def find_winner_points(score: str) -> int:
    """Return the larger number of a score such as 5–2."""
    return max(map(int, score.split("–")))
