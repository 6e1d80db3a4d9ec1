"""The scale of a chart: the height of a value on it, and the round values at which it has lines."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from ladder.ratings import Rating, RatingSystem

TOP, BOTTOM = 20.0, 92.0  # per cent of the chart's height
MOST_SCALE_LINES = 5


class Scale(NamedTuple):
    """The values at the bottom and at the top of a chart."""

    low: float
    high: float

    def y(self, value: float) -> float:
        """Return the distance of a value from the top in per cent."""
        return BOTTOM - (value - self.low) / (self.high - self.low) * (BOTTOM - TOP)


def build_scale(values: Sequence[float], finest: float) -> Scale:
    """Return a scale that holds all values; it spans at least two of the finest printed steps."""
    low, high = min(values), max(values)
    least = max(2 * finest, abs(high) * 1e-9)
    if high - low < least:
        middle = (low + high) / 2
        return Scale(middle - least / 2, middle + least / 2)
    return Scale(low - (high - low) * 0.05, high)


def find_finest_step(system: RatingSystem) -> float:
    """Return the smallest difference that the system prints."""
    return 0.01 if "." in system.shown(Rating(0.25)) else 1.0


def list_round_values(scale: Scale, finest: float) -> list[float]:
    """Return about five round values within the scale; their distance is at least the finest printed step."""
    step = max(round_up_step((scale.high - scale.low) / MOST_SCALE_LINES), finest)
    return [number * step for number in range(ceil(scale.low / step), floor(scale.high / step) + 1)]


def round_up_step(least: float) -> float:
    """Return the next larger of 1, 2 and 5 times a power of ten."""
    power: float = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * 0.999)
