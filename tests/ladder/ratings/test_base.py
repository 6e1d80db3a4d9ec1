"""What every rating system has unless it says otherwise."""

import pytest

from ladder.ratings import Counts, Rating, create_system


@pytest.mark.parametrize(("keep", "points", "experience"), [(1, 2000, 7), (0.5, 1900, 7), (0, 1800, 0)])
def test_carry_keeps_a_share_of_the_distance_from_the_start(keep, points, experience):
    assert create_system("match-length-elo").carry(Rating(2000, 7), keep) == Rating(points, experience)


def test_order_is_by_unrounded_rating():
    """G-4."""
    system = create_system("match-length-elo")
    assert system.order(Rating(1806.2), Counts()) < system.order(Rating(1806.1), Counts())
