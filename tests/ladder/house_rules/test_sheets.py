"""The sheets of nineteen ladders (docs/house-rules.md): each as settings, and played by its members in time."""

import pytest

from tests.ladder.house_rules.scenario import Scenario

pytestmark = pytest.mark.django_db


def test_l12_a_fifth_who_beats_the_second_takes_the_place(time_machine):
    """L12: 3 up; 48 hours, must accept; a week; takes the place; not the same two until another was played."""
    club = Scenario(
        time_machine, "ABCDE", reach="three", reply="two", win="take", again="other", exempt_days=7, play_days=7
    )
    assert club.read_order() == "ABCDE"
    assert club.list_reached("E") == "BCD"
    club.play("E", "B")
    assert club.read_order() == "AEBCD"
