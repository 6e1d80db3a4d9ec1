"""Match lengths of a file that are likely slips: far above those that are usual, and hardly ever there."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from ladder.files import MatchRecord
from ladder.files.guessing import Doubt, format_row_numbers
from ladder.files.guessing.doubts import KEEP, LEAVE, DoubtWeight
from ladder.models import Match, Season
from ladder.ratings import Fact

ODD_FACTOR = 2  # the longest usual length; above it a length is asked about
OFTEN = 3  # a length that is there so often is meant
ODD_LENGTHS_SHOWN = 12
ODD_LENGTH_CHOICES = ((LEAVE, "Leave out"), (KEEP, "It is right"))
ODD_LENGTH_KEY = "odd"


def find_odd_lengths(season: Season, records: Sequence[MatchRecord]) -> tuple[list[Doubt], set[int]]:
    """Return the doubt about lengths that no match here has had, if there is any, and its rows."""
    facts = {fact.name: fact for board in season.boards.all() for fact in board.rating_system.facts if fact.usual}
    odd: dict[int, str] = {}
    for name, fact in facts.items():
        times = Counter(one.facts[name] for one in records if name in one.facts)
        unusual = {value for value, often in times.items() if is_odd_length(fact, value) and often < OFTEN}
        if unusual:
            odd |= describe_odd_lengths(fact, records, unusual - find_played_lengths(season, name, unusual))
    if not odd:
        return [], set()
    title = f"A match is unusually long in {format_row_numbers(odd)}."
    return [
        Doubt(
            ODD_LENGTH_KEY,
            DoubtWeight.INVALID,
            title,
            ODD_LENGTH_CHOICES,
            LEAVE,
            "",
            tuple(odd.values())[:ODD_LENGTHS_SHOWN],
        )
    ], set(odd)


def is_odd_length(fact: Fact, value: float) -> bool:
    return value > ODD_FACTOR * max(fact.usual)


def find_played_lengths(season: Season, name: str, values: set[float]) -> set[float]:
    """Return which of these values a match of the ladder has had."""
    played = Match.objects.filter(season__ladder=season.ladder_id, status=Match.Status.COUNTED)
    found = played.filter(**{f"facts__{name}__gte": min(values)}).values_list("facts", flat=True)
    return {facts[name] for facts in found}


def describe_odd_lengths(fact: Fact, records: Sequence[MatchRecord], values: set[float]) -> dict[int, str]:
    """Return a sentence for each row with one of these values, by row."""
    found: dict[int, str] = defaultdict(str)
    for one in records:
        if one.facts.get(fact.name) in values:
            names = " and ".join(one.players)
            found[one.line] = f"Row {one.line:,}: {names}, {fact.label.lower()} {one.facts[fact.name]:,g}."
    return found
