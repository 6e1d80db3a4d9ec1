"""Rules C-1 to C-7, by hand."""

from datetime import UTC, date, datetime, time

import pytest

from ladder.ratings import Rating, RatingError, advance_rating, build_duel, check_result, create_system, replay_results

BOTH = ["chips-total", "chips-daily"]


def played(winner, loser, chips, day=date(2026, 3, 1)):
    return build_duel(winner, loser, ended=datetime.combine(day, time(20), UTC), facts={"chips": chips})


@pytest.mark.parametrize("key", BOTH)
def test_ratings_start_at_0(key):
    """C-1"""
    assert create_system(key).initial() == Rating(0)


@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize(("chips", "lost"), [(100, 80), (50, 40), (2.5, 2), (1, 0.8), (1_000_000, 800_000)])
def test_winner_gains_the_chips_and_loser_loses_four_fifths(key, chips, lost):
    """C-2, C-3"""
    a, b = create_system(key).rate(played("a", "b", chips), (Rating(10), Rating(0)))
    assert (a, b) == (Rating(10 + chips, 1), Rating(-lost, 1))


@pytest.mark.parametrize("key", BOTH)
def test_second_player_can_win(key):
    """C-2, C-3"""
    result = build_duel("a", "b", 0, ended=datetime(2026, 3, 1, tzinfo=UTC), facts={"chips": 10})
    assert [rating.points for rating in create_system(key).rate(result, (Rating(0), Rating(0)))] == [-8, 10]


@pytest.mark.parametrize("key", BOTH)
def test_match_adds_a_fifth_of_its_chips(key):
    """C-3"""
    assert sum(create_system(key).gains(Rating(0), Rating(0), 1, {"chips": 100})) == 20
    assert not create_system(key).zero_sum


@pytest.mark.parametrize("key", BOTH)
def test_share_of_the_loss_is_an_option(key):
    """C-3"""
    assert create_system(key, {"share": "0.5"}).gains(Rating(0), Rating(0), 1, {"chips": 100}) == (100, -50)


def test_total_never_falls_by_itself():
    """C-4, reading A"""
    system = create_system("chips-total")
    assert system.period is None
    assert advance_rating(system, Rating(100), date(2030, 1, 1)) == Rating(100)
    assert system.advance(Rating(100), 9) == Rating(100)
    assert system.explain_advance(Rating(100), 9) == ()


@pytest.mark.parametrize(("key", "options"), [("chips-daily", {}), ("chips-total", {"decays": "yes"})])
@pytest.mark.parametrize(
    ("day", "points"),
    [(date(2028, 2, 28), 100), (date(2028, 2, 29), 95), (date(2028, 3, 1), 90.25), (date(2028, 3, 2), 85.7375)],
)
def test_rating_falls_by_5_percent_at_each_midnight(key, options, day, points):
    """C-4 (reading B for the total), C-5: a leap day is a day"""
    after = advance_rating(create_system(key, options), Rating(100, 1, None, date(2028, 2, 28)), day)
    assert after.points == pytest.approx(points)
    assert after.as_of == day


def test_matches_of_one_day_do_not_decay_against_each_other():
    """C-5"""
    fold = replay_results(create_system("chips-daily"), [played("a", "b", 100), played("a", "b", 100)])
    assert (fold.table["a"].points, fold.table["b"].points) == (200, -160)


def test_decay_comes_before_the_days_matches():
    """C-4, C-5: 100 over two midnights is 90.25, and 10 more; the loser's -80 shrinks to -72.2"""
    results = [played("a", "b", 100), played("a", "c", 10, date(2026, 3, 3))]
    fold = replay_results(create_system("chips-daily"), results)
    assert fold.table["a"].points == pytest.approx(100.25)
    assert advance_rating(create_system("chips-daily"), fold.table["b"], date(2026, 3, 3)).points == pytest.approx(
        -72.2
    )


def test_two_standings_part_overnight():
    """C-7: a won 100 long ago, b wins 60 today; the total has a first, the daily b."""
    results = [played("a", "x", 100), played("b", "x", 60, date(2026, 4, 1))]
    today = date(2026, 4, 1)
    firsts = []
    for key in BOTH:
        table = replay_results(create_system(key), results).table
        firsts.append(max("ab", key=lambda name: advance_rating(create_system(key), table[name], today).points))
    assert firsts == ["a", "b"]


@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize("chips", [0, -5, 0.001, float("nan"), float("inf"), 2_000_000_000])
def test_chips_out_of_range_are_refused(key, chips):
    """C-6"""
    with pytest.raises(RatingError, match=r"Chips must be a number from 0\.01 to 1,000,000,000"):
        check_result(create_system(key), played("a", "b", chips))


@pytest.mark.parametrize("key", BOTH)
def test_missing_chips_and_draws_are_refused(key):
    """C-6"""
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(RatingError, match="Chips is missing"):
        check_result(create_system(key), build_duel("a", "b", ended=moment))
    with pytest.raises(RatingError, match="has no draws"):
        check_result(create_system(key), build_duel("a", "b", 0.5, ended=moment, facts={"chips": 5}))


@pytest.mark.parametrize(
    ("points", "shown"),
    [(100.0, "100"), (85.7375, "85.74"), (90.5, "90.5"), (-72.2, "-72.2"), (1234567.0, "1,234,567"), (-0.001, "0")],
)
def test_rating_is_shown_with_the_decimals_it_has(points, shown):
    """C-6"""
    assert create_system("chips-daily").shown(Rating(points)) == shown


@pytest.mark.parametrize(("change", "shown"), [(100.0, "+100"), (-0.8, "-0.8"), (-2.004, "-2"), (1500.0, "+1,500")])
def test_change_is_shown_signed(change, shown):
    """C-6"""
    assert create_system("chips-total").change_shown(change) == shown


@pytest.mark.parametrize(
    ("seat", "rules", "sums", "says"),
    [
        (0, ["C-2", "C-2"], ["100% of 50 = 50", "10 + 50 = 60"], "a won 50 chips from b. Winnings count in full."),
        (1, ["C-3", "C-3"], ["80% of 50 = 40", "−5 − 40 = −45"], "b lost 50 chips to a. 80% of what is lost counts."),
    ],
)
def test_explanation_shows_the_chips_and_the_sum(seat, rules, sums, says):
    """C-2, C-3"""
    steps = create_system("chips-total").explain(played("a", "b", 50), (Rating(10), Rating(-5)), seat)
    assert [step.rule for step in steps] == rules
    assert [step.sum for step in steps] == sums
    assert steps[0].sentence.text() == says


def test_explanation_of_one_chip_speaks_of_one():
    step = create_system("chips-total").explain(played("a", "b", 1), (Rating(0), Rating(0)), 1)[0]
    assert step.sentence.text() == "b lost 1 chip to a. 80% of what is lost counts."


def test_explanation_of_two_nights_shows_both_ratings():
    """C-4"""
    (step,) = create_system("chips-daily").explain_advance(Rating(100), 2)
    assert step.sentence.text() == "2 midnights at 5% each took 100 to 90.25."
    assert step.sum == "100 × 0.95^2 = 90.25"
