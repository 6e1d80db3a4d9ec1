"""Provisional Elo against rules R-1 to R-13 and the published cases."""

from datetime import UTC, datetime, timedelta

import pytest

from ladder.ratings import Rating, build_duel, check_result, create_system, replay_results

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("provisional-elo")
ESTABLISHED = 20


def played(games, openings):
    """Replay games of "me": (opponent's opening rating, his games, my score); each opponent is another person."""
    opening = {n: SYSTEM.opening(rating, before, 0) for n, (rating, before, _) in enumerate(games)} | openings
    results = [build_duel("me", n, score, ended=START + timedelta(days=n)) for n, (_, _, score) in enumerate(games)]
    return replay_results(SYSTEM, results, opening)


def means(games, openings=()):
    fold = played(games, dict(openings))
    return [change.after.points for change in fold.history if change.player == "me"]


def game(score=1.0, **facts):
    return build_duel("a", "b", score, ended=START, facts=facts)


def changes(result, before):
    return tuple(new.points - old.points for new, old in zip(SYSTEM.rate(result, before), before, strict=True))


def test_newcomer_starts_at_1200_which_is_no_part_of_the_mean():
    """R-1, R-3."""
    assert SYSTEM.initial() == Rating(1200, 0, ())
    assert means([(1000, ESTABLISHED, 1)]) == [1400]


def test_seed_example_a_win_can_cost_ten_points():
    """R-3: 1600, 600, 1800 and 1800 make 1450; a win over the 1000 player makes 1440."""
    games = [(1200, 20, 1), (1000, 20, 0), (1400, 20, 1), (1800, 20, 0.5), (1000, 20, 1)]
    assert means(games)[3:] == [1450, 1440]


def test_forum_13835_comes_to_1622():
    """R-3, R-5: the fourth opponent was provisional; the mean is 1621.8."""
    games = [(1687, 20, 0), (1539, 20, 1), (1470, 20, 1), (1400, 12, 0), (1413, 20, 1)]
    points = means(games)[-1]
    assert points == pytest.approx(1621.8)
    assert SYSTEM.shown(Rating(points)) == "1,622"


def test_forum_10178_comes_to_1280_then_1233():
    """R-3, R-5: +1400, -1000, +p1200, =1300, =1300, then +p800."""
    games = [(1400, 20, 1), (1000, 20, 0), (1200, 9, 1), (1300, 20, 0.5), (1300, 20, 0.5), (800, 9, 1)]
    assert [SYSTEM.shown(Rating(points)) for points in means(games)[4:]] == ["1,280", "1,233"]


def test_forum_63589_running_means():
    """R-3: scores of 2000, 1400, 1500, 1700, 1400 and 2200."""
    games = [(1600, 20, 1), (1800, 20, 0), (1900, 20, 0), (1700, 20, 0.5), (1000, 20, 1), (1800, 20, 1)]
    printed = ["2,000", "1,700", "1,633", "1,650", "1,600", "1,700"]
    assert [SYSTEM.shown(Rating(points)) for points in means(games)] == printed


def test_forum_63589_real_game_of_two_provisional_players():
    """R-5: the winner goes from 1388 to 1384, the loser from 1129 to 1132."""
    fold = played([(1129, 18, 1)], {"me": SYSTEM.opening(1388, 14, 0)})
    assert (SYSTEM.shown(fold.table["me"]), SYSTEM.shown(fold.table[0])) == ("1,384", "1,132")


def test_two_newcomers_come_out_at_1400_and_1000():
    """R-5, R-6."""
    fold = played([(1200, 0, 1)], {})
    assert (fold.table["me"].points, fold.table[0].points) == (1400, 1000)


@pytest.mark.parametrize(("games", "score"), [(4, 1400), (5, 1900), (19, 1900), (20, 2100)])
def test_opponent_counts_by_the_games_completed(games, score):
    """R-5, R-6: a win over a player at 1700."""
    assert means([(1700, games, 1)]) == [score]


def test_scores_are_fixed_when_the_game_ends():
    """R-4: the opponent's later loss changes nothing."""
    opening = {"b": Rating(1700, 20)}
    results = [game(), build_duel("c", "b", ended=START + timedelta(days=1))]
    assert replay_results(SYSTEM, results, opening).table["a"].points == 2100


def test_twentieth_game_is_averaged_and_the_next_is_not():
    """R-7: 19 scores of 1500 and one of 1900 make 1520; then K x 1/2 against an equal."""
    twentieth = SYSTEM.rate(game(), (SYSTEM.opening(1500, 19, 0), Rating(1500, 20)))[0]
    assert twentieth == Rating(1520, 20, None)
    assert SYSTEM.rate(game(), (twentieth, Rating(1520, 20)))[0] == Rating(1536, 21)


@pytest.mark.parametrize(("points", "k"), [(2099.9, 32), (2100, 24), (2399.9, 24), (2400, 16), (-50, 32), (2700, 16)])
def test_k_goes_by_the_own_rating_before_the_game(points, k):
    """R-9: half of K between equals."""
    assert changes(game(), (Rating(points, 20), Rating(points, 20))) == pytest.approx((k / 2, -k / 2))


def test_different_k_is_not_zero_sum():
    """R-9."""
    gained, lost = changes(game(), (Rating(2099, 20), Rating(2100, 20)))
    assert gained / 32 == pytest.approx(-lost / 24)


