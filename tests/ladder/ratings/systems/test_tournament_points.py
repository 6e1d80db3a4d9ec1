"""Rules T-1 to T-5, by hand."""

from datetime import UTC, date, datetime

import pytest

from ladder.ratings import (
    TOURNAMENT,
    Rating,
    RatingError,
    advance_rating,
    build_duel,
    build_tournament,
    check_result,
    create_system,
    replay_results,
)


def held(day, players, places, field=None):
    return build_tournament(players, places, field=field, ended=datetime.combine(day, datetime.max.time(), UTC))


NEW_YEAR = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("field", "place", "worth"),
    [(8, 1, 30), (8, 2, 15), (8, 3, 10), (8, 8, 3.75), (2, 1, 10), (2, 2, 5), (1, 1, 0), (1024, 4, 25)],
)
def test_place_is_worth_ten_log_two_of_the_field_over_the_place(field, place, worth):
    """T-1"""
    after = create_system("tournament-points").rate(held(NEW_YEAR, ("a",), (place,), field), (Rating(0),))
    assert after == (Rating(worth, 1),)


def test_place_in_a_field_of_six_is_worth_its_logarithm():
    """T-1: log2 6 = 2.584962500721156"""
    after = create_system("tournament-points").rate(held(NEW_YEAR, "abcdef", (1, 2, 3, 4, 5, 6)), (Rating(0),) * 6)
    assert after[0].points == pytest.approx(25.84962500721156)
    assert after[1].points == pytest.approx(12.92481250360578)


def test_shared_place_is_worth_its_full_worth_to_each():
    """T-1, our choice"""
    after = create_system("tournament-points").rate(held(NEW_YEAR, "abcd", (1, 2, 2, 4)), (Rating(0),) * 4)
    assert [rating.points for rating in after] == [20, 10, 10, 5]


@pytest.mark.parametrize("place", [0, 9, -1])
def test_place_outside_the_field_is_refused(place):
    """T-1"""
    with pytest.raises(RatingError):
        held(NEW_YEAR, ("a",), (place,), 8)


def test_duel_without_places_is_refused():
    """T-1"""
    with pytest.raises(RatingError, match="Say which place each player took"):
        check_result(
            create_system("tournament-points"),
            build_duel("a", "b", ended=datetime(2026, 1, 1, tzinfo=UTC), kind=TOURNAMENT),
        )


def test_worth_is_added_to_a_rating_that_starts_at_0():
    """T-2"""
    first, second = held(date(2026, 1, 2), "ab", (1, 2), 8), held(date(2026, 1, 9), "ab", (2, 1), 8)
    fold = replay_results(create_system("tournament-points"), [first, second])
    assert [fold.table[player].points for player in "ab"] == [45, 45]
    assert fold.table["a"].as_of == date(2026, 1, 9)


@pytest.mark.parametrize(
    ("day", "points"),
    [
        (date(2026, 1, 31), 30),
        (date(2026, 2, 1), 15),
        (date(2026, 3, 31), 7.5),
        (date(2027, 1, 1), 30 / 4096),
    ],
)
def test_rating_is_halved_when_a_month_begins(day, points):
    """T-3, also for those who do not play"""
    fold = replay_results(create_system("tournament-points"), [held(date(2026, 1, 31), "a", (1,), 8)])
    assert advance_rating(create_system("tournament-points"), fold.table["a"], day).points == points


def test_halving_comes_before_the_months_tournaments():
    """T-3: 30, halved to 15, and 10 more"""
    results = [held(date(2026, 1, 31), "a", (1,), 8), held(date(2026, 2, 1), "a", (3,), 8)]
    assert replay_results(create_system("tournament-points"), results).table["a"].points == 25


def test_idle_rating_tends_to_0_over_centuries():
    """T-3"""
    assert create_system("tournament-points").advance(Rating(30), 3600).points == 0


def test_halving_leaves_the_day_to_the_clock():
    """T-3"""
    rating = Rating(30, 1, None, NEW_YEAR)
    assert create_system("tournament-points").advance(rating, 2) == Rating(7.5, 1, None, NEW_YEAR)


def test_replay_gives_what_a_monthly_job_gives():
    """T-4: 20 in January, halved twice, 15 in March; running the job twice on one day changes nothing"""
    system = create_system("tournament-points")
    rating = Rating(20, 1, None, date(2026, 1, 10))
    for day in (date(2026, 2, 1), date(2026, 3, 1), date(2026, 3, 1)):
        rating = advance_rating(system, rating, day)
    results = [held(date(2026, 1, 10), "a", (1,), 4), held(date(2026, 3, 5), "a", (2,), 8)]
    assert rating.points == 5
    assert replay_results(system, results).table["a"].points == 20


@pytest.mark.parametrize(
    ("points", "shown"), [(30.0, "30.00"), (25.84962500721156, "25.85"), (0.001, "0.00"), (1234.5, "1,234.50")]
)
def test_rating_is_shown_with_two_decimals(points, shown):
    """T-5"""
    assert create_system("tournament-points").shown(Rating(points)) == shown


@pytest.mark.parametrize(("change", "shown"), [(30.0, "+30"), (3.75, "+3.75"), (0.0, "+0"), (-22.5, "-22.5")])
def test_change_is_shown_signed(change, shown):
    """T-5"""
    assert create_system("tournament-points").change_shown(change) == shown


def test_explanation_shows_place_and_sum():
    """T-1, T-2"""
    steps = create_system("tournament-points").explain(held(NEW_YEAR, "ab", (1, 2), 8), (Rating(0), Rating(7.5)), 1)
    assert [step.rule for step in steps] == ["T-1", "T-2"]
    assert [step.sum for step in steps] == ["10 × log₂(8) ÷ 2 = 15.00", "7.50 + 15.00 = 22.50"]
    assert steps[0].sentence.text() == "b finished in place 2 of 8."


def test_explanation_names_a_shared_place():
    """T-1"""
    steps = create_system("tournament-points").explain(held(NEW_YEAR, "abc", (1, 2, 2)), (Rating(0),) * 3, 1)
    assert steps[0].sentence.text() == "b shared place 2 of 3."


@pytest.mark.parametrize(
    ("periods", "says"), [(2, "2 month ends halved 30.00 to 7.50."), (1, "1 month end halved 30.00 to 15.00.")]
)
def test_explanation_of_a_halving_shows_both_ratings(periods, says):
    """T-3"""
    (step,) = create_system("tournament-points").explain_advance(Rating(30), periods)
    assert step.sentence.text() == says
