"""Match lengths of a file that are likely slips: far above those that are usual, and hardly ever there."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from ladder.files import Record
from ladder.files.guessing import Doubt, rows_named
from ladder.files.guessing.doubts import KEEP, LEAVE, Weight
from ladder.models import Match, Season
from ladder.ratings import Fact

TIMES = 2  # the longest usual length; above it a length is asked about
OFTEN = 3  # a length that is there so often is meant
SHOWN = 12
RIGHT = ((LEAVE, "Leave out"), (KEEP, "It is right"))
KEY = "odd"


def odd_lengths(season: Season, records: Sequence[Record]) -> tuple[list[Doubt], set[int]]:
    """Return the doubt about lengths that no match here has had, if there is any, and its rows."""
    facts = {fact.name: fact for board in season.boards.all() for fact in board.rating_system.facts if fact.usual}
    odd: dict[int, str] = {}
    for name, fact in facts.items():
        times = Counter(one.facts[name] for one in records if name in one.facts)
        unusual = {value for value, often in times.items() if is_odd(fact, value) and often < OFTEN}
        if unusual:
            odd |= told(fact, records, unusual - had(season, name, unusual))
    if not odd:
        return [], set()
    title = f"A match is unusually long in {rows_named(odd)}."
    return [Doubt(KEY, Weight.INVALID, title, RIGHT, LEAVE, "", tuple(odd.values())[:SHOWN])], set(odd)


def is_odd(fact: Fact, value: float) -> bool:
    return value > TIMES * max(fact.usual)


def had(season: Season, name: str, values: set[float]) -> set[float]:
    """Return which of these values a match of the ladder has had."""
    played = Match.objects.filter(season__ladder=season.ladder_id, status=Match.Status.COUNTED)
    found = played.filter(**{f"facts__{name}__gte": min(values)}).values_list("facts", flat=True)
    return {facts[name] for facts in found}


def told(fact: Fact, records: Sequence[Record], values: set[float]) -> dict[int, str]:
    """Return a sentence for each row with one of these values, by row."""
    found: dict[int, str] = defaultdict(str)
    for one in records:
        if one.facts.get(fact.name) in values:
            names = " and ".join(one.players)
            found[one.line] = f"Row {one.line:,}: {names}, {fact.label.lower()} {one.facts[fact.name]:,g}."
    return found
