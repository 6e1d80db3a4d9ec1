"""The sums of the provisional Elo that its steps show too: the mean of the scores, and K (R-3, R-9)."""

from __future__ import annotations

from math import fsum, inf

from .values import Rating

Scores = tuple[float, ...]

K_BANDS = ((2400, 16, "from 2400"), (2100, 24, "from 2100 to below 2400"), (-inf, 32, "below 2100"))  # R-9, from ... up


def scores_of(rating: Rating) -> Scores:
    """Return the scores so far; a rating without any stands for equal ones."""
    return (rating.points,) * rating.experience if rating.memory is None else tuple(rating.memory)


def mean(scores: Scores) -> float:
    """Return the plain mean; the sum is exact before it is rounded once (`math.fsum`)."""
    return fsum(scores) / len(scores)


def k_band(points: float) -> tuple[int, str]:
    """Return K for an own rating before the game, and its band (R-9)."""
    return next((k, band) for low, k, band in K_BANDS if points >= low)
