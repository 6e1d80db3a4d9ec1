"""Glicko-2: the example that Glickman's paper prints, step by step, and what periods do.

Source: Mark E. Glickman, Example of the Glicko-2 system, 22 March 2022: the example after each of its steps.
"""

from datetime import UTC, date, datetime

import pytest

from ladder.formats import build_team_match
from ladder.ratings import (
    Monthly,
    Nightly,
    Rating,
    Weekly,
    advance_rating,
    build_duel,
    create_system,
    explain_replayed_match,
    list_statement_entries,
    replay_results,
)
from ladder.ratings.systems.glicko_2 import SCALE, assess_game, find_volatility, sum_up_games

SYSTEM = create_system("glicko-2")


def on(month, day):
    return datetime(2026, month, day, 20, tzinfo=UTC)


def brought(points, deviation, volatility=0.06):
    return Rating(points, 0, [deviation, volatility, []])


PLAYERS = {"me": brought(1500, 200), "a": brought(1400, 30), "b": brought(1550, 100), "c": brought(1700, 300)}
GAMES = [("me", "a", 1), ("me", "b", 0), ("me", "c", 0)]


def play_example():
    played = [build_duel(one, other, score, ended=on(3, 5)) for one, other, score in GAMES]
    return played, replay_results(SYSTEM, played, PLAYERS)


def test_printed_figures_of_each_opponent():
    """The table of step 3: μ, φ, g(φ) and E of the three opponents; the player has μ 0 and φ 1.1513."""
    state = SYSTEM.read(play_example()[1].table["me"])
    assert (state.points - 1500) / SCALE == 0
    assert state.deviation / SCALE == pytest.approx(1.1513, abs=5e-5)
    printed = [
        (-0.5756, 0.1727, 0.9955, 0.639, 1),
        (0.2878, 0.5756, 0.9531, 0.432, 0),
        (1.1513, 1.7269, 0.7242, 0.303, 0),
    ]
    for game, (mu, phi, g, expected, score) in zip(state.games, printed, strict=True):
        assert (game.points - 1500) / SCALE == pytest.approx(mu, abs=6e-5)
        assert game.deviation / SCALE == pytest.approx(phi, abs=5e-5)
        assert assess_game(1500, game)[0] == pytest.approx(g, abs=5e-5)
        assert assess_game(1500, game)[1] == pytest.approx(expected, abs=6e-4)
        assert game.score == score


def test_printed_sums():
    """Steps 3 and 4: v = 1.7785 and Δ = 1.7785 × (−0.2718) = −0.4834, from the figures that the paper has rounded."""
    state = SYSTEM.read(play_example()[1].table["me"])
    figures = [(*assess_game(state.points, game), game.score) for game in state.games]
    rounded = [(round(g, 4), round(expected, 3), score) for g, expected, score in figures]
    v = 1 / sum(g**2 * expected * (1 - expected) for g, expected, _ in rounded)
    surprise = sum(g * (score - expected) for g, expected, score in rounded)
    assert (f"{v:.4f}", f"{surprise:.4f}") == ("1.7785", "-0.2718")
    assert f"{round(v, 4) * round(surprise, 4):.4f}" == "-0.4834"
    assert sum_up_games(state, 0.5).v == pytest.approx(v, abs=6e-4)
    assert sum_up_games(state, 0.5).delta == pytest.approx(-0.4834, abs=6e-4)


def test_printed_volatility_and_deviation():
    """Steps 5 to 7: σ′ = 0.05999, which the paper has cut off; φ* = 1.152862 and φ′ = 0.8722."""
    sums = sum_up_games(SYSTEM.read(play_example()[1].table["me"]), 0.5)
    assert f"{sums.volatility:.7f}"[:7] == "0.05999"
    assert find_volatility(0.06, 1.1513, 1.7785, -0.4834, 0.5) == pytest.approx(sums.volatility, abs=1e-8)
    assert sums.before == pytest.approx(1.152862, abs=1e-5)
    assert f"{sums.after:.4f}" == "0.8722"


def test_printed_result():
    """Steps 7 and 8: μ′ = −0.2069, so that r′ = 173.7178 × (−0.2069) + 1500 = 1464.06, and RD′ = 151.52."""
    _, fold = play_example()
    after = advance_rating(SYSTEM, fold.table["me"], date(2026, 4, 1))
    deviation, volatility, games = after.memory
    mu = round((after.points - 1500) / SCALE, 4)
    assert (mu, f"{SCALE * mu + 1500:.2f}") == (-0.2069, "1464.06")
    assert (f"{deviation:.2f}", f"{volatility:.7f}"[:7], games) == ("151.52", "0.05999", [])
    assert after.points == pytest.approx(1464.06, abs=0.01)  # the paper goes on with four decimals
    assert SYSTEM.shown(after) == "1,464 ± 152"


def test_games_of_a_month_are_rated_when_it_is_over():
    played = [build_duel("a", "b", ended=on(3, 5)), build_duel("a", "b", ended=on(4, 5))]
    fold = replay_results(SYSTEM, played)
    first, _, second, _ = fold.history
    assert (first.before.points, first.after.points) == (1500, 1500)
    assert second.before.points > 1600
    assert second.after.points == second.before.points


