"""The scale of a chart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.pages.scale import BOTTOM, TOP, build_scale, find_finest_step, list_round_values
from ladder.ratings import Rating, create_system, list_system_choices


@pytest.mark.parametrize(
    ("values", "finest", "lines"),
    [
        ([1740, 1790], 1.0, [1740, 1760, 1780]),  # a fifth of 52.5 is over 10: the next is 20
        ([0, 30], 0.01, [0, 10, 20, 30]),
        ([1800, 1800.3], 1.0, [1800, 1801]),  # never finer than whole numbers
        ([7, 7], 1.0, [6, 7, 8]),
        ([0.004, 0.004], 0.01, [0, 0.01]),
    ],
)
def test_lines_stand_at_round_values(values, finest, lines):
    assert list_round_values(build_scale(values, finest), finest) == pytest.approx(lines)


def test_whole_and_decimal_ratings_have_their_own_finest_step():
    assert find_finest_step(create_system("match-length-elo")) == 1.0
    assert find_finest_step(create_system("tournament-points")) == 0.01
    assert find_finest_step(create_system("chips-total")) == 0.01


@pytest.mark.parametrize("key", [key for key, _ in list_system_choices()])
def test_every_system_has_lines_that_print_differently(key):
    system = create_system(key)
    values = list_round_values(build_scale([0.0, 0.3], find_finest_step(system)), find_finest_step(system))
    assert len({system.shown(Rating(value)) for value in values}) == len(values) >= 1


@given(st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=20), st.sampled_from([1.0, 0.01]))
def test_all_values_are_within_the_chart(values, finest):
    scale = build_scale(values, finest)
    assert all(TOP - 1e-6 <= scale.y(value) <= BOTTOM + 1e-6 for value in values)
    assert len(list_round_values(scale, finest)) <= 12
