"""Rounding for display (G-2, B-6, B-7)."""

import pytest

from ladder.ratings import format_fixed, format_signed, round_half_up


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (0.5, 0, "1"),
        (1.5, 0, "2"),
        (2.5, 0, "3"),
        (-1806.5, 0, "-1807"),
        (2.675, 2, "2.68"),
        (1.005, 2, "1.01"),
        (-0.01, 0, "0"),
        (-0.0, 1, "0.0"),
        (1e-7, 1, "0.0"),
        (1800, 0, "1800"),
    ],
)
def test_half_up_rounds_away_from_zero_of_the_shortest_form(number, digits, text):
    """G-2."""
    assert str(round_half_up(number, digits)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(4.4, "+4.4"), (2.0, "+2"), (-3.0, "-3"), (0, "+0"), (-0.01, "+0"), (10, "+10"), (1234.56, "+1,234.6")],
)
def test_signed_drops_trailing_zeros(number, text):
    """B-7."""
    assert format_signed(number, 1) == text


@pytest.mark.parametrize(("number", "text"), [(1800, "1,800.0"), (0.25, "0.3"), (-0.01, "0.0")])
def test_fixed_keeps_its_decimals(number, text):
    assert format_fixed(number) == text
