"""Averages over matches with likely ranges, by numpy, which is imported when it is first needed.

A range is the middle 95 % of what the average is when as many matches are drawn from these at random, with
repetition, again and again: the percentile bootstrap of Efron (1979). The draws are the same each time and for every
system, so that a page says the same again and systems are compared on the same draws.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWS, DRAWS_AT_ONCE = 1000, 100  # the second bounds the memory
RESAMPLING_SEED = 1979
INTERVAL_TAILS = (0.025, 0.975)

Column = array[float]
"""A value for each match of the list; not a number where there is none."""


class Figure(NamedTuple):
    """An average, and its likely range."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Return whether the value lies outside the range."""
        return not self.low <= value <= self.high


def calculate_figures(columns: Sequence[Column]) -> list[Figure | None]:
    """Return the average of each column with its range, from its values alone; None for a column without any.

    All columns are over the same matches.
    """
    ranges = estimate_ranges(columns)
    return [
        None if (mean := find_column_mean(column)) is None else Figure(mean, *likely)
        for column, likely in zip(columns, ranges, strict=True)
    ]


def find_column_mean(column: Column) -> float | None:
    """Return the average of the values of a column; None if it has none."""
    values = [value for value in column if not math.isnan(value)]
    return math.fsum(values) / len(values) if values else None


def subtract_columns(one: Column, other: Column) -> Column:
    """Return by how much one column is above another, where both have a value."""
    return array("d", map(sub, one, other))


def estimate_ranges(columns: Sequence[Column]) -> list[tuple[float, float]]:
    """Return the likely range of the average of each column; not a number for a column without values."""
    import numpy as np

    if not any(columns):
        return [(math.nan, math.nan)] * len(columns)
    values = np.array(columns, dtype=np.float64).T
    known = (~np.isnan(values)).astype(np.float64)
    values = np.nan_to_num(values)
    means = np.full((DRAWS, len(columns)), np.nan)
    for first, drawn in draw_matches(len(values)):
        amounts = drawn @ known
        np.divide(drawn @ values, amounts, out=means[first : first + len(drawn)], where=amounts > 0)
    return [find_range(means[:, column]) for column in range(len(columns))]


def draw_matches(count: int) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield how often each match is drawn, some draws at once, with the number of the first of them."""
    import numpy as np

    random = np.random.default_rng(RESAMPLING_SEED)
    begins = np.arange(DRAWS_AT_ONCE)[:, None] * count
    for first in range(0, DRAWS, DRAWS_AT_ONCE):
        chosen = random.integers(0, count, (DRAWS_AT_ONCE, count)) + begins
        drawn = np.bincount(chosen.ravel(), minlength=DRAWS_AT_ONCE * count)
        yield first, drawn.reshape(DRAWS_AT_ONCE, count).astype(np.float64)


def find_range(means: NDArray[Any]) -> tuple[float, float]:
    """Return the middle 95 % of these averages; draws without a value are left out."""
    import numpy as np

    means = means[~np.isnan(means)]
    if not len(means):
        return math.nan, math.nan
    low, high = np.quantile(means, INTERVAL_TAILS)
    return float(low), float(high)


class CalibrationDot(NamedTuple):
    """The forecasts of about the same chance: how many, their average, and how often they came true."""

    low: float
    high: float
    matches: int
    chance: float
    share: float


DOT_WIDTH = 0.05


def build_calibration(pairs: Sequence[tuple[float, float]], width: float = DOT_WIDTH) -> list[CalibrationDot]:
    """Return the dots of the calibration plot, from pairs of a chance and the score that followed, lowest first."""
    bins: dict[int, list[tuple[float, float]]] = {}
    last = round(1 / width) - 1
    for chance, score in pairs:
        bins.setdefault(min(int(chance / width + 1e-9), last), []).append((chance, score))
    return [
        CalibrationDot(
            number * width,
            (number + 1) * width,
            len(found),
            math.fsum(chance for chance, _ in found) / len(found),
            math.fsum(score for _, score in found) / len(found),
        )
        for number, found in sorted(bins.items())
    ]
