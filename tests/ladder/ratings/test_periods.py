"""Day and month changes between two days (T-3, C-5)."""

from datetime import date

import pytest

from ladder.ratings import Monthly, Nightly, Rating, Weekly, advance_rating, create_system

NIGHTLY, MONTHLY = Nightly("shrink", "Shrinks"), Monthly("shrink", "Shrinks")
WEEKLY = Weekly("shrink", "Shrinks")


@pytest.mark.parametrize(
    ("period", "since", "until", "count"),
    [
        (NIGHTLY, date(2026, 3, 1), date(2026, 3, 1), 0),
        (NIGHTLY, date(2026, 3, 1), date(2026, 3, 2), 1),
        (NIGHTLY, date(2028, 2, 28), date(2028, 3, 1), 2),  # C-5: a leap day is a day
        (NIGHTLY, date(2026, 3, 2), date(2026, 3, 1), 0),
        (WEEKLY, date(2026, 3, 2), date(2026, 3, 8), 0),  # a Monday and its Sunday
        (WEEKLY, date(2026, 3, 8), date(2026, 3, 9), 1),
        (WEEKLY, date(2025, 12, 31), date(2026, 1, 12), 2),  # over the end of a year
        (WEEKLY, date(2026, 3, 9), date(2026, 3, 8), 0),
        (MONTHLY, date(2026, 3, 1), date(2026, 3, 31), 0),
        (MONTHLY, date(2026, 3, 31), date(2026, 4, 1), 1),  # T-3
        (MONTHLY, date(2025, 11, 30), date(2026, 2, 1), 3),
        (MONTHLY, date(2026, 3, 1), date(2026, 2, 1), 0),
    ],
)
def test_periods_count_the_changes_after_the_first_day(period, since, until, count):
    assert period.count(since, until) == count


def test_rating_without_a_clock_stays():
    assert advance_rating(create_system("points-exchange"), Rating(1000), date(2026, 3, 1)) == Rating(1000)


def test_rating_without_a_day_begins_on_this_one():
    day = date(2026, 3, 1)
    assert advance_rating(create_system("tournament-points"), Rating(30), day) == Rating(30, as_of=day)


def test_month_changes_halve_once_however_often_asked():
    """T-3, T-4."""
    system, may = create_system("tournament-points"), date(2026, 5, 2)
    once = advance_rating(system, Rating(40, as_of=date(2026, 3, 15)), may)
    assert once == Rating(10, as_of=may)
    assert advance_rating(system, once, may) == once


def test_earlier_day_leaves_the_rating_alone():
    rating = Rating(40, as_of=date(2026, 3, 15))
    assert advance_rating(create_system("tournament-points"), rating, date(2026, 1, 1)) == rating


@pytest.mark.parametrize(("day", "start"), [(2, 9), (8, 9), (9, 16)])
def test_a_week_begins_on_monday(day, start):
    assert WEEKLY.find_next_start(date(2026, 3, day)) == date(2026, 3, start)
