"""Fewer points of a line."""

from hypothesis import given
from hypothesis import strategies as st

from ladder.profiles.queries.chart_lines import thin_values


def test_few_values_are_all_kept():
    assert thin_values([3.0, 1.0, 2.0], 60) == [0, 1, 2]


def test_ends_highs_and_lows_are_kept():
    # two stretches of four: the first has its low at 1 and its high at 2, the second its low at 5 and its high at 6
    assert thin_values([5, 1, 9, 5, 5, 2, 8, 5], 6) == [0, 1, 2, 5, 6, 7]


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=300))
def test_the_extremes_stay_and_no_more_is_kept_than_wanted(values):
    kept = thin_values(values, 60)
    assert len(kept) <= 60
    assert kept == sorted(set(kept))
    assert {min(values), max(values), values[0], values[-1]} <= {values[at] for at in kept}
