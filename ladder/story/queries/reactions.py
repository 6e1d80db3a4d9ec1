"""How members reacted to what is told of matches; visitors are not shown it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ladder.models import Reaction


class ShownReaction(NamedTuple):
    """A word to tap, how many members chose it, and whether the reader did."""

    kind: str
    label: str
    taps: int
    is_own: bool


def load_reactions(user: Any, matches: Iterable[int | None]) -> Mapping[int, list[ShownReaction]]:
    """Return the words below each of these matches with their counts; nothing for a visitor, else one query."""
    if not user.is_authenticated:
        return {}
    told = [match for match in matches if match]  # of a box there is none
    counts: Counter[tuple[int, str]] = Counter()
    own = set()
    for match, kind, by in Reaction.objects.filter(match__in=told).values_list("match", "kind", "user"):
        counts[match, kind] += 1
        if by == user.pk:
            own.add((match, kind))
    return {
        match: [
            ShownReaction(kind, label, counts[match, kind], (match, kind) in own)
            for kind, label in Reaction.Kind.choices
        ]
        for match in told
    }
