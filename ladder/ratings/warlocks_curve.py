"""The two curves that run through the printed points of the Warlocks Elo (E-5)."""

from __future__ import annotations

from itertools import pairwise
from math import erf, sqrt

SIGMA = 2000 / 7  # E-5
PRINTED = (  # E-5: rating difference, expected score of the higher-rated in percent
    (0, 50), (36, 55), (72, 60), (110, 65), (149, 70), (193, 75), (240, 80), (296, 85), (366, 90), (470, 95), (677, 99),
)  # fmt: skip


def bell(lead: float) -> float:
    """Return the expected score by the cumulative normal distribution."""
    return (1 + erf(lead / (SIGMA * sqrt(2)))) / 2


def between(lead: float) -> float:
    """Return the expected score between the printed points; beyond 677 it stays .99, where the table ends."""
    if lead < 0:
        return 1 - between(-lead)
    for (low, lower), (high, higher) in pairwise(PRINTED):
        if lead <= high:
            return (lower * (high - lead) + higher * (lead - low)) / (100 * (high - low))
    return 0.99
