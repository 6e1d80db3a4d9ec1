"""Print numbers: they are rounded once, when they are printed."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from functools import cache


def round_half_up(number: float, digits: int) -> Decimal:
    """Return a number rounded half away from zero in its shortest decimal form, never minus zero (G-2).

    Examples: 0.5 -> 1, -1806.5 -> -1807, 2.675 (2 digits) -> 2.68, -0.01 -> 0.
    """
    rounded = Decimal(repr(number)).quantize(build_unit(digits), ROUND_HALF_UP)
    return rounded if rounded else abs(rounded)


@cache
def build_unit(digits: int) -> Decimal:
    """Return the decimal number with a 1 at this digit after the point."""
    return Decimal(1).scaleb(-digits)


def format_signed(number: float, digits: int) -> str:
    """Return the rounded number with its sign and without trailing zeros: +4.4, -3, +0 (B-7)."""
    text = f"{round_half_up(number, digits):+,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_fixed(number: float, digits: int = 1) -> str:
    """Return a number for a calculation, with that many decimals and thousands commas."""
    return f"{round_half_up(number, digits):,f}"


def count_digits(first: float, second: float) -> int:
    """Return how many decimals, at most four, make a printed difference equal to that of the two printed numbers."""
    difference = first - second
    adds_up = (
        n for n in range(1, 4) if round_half_up(first, n) - round_half_up(second, n) == round_half_up(difference, n)
    )
    return next(adds_up, 4)
