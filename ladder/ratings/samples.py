"""The match of an example: a rated one of two, on a day that doesn't matter."""

from __future__ import annotations

from datetime import UTC, datetime

from .results import WON, duel
from .values import Result

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def sample(score: float = WON, **facts: float) -> Result:
    """Return a match with this score of the first player, and these facts."""
    return duel("first", "second", score, ended=DAY, facts=facts)
