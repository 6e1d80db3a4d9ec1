"""The logistic expectation curve that the Elo family shares."""

from __future__ import annotations


def expected_score(own: float, opponent: float, scale: float = 400) -> float:
    """Return the expected score, from 0 to 1, against an opponent (R-8; 200 above gives 0.76)."""
    exponent = (opponent - own) / scale
    if exponent > 300:  # 10 ** 309 is more than a float holds
        return 0.0
    return 1 / (1 + 10**exponent)
