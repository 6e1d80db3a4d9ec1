"""Match-length Elo against rules B-1 to B-10; expectations from the printed formula."""

from datetime import UTC, datetime
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.ratings import Rating, RatingError, build_duel, check_result, create_system, replay_results

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("match-length-elo")
POINTS = st.floats(0, 4_000)


def match(score=1.0, length=5, first="a", second="b"):
    return build_duel(first, second, score, ended=NOON, facts={"length": length})


def gain(winner, loser, length):
    return SYSTEM.gains(Rating(winner), Rating(loser), 1, {"length": length})[0]


def test_unknown_name_enters_at_1800():
    """B-4."""
    assert SYSTEM.initial() == Rating(1800)


@pytest.mark.parametrize(("length", "points"), [(1, 2), (4, 4), (9, 6), (25, 10)])
def test_equals_move_half_of_the_stake(length, points):
    """B-2, B-3: half of 4 x the root of the length."""
    assert gain(1800, 1800, length) == points


@pytest.mark.parametrize(("lead", "length", "chance"), [(2000, 1, 10 / 11), (-2000, 1, 1 / 11), (1000, 4, 10 / 11)])
def test_chance_goes_by_the_gap_and_the_root_of_the_length(lead, length, chance):
    """B-1, B-3."""
    assert gain(1800 + lead, 1800, length) == pytest.approx((1 - chance) * 4 * sqrt(length))
    expected = SYSTEM.expected(match(length=length), (Rating(1800 + lead), Rating(1800)))
    assert expected == pytest.approx((chance, 1 - chance))


@pytest.mark.parametrize(("points", "shown"), [(2041.5, "2,042"), (1806.49, "1,806"), (999.5, "1,000"), (-0.4, "0")])
def test_rating_is_shown_whole_with_a_comma(points, shown):
    """B-6."""
    assert SYSTEM.shown(Rating(points)) == shown


@pytest.mark.parametrize(("change", "shown"), [(2.0, "+2"), (4.42, "+4.4"), (-3.04, "-3"), (0.0, "+0"), (-0.04, "+0")])
def test_change_is_signed_with_at_most_one_decimal(change, shown):
    """B-7."""
    assert SYSTEM.change_shown(change) == shown


def test_experience_is_the_length_of_all_matches():
    """B-8."""
    fold = replay_results(SYSTEM, [match(1, 5), match(0, 7)])
    assert [rating.experience for rating in fold.table.values()] == [12, 12]


@pytest.mark.parametrize("length", [0, -3, 1.5, 1000])
def test_length_is_whole_and_at_least_one(length):
    """B-8."""
    with pytest.raises(RatingError, match="Match length must be a whole number"):
        check_result(SYSTEM, match(length=length))


def test_missing_length_is_refused():
    with pytest.raises(RatingError, match=r"Match length is missing\."):
        check_result(SYSTEM, build_duel("a", "b", ended=NOON))


def test_match_against_oneself_is_refused():
    """B-9."""
    with pytest.raises(RatingError, match=r"A player can't play himself\."):
        check_result(SYSTEM, match(second="a"))


def test_deleted_row_changes_everything_after_it():
    """B-10: without the first match the second is one of two equals."""
    log = [match(1, 25), match(0, 25)]
    assert replay_results(SYSTEM, log[1:]).table["b"].points == 1810
    assert replay_results(SYSTEM, log).table["b"].points == pytest.approx(1790 + 20 / (1 + 10 ** (-20 * 5 / 2000)))


@pytest.mark.parametrize(("experience", "left"), [(0, 50), (49, 1), (50, 0), (99, 0)])
def test_provisional_mark_is_an_option(experience, left):
    """B-6a."""
    assert (
        create_system("match-length-elo", {"provisional_until": "50"}).provisional_left(Rating(1800, experience))
        == left
    )
    assert SYSTEM.provisional_left(Rating(1800, experience)) == 0


@given(POINTS, POINTS, st.integers(1, 999), st.sampled_from([0.0, 1.0]))
def test_what_the_winner_gains_the_loser_loses(a, b, length, score):
    """B-3."""
    gained, lost = SYSTEM.gains(Rating(a), Rating(b), score, {"length": length})
    assert gained == -lost
    assert 0 <= (gained if score else lost) <= 4 * sqrt(length)


@given(POINTS, POINTS, st.integers(1, 25))
def test_upset_pays_at_least_as_much(a, b, length):
    low, high = sorted((a, b))
    assert gain(low, high, length) >= gain(high, low, length)


def test_extreme_ratings_do_not_overflow():
    assert gain(-1e6, 1e6, 999) == pytest.approx(4 * sqrt(999))
    assert gain(1e6, -1e6, 999) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_explanation_ends_in_the_change(seat):
    before = (Rating(1811.7), Rating(1790.2))
    after = SYSTEM.rate(match(), before)
    steps = SYSTEM.explain(match(), before, seat)
    assert [step.rule for step in steps] == ["B-1", "B-1", "B-2", "B-3"]
    assert steps[-1].value == after[seat].points - before[seat].points


def test_the_first_step_adds_up_as_it_is_printed():
    first, second, *_ = SYSTEM.explain(match(), (Rating(1809.76), Rating(1788.94)), 0)
    assert first.sum == "1,809.76 − 1,788.94 = 20.82"  # with one decimal each: 1,809.8 − 1,788.9 = 20.8
    assert "10^(−20.82 ×" in second.sum
