"""Years of a house ladder at random: stored equals replay, and nobody is worse off for what the rules allow."""

from dataclasses import fields

import pytest

from ladder.models import Ladder
from ladder.models.break_rules import BreakRules
from ladder.models.challenge_rules import CHALLENGE_COLUMNS
from ladder.ratings.systems.rungs import Rungs
from tests import IS_DRILL
from tests.ladder.house_rules.random_year import OPTIONS, CrowdedYear, RandomYear, choose_options, choose_rules

BREAK_COLUMNS = tuple(field.name for field in BreakRules._meta.local_fields)
EVERY_VALUE = range(24)  # so many seeds play with each value
BOTH = {0, 2, 3, 11, 19}  # seeds that PostgreSQL is asked, too, which takes four times as long
DRILLED = [(seed, 60 if seed else 365) for seed in EVERY_VALUE]


def list_seeds(seeds):
    """Return the seeds and days, those of which only SQLite is asked with their mark."""
    return [pytest.param(seed, days, marks=() if seed in BOTH else pytest.mark.once) for seed, days in seeds]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("seed", "days"), list_seeds(DRILLED if IS_DRILL else [(0, 60), (1, 60)]))
def test_a_year_at_random_keeps_the_rules(seed, days, time_machine):
    RandomYear(seed, time_machine).run(days)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("seed", "days"), list_seeds([(seed, 60) for seed in range(8)] if IS_DRILL else [(0, 20)]))
def test_members_and_clocks_at_once_keep_the_rules(seed, days, time_machine):
    CrowdedYear(seed, time_machine).run(days)


def test_of_every_option_each_value_is_played_with():
    assert OPTIONS.keys() == {one.name for one in fields(Rungs)}
    for name, values in OPTIONS.items():
        assert {choose_options(seed)[name] for seed in EVERY_VALUE} == {*values}


def test_of_every_rule_each_value_is_played_with():
    chosen = [choose_rules(seed) for seed in EVERY_VALUE]
    assert {name for rules in chosen for name in rules} == {*CHALLENGE_COLUMNS, *BREAK_COLUMNS}
    for name in (*CHALLENGE_COLUMNS, *BREAK_COLUMNS):
        known = {value for value, _ in Ladder._meta.get_field(name).choices or ()}
        assert {rules.get(name, Ladder._meta.get_field(name).default) for rules in chosen} >= known