def test_200_above_is_expected_to_score_three_quarters():
    """R-8: printed as 0.76."""
    first, second = SYSTEM.expected(game(), (Rating(1700, 20), Rating(1500, 20)))
    assert (round(first, 2), first + second) == (0.76, 1)


def test_established_draw_between_equals_moves_nothing():
    """R-8, R-13."""
    assert changes(game(0.5), (Rating(1500, 20), Rating(1500, 20))) == (0, 0)


def test_established_player_moves_by_half_against_a_provisional_one():
    """R-10: the provisional side takes the full 400."""
    assert changes(game(), (Rating(1500, 20), SYSTEM.opening(1500, 9, 0)))[0] == 8
    assert SYSTEM.rate(game(0), (Rating(1500, 20), SYSTEM.opening(1500, 9, 0)))[1].points == 1540


def test_newcomer_counts_as_1200_for_the_established_player_too():
    """R-11: 1200 against 1200, halved."""
    assert changes(game(), (Rating(1200, 20), SYSTEM.opening(1900, 4, 0)))[0] == 8


@pytest.mark.parametrize(("moves", "counts"), [({}, True), ({"moves": 2}, True), ({"moves": 1}, False)])
def test_game_counts_from_two_moves_each(moves, counts):
    """R-2: blank means enough."""
    result = game(**moves)
    check_result(SYSTEM, result)
    assert len(replay_results(SYSTEM, [result]).history) == 2 * counts


@pytest.mark.parametrize(("games", "left"), [(0, 20), (19, 1), (20, 0), (300, 0)])
def test_provisional_until_twenty_games(games, left):
    """R-3."""
    assert SYSTEM.provisional_left(SYSTEM.opening(1500, games, 0)) == left


def test_scores_may_come_back_from_json_as_a_list():
    before = (Rating(1450, 4, [1600, 600, 1800, 1800]), Rating(1000, 20))
    assert SYSTEM.rate(game(), before)[0] == Rating(1440, 5, (1600, 600, 1800, 1800, 1400))


def test_opening_stands_for_equal_scores_until_twenty_games():
    assert SYSTEM.opening(1300, 2, 0) == Rating(1300, 2, (1300, 1300))
    assert SYSTEM.opening(1300, 20, 0) == Rating(1300, 20)


def test_carry_shrinks_the_scores_with_the_rating():
    carried = SYSTEM.carry(Rating(1400, 2, (1600, 1200)), 0.5)
    assert carried == Rating(1300, 2, (1400, 1200))


def test_carry_of_nothing_starts_afresh():
    assert SYSTEM.carry(Rating(1900, 50), 0) == SYSTEM.initial()


def test_explanation_says_why_a_win_lowered_the_rating():
    """R-3."""
    steps = SYSTEM.explain(game(), (Rating(1450, 4, (1600, 600, 1800, 1800)), Rating(1000, 20)), 0)
    assert [step.value for step in steps] == [1000, 1400, 1440, -10]
    assert steps[2].sum == "(1,600.0 + 600.0 + 1,800.0 + 1,800.0 + 1,400.0) ÷ 5 = 1,440.0"
    assert (
        steps[3]
        .sentence.text()
        .startswith("The win lowered the rating of a: this game scored 1,400.0, less than the 1,450.0 before.")
    )


def test_explanation_says_which_opponent_counts_as_1200():
    """R-6, in a provisional player's own score."""
    step = SYSTEM.explain(game(), (SYSTEM.initial(), SYSTEM.opening(1700, 4, 0)), 0)[0]
    assert (step.rule, step.value) == ("R-6", 1200)
    assert step.sentence.text() == "b had completed 4 games, fewer than 5, so they count as 1,200."


def test_explanation_of_an_established_player_names_k_and_the_half():
    """R-9, R-10; with nine games the opponent counts with the rating at that moment (R-4)."""
    steps = SYSTEM.explain(game(), (Rating(2100, 20), SYSTEM.opening(2100, 9, 0)), 0)
    assert [step.rule for step in steps] == ["R-4", "R-8", "R-9", "R-10"]
    assert [step.value for step in steps] == [2100, 0.5, 24, 6]


def test_explanation_of_an_established_player_says_which_opponent_counts_as_1200():
    """R-11."""
    step = SYSTEM.explain(game(), (Rating(1200, 20), SYSTEM.opening(1900, 4, 0)), 0)[0]
    assert (step.rule, step.value) == ("R-11", 1200)


def test_explanation_of_a_draw_blames_no_mark():
    """R-3: a draw adds nothing, whoever the opponent is."""
    step = SYSTEM.explain(game(0.5), (SYSTEM.initial(), SYSTEM.opening(1500, 9, 0)), 0)[1]
    assert (step.rule, step.sum) == ("R-3", "1,500.0 + 0 = 1,500.0")
    assert step.sentence.text() == "A draw adds nothing. This score is final."


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("score", [0, 0.5, 1])
@pytest.mark.parametrize("games", [0, 3, 19, 20])
def test_explanation_ends_in_the_change(games, score, seat):
    before = (SYSTEM.opening(1333.3, games, 0), SYSTEM.opening(1610.7, 11, 0))
    assert SYSTEM.explain(game(score), before, seat)[-1].value == changes(game(score), before)[seat]
