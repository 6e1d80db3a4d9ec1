"""How often players took part, and how it ended (W-11): counted back from participations, and of one season alone."""

from collections.abc import Mapping
from operator import sub
from typing import Any, NamedTuple

from ladder.ratings import Counts
from ladder.selectors.past import StateTable

CountTally = Mapping[str, int]
"""How often each of the counts was raised."""


class BroughtCounts(NamedTuple):
    """What a player brought from before the season's first match."""

    counts: Counts = Counts()
    experience: int = 0

    def without(self, counts: Counts) -> Counts:
        """Return counts without the brought ones."""
        return Counts(*map(sub, counts, self.counts))


def list_brought_counts(opening: StateTable) -> dict[Any, BroughtCounts]:
    """Return what of a board's opening table are matches and experience, by player."""
    return {player: BroughtCounts(one.counts, one.rating.experience) for player, one in opening.items()}


def list_raised_counts(score: float | None, exit: str) -> list[str]:
    """Return which counts a participation raised."""
    ended = {1.0: "won", 0.5: "drawn", 0.0: "lost"}.get(score) if score is not None else None
    return ["played", *([ended] if ended else []), *(["died"] if exit == "dead" else [])]


def subtract_tally(counts: Counts, tally: CountTally) -> Counts:
    """Return the counts without what was tallied."""
    return Counts(*map(sub, counts, (tally.get(name, 0) for name in Counts._fields))) if tally else counts
