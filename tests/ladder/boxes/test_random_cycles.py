"""Cycles of forty people in boxes at random: tables follow the matches, and the next boxes are full and in order."""

import pytest

from tests import IS_DRILL
from tests.ladder.boxes.random_cycles import RandomCycles

BOTH = 3  # so many of them PostgreSQL is asked, too
LONG = [pytest.param(seed, 3, 90, marks=() if seed < BOTH else pytest.mark.once) for seed in range(5)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("seed", "cycles", "deeds"), LONG if IS_DRILL else [(3, 3, 40)])
def test_cycles_at_random_keep_the_rules(seed, cycles, deeds, time_machine):
    RandomCycles(seed, time_machine).run(cycles, deeds)
