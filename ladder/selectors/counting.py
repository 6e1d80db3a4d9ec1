"""How often players took part, and how it ended (W-11): counted back from participations."""

from collections.abc import Mapping
from operator import sub

from ladder.ratings import Counts

Tally = Mapping[str, int]
"""How often each of the counts was raised."""


def tallied(score: float | None, exit: str) -> list[str]:
    """Return which counts a participation raised."""
    ended = {1.0: "won", 0.5: "drawn", 0.0: "lost"}.get(score) if score is not None else None
    return ["played", *([ended] if ended else []), *(["died"] if exit == "dead" else [])]


def less(counts: Counts, tally: Tally) -> Counts:
    """Return the counts without what was tallied."""
    return Counts(*map(sub, counts, (tally.get(name, 0) for name in Counts._fields))) if tally else counts