def test_an_opponent_counts_with_the_rating_of_the_first_day():
    fold = replay_results(SYSTEM, [build_duel("a", "b", ended=on(3, 5)), build_duel("b", "c", ended=on(3, 6))])
    assert [game[:3] for game in fold.table["b"].memory[2]] == [[["a"], 1500, 350], [["c"], 1500, 350]]


def test_months_without_a_game_leave_the_rating_and_make_it_less_sure():
    """K-6; and nobody is less sure than a newcomer."""
    rating = Rating(1600, 9, [50, 0.06, []], date(2026, 1, 5))
    later = advance_rating(SYSTEM, rating, date(2026, 3, 5))
    assert later.points == 1600
    assert later.memory[0] == pytest.approx(((50 / 173.7178) ** 2 + 2 * 0.06**2) ** 0.5 * 173.7178)
    assert SYSTEM.advance(rating, 100_000).memory[0] == 350


def test_months_one_by_one_are_as_many_at_once():
    rating = replay_results(SYSTEM, [build_duel("a", "b", ended=on(3, 5))]).table["a"]
    one_by_one = SYSTEM.advance(SYSTEM.advance(rating, 1), 1)
    assert SYSTEM.advance(rating, 2).memory[:2] == pytest.approx(one_by_one.memory[:2])
    assert SYSTEM.advance(rating, 2).points == one_by_one.points


@pytest.mark.parametrize(("every", "period"), [("day", Nightly), ("week", Weekly), ("month", Monthly)])
def test_its_period_is_an_option(every, period):
    assert isinstance(create_system("glicko-2", {"every": every}).period, period)


def test_the_end_of_a_period_is_explained_with_its_games():
    played, fold = play_example()
    steps = SYSTEM.explain_advance(fold.table["me"], 3)
    said = [step.sentence.text(str.upper) for step in steps]
    assert said[0] == "A win against A, who had 1,400 ± 30: g is 0.9955 and E 0.639."
    assert said[2] == "A loss to C, who had 1,700 ± 300: g is 0.7242 and E 0.303."
    assert said[-2] == "Without a game for 2 months, the rating is less sure."
    assert steps[-1].sum == "1,500.00 − 35.95 = 1,464.05"
    assert sum(step.value for step in steps[:3]) == pytest.approx(
        sum_up_games(SYSTEM.read(fold.table["me"]), 0.5).surprise
    )
    assert explain_replayed_match(SYSTEM, fold, PLAYERS, 1, played[1])[3][1].value == 0


def test_statement_adds_up_over_the_ends_of_periods():
    played = [build_duel("a", "b", day % 2, ended=on(month, day)) for month in (3, 4, 6) for day in (2, 9, 20)]
    fold = replay_results(SYSTEM, played)
    opening, last = {"a": SYSTEM.initial()}, {"a": 1500.0}
    ends = []
    for entry in list_statement_entries(SYSTEM, fold, opening, lambda n: played[n].ended.date(), date(2026, 7, 1)):
        if entry.player == "a":
            assert entry.before == last["a"]
            last["a"] = entry.after
            ends += [entry.day] if entry.cause == "month" else []
    assert last["a"] == advance_rating(SYSTEM, fold.table["a"], date(2026, 7, 1)).points
    assert ends == [date(2026, 4, 2), date(2026, 6, 2), date(2026, 7, 1)]


def test_no_rating_is_too_far_away_to_be_rated():
    table = {"a": brought(100_000, 30), "b": brought(0, 30)}
    fold = replay_results(SYSTEM, [build_duel("b", "a", ended=on(3, 5))], table)
    assert advance_rating(SYSTEM, fold.table["b"], date(2026, 4, 1)).points > 0


def test_games_that_wait_are_rated_before_a_share_of_the_rating_is_carried_over():
    rating = play_example()[1].table["me"]
    settled, half = SYSTEM.advance(rating, 1), SYSTEM.carry(rating, 0.5)
    assert half.points == pytest.approx((1500 + settled.points) / 2)
    assert half.memory == [pytest.approx((350 + settled.memory[0]) / 2), settled.memory[1], []]


def test_a_side_counts_as_the_mean_of_its_players():
    """1600 and 1400 against 1500 and 1500 are level: each is expected to score half, and the surer moves less."""
    doubles = create_system("glicko-2", {"takes": "both"})
    before = brought(1600, 50), brought(1400, 200), brought(1500, 100), brought(1500, 100)
    played = build_team_match("ab", "cd", ended=on(3, 5))
    assert doubles.expected(played, before) == (0.5, 0.5, 0.5, 0.5)
    after = [doubles.advance(rating, 1) for rating in doubles.rate(played, before)]
    moved = [new.points - old.points for new, old in zip(after, before, strict=True)]
    assert moved[1] > moved[0] > 0
    assert moved[2] == moved[3] < 0
    steps = doubles.explain(played, before, 0)
    assert steps[0].sentence.text(str.upper).startswith("C and D together count as 1,600 ± 100 in this month.")
    assert [kind.key for kind in doubles.kinds] == ["rated", "team"]
