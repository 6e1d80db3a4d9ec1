"""Nardgammon Elo against rules N-1 to N-9."""

from datetime import UTC, datetime
from math import sqrt

import pytest

from ladder.ratings import Rating, RatingError, build_duel, check_result, create_system, replay_results

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
VETERAN = 400


def match(score=1.0, length=1, first="a", second="b"):
    return build_duel(first, second, score, ended=NOON, facts={"length": length})


def changes(system, result, before):
    return tuple(new.points - old.points for new, old in zip(system.rate(result, before), before, strict=True))


def test_newcomer_starts_at_1500():
    """N-1."""
    assert create_system("nardgammon-elo").initial() == Rating(1500)


@pytest.mark.parametrize(("length", "moved"), [(1, 5), (4, 10), (9, 15), (25, 25)])
def test_equal_veterans_move_five_times_the_root_of_the_length(length, moved):
    """N-9."""
    before = (Rating(1500, VETERAN), Rating(1500, VETERAN))
    assert changes(create_system("nardgammon-elo"), match(length=length), before) == (moved, -moved)


@pytest.mark.parametrize(("games", "r"), [(0, 5), (50, 4.5), (100, 4), (250, 2.5), (399, 1.01), (400, 1), (9000, 1)])
def test_r_falls_from_five_to_one_over_400_games(games, r):
    """N-6, our reconstruction: max(1, 5 - G / 100)."""
    assert create_system("nardgammon-elo").factor(Rating(1500, games)) == pytest.approx(r)


def test_each_player_moves_by_his_own_r():
    """N-7: an equal 1-point match is worth 5 x R, with R 5 and 1."""
    before = (Rating(1500, 0), Rating(1500, VETERAN))
    assert changes(create_system("nardgammon-elo"), match(), before) == (25, -5)


def test_curve_has_the_scale_400():
    """N-3, N-4: 400 ahead in a 1-point match leaves a share of 1 in 11, in a 4-point match 1 in 101."""
    before = (Rating(1900, VETERAN), Rating(1500, VETERAN))
    assert changes(create_system("nardgammon-elo"), match(), before) == pytest.approx((10 / 11, -10 / 11))
    assert changes(create_system("nardgammon-elo"), match(length=4), before) == pytest.approx((20 / 101, -20 / 101))


def test_favourite_who_loses_falls_noticeably():
    """N-5: D is winner minus loser for both."""
    before = (Rating(1900, VETERAN), Rating(1500, VETERAN))
    assert changes(create_system("nardgammon-elo"), match(0), before) == pytest.approx((-100 / 11, 100 / 11))


def test_literal_sign_lets_a_losing_favourite_keep_almost_everything():
    """N-5: own minus opponent, as an option."""
    system = create_system("nardgammon-elo", {"sign": "own-minus-opponent"})
    before = (Rating(1900, VETERAN), Rating(1500, VETERAN))
    assert changes(system, match(0), before) == pytest.approx((-10 / 11, 100 / 11))


def test_r_can_be_constant():
    """N-6: begin 1."""
    system = create_system("nardgammon-elo", {"begin": "1"})
    assert changes(system, match(), (Rating(1500), Rating(1500))) == (5, -5)


def test_g_can_count_match_lengths():
    """N-6: the club variant 2 - exp / 400, down to 1."""
    system = create_system("nardgammon-elo", {"begin": "2", "count": "lengths"})
    fold = replay_results(system, [match(length=100), match(length=100)])
    assert fold.table["a"].experience == 200
    assert [change.before.experience for change in fold.history] == [0, 0, 100, 100]
    assert system.factor(Rating(1500, 100)) == 1.75


@pytest.mark.parametrize(
    ("count", "games", "experience", "g"),
    [("games", 300, 900, 300), ("games", 0, 300, 300), ("lengths", 300, 900, 900), ("lengths", 300, 0, 300)],
)
def test_brought_rating_has_its_own_g(count, games, experience, g):
    """N-6: G is the number of games for all time, whatever their lengths, unless lengths are asked for."""
    system = create_system("nardgammon-elo", {"count": count})
    assert system.opening(1500, games, experience) == Rating(1500, g)


def test_games_are_counted_before_the_match():
    """N-6: in the second match between two newcomers R is 4.99."""
    fold = replay_results(create_system("nardgammon-elo"), [match(), match(0)])
    share = 1 / (1 + 10 ** (-50 / 400))
    assert fold.table["a"] == Rating(pytest.approx(1525 - 4.99 * 10 * share), 2)


@pytest.mark.parametrize(("keep", "points"), [(0, 1500), (0.5, 1600), (1, 1700)])
def test_carry_keeps_the_games_of_all_time(keep, points):
    """N-6."""
    assert create_system("nardgammon-elo").carry(Rating(1700, 123), keep) == Rating(points, 123)


@pytest.mark.parametrize("score", [0, 1])
def test_extreme_ratings_do_not_overflow(score):
    system = create_system("nardgammon-elo")
    after = system.rate(match(score, 999), (Rating(1e6, VETERAN), Rating(-1e6, VETERAN)))
    moved = 0 if score else 10 * sqrt(999)
    assert after[0].points == pytest.approx(1e6 - moved)


def test_expected_scores_add_up_to_one():
    first, second = create_system("nardgammon-elo").expected(match(length=4), (Rating(1700), Rating(1500)))
    assert first == pytest.approx(10 / 11)
    assert first + second == 1


@pytest.mark.parametrize("length", [0, -1, 1000, 2.5, float("nan")])
def test_length_is_whole_and_at_least_one(length):
    """N-8."""
    with pytest.raises(RatingError, match="Match length must be a whole number from 1 to 999"):
        check_result(create_system("nardgammon-elo"), match(length=length))


def test_draw_is_refused():
    """N-8."""
    with pytest.raises(RatingError, match="has no draws"):
        check_result(create_system("nardgammon-elo"), match(0.5))


def test_the_first_step_adds_up_as_it_is_printed():
    first, second, *_ = create_system("nardgammon-elo").explain(match(), (Rating(1509.76), Rating(1488.94)), 0)
    assert first.sum == "1,509.76 − 1,488.94 = 20.82"  # with one decimal each: 1,509.8 − 1,488.9 = 20.8
    assert "10^(20.82 ×" in second.sum


def test_explanation_names_g_and_r_and_says_that_it_is_an_assumption():
    """N-6."""
    system, before = create_system("nardgammon-elo"), (Rating(1500, 50), Rating(1500, VETERAN))
    speed = system.explain(match(), before, 0)[2]
    assert (speed.rule, speed.sum, speed.value) == ("N-6", "G = 50, R = 5 − (5 − 1) × 50 ÷ 400 = 4.50", 4.5)
    assert "our assumption" in speed.sentence.text()


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("score", [0, 1])
def test_explanation_ends_in_the_change(seat, score):
    system, before, result = create_system("nardgammon-elo"), (Rating(1531.3, 7), Rating(1498.7, 31)), match(score, 5)
    assert system.explain(result, before, seat)[-1].value == changes(system, result, before)[seat]
