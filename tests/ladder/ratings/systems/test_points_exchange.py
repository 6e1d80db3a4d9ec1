"""Points exchange against rules P-1 to P-9; figures from the handout."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.ratings import Rating, RatingError, build_duel, check_result, create_system, replay_results

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("points-exchange")
POINTS = st.integers(-5_000, 5_000)


def moved(winner, loser):
    return SYSTEM.gains(Rating(winner), Rating(loser), 1, {})


def test_newcomer_starts_at_1000():
    """P-1."""
    assert SYSTEM.initial() == Rating(1000)


@pytest.mark.parametrize(
    ("winner", "loser", "points"),
    [(1020, 1039, 10), (1201, 980, 1), (1010, 1120, 15), (1150, 750, 1), (1220, 1640, 19), (1620, 1620, 10)],
)
def test_handout_examples(winner, loser, points):
    """P-2 to P-5."""
    assert moved(winner, loser) == (points, -points)


@pytest.mark.parametrize("band", range(10))
@pytest.mark.parametrize("edge", [0, 19])
def test_every_row_of_the_table(band, edge):
    """P-3, P-4: 10, 9 ... 1 for the favourite, 10, 11 ... 19 for the underdog."""
    gap = 20 * band + edge
    assert moved(1000 + gap, 1000)[0] == 10 - band
    assert moved(1000, 1000 + gap)[0] == 10 + band


def test_fraction_belongs_to_the_band_below():
    """P-6: 19.5 is in the first band."""
    assert moved(1019.5, 1000) == (10, -10)


@pytest.mark.parametrize(("loser", "points"), [(1040.0, 9), (1040.1, 8), (1060.1, 7), (1180.1, 1)])
def test_fractions_reach_a_band_that_their_difference_reaches(loser, points):
    """P-3, P-6: 1040.1 and 1000.1 are 40 apart, although floats make it a hair less."""
    assert moved(loser, 1000.1) == (points, -points)


def test_explanation_prints_the_numbers_it_subtracts():
    """P-6."""
    step = SYSTEM.explain(build_duel("a", "b", ended=NOON), (Rating(-5), Rating(19.5)), 0)[0]
    assert step.sentence.text() == "a had -5 points, b 19.5. Only the difference counts."
    assert step.sum == "|−5 − 19.5| = 24.5"


def test_draw_is_refused():
    """P-7."""
    with pytest.raises(RatingError, match="Points exchange has no draws"):
        check_result(SYSTEM, build_duel("a", "b", 0.5, ended=NOON))


def test_points_may_fall_below_nothing():
    """P-8."""
    fold = replay_results(SYSTEM, [build_duel("a", "b", ended=NOON)], {"b": Rating(3), "a": Rating(0)})
    assert fold.table["b"].points == -7


def test_farming_nets_one_point_in_21_games():
    """P-9: twenty wins over players 180 below, then one loss."""
    results = [build_duel("a", n, ended=NOON) for n in range(20)] + [build_duel(20, "a", ended=NOON)]
    opening = {"a": Rating(2000)} | {n: Rating(1000) for n in range(21)}
    assert replay_results(SYSTEM, results, opening).table["a"].points == 2001


@given(POINTS, POINTS)
def test_what_one_gains_the_other_loses_in_whole_points(a, b):
    """P-2."""
    gained, lost = moved(a, b)
    assert gained == -lost
    assert 1 <= gained <= 19


@given(POINTS, POINTS)
def test_the_two_stakes_of_a_pairing_add_up_to_twenty(a, b):
    """P-4: 10 - b and 10 + b."""
    assert moved(a, b)[0] + moved(b, a)[0] == 20


@pytest.mark.parametrize("seat", [0, 1])
def test_explanation_ends_in_the_change(seat):
    steps = SYSTEM.explain(build_duel("a", "b", ended=NOON), (Rating(1010), Rating(1120)), seat)
    assert [step.value for step in steps] == [110, 15, (15, -15)[seat]]
