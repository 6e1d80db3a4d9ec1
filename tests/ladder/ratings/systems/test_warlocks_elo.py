"""Rules E-1 to E-7, by hand."""

from datetime import UTC, datetime
from math import erf

import pytest

from ladder.ratings import (
    FRIENDLY,
    LADDER,
    VERY_FRIENDLY,
    Exit,
    Rating,
    build_battle,
    build_duel,
    create_system,
    replay_results,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PRINTED = [
    (677, 0.99), (470, 0.95), (366, 0.90), (296, 0.85), (240, 0.80), (193, 0.75), (149, 0.70), (110, 0.65),
    (72, 0.60), (36, 0.55), (0, 0.50),
]  # fmt: skip


def fought(first, second, kind=LADDER):
    return build_battle("ab", (first, second), ended=NOON, kind=kind)


def expected(lead, curve="normal"):
    system = create_system("warlocks-elo", {"curve": curve})
    return system.expected(fought(Exit("standing"), Exit("dead", 1)), (Rating(1500 + lead), Rating(1500)))


def test_first_duel_starts_from_1500_and_moves_half_of_25():
    """E-1, E-4, E-7: nothing is rounded"""
    fold = replay_results(create_system("warlocks-elo"), [build_duel("a", "b", ended=NOON, kind=LADDER)])
    assert fold.table == {"a": Rating(1512.5, 1), "b": Rating(1487.5, 1)}


def test_friendly_duel_counts():
    """E-2"""
    fold = replay_results(create_system("warlocks-elo"), [build_duel("a", "b", ended=NOON, kind=FRIENDLY)])
    assert fold.table["a"].points == 1512.5


def test_very_friendly_duel_is_left_alone():
    """E-2"""
    fold = replay_results(create_system("warlocks-elo"), [build_duel("a", "b", ended=NOON, kind=VERY_FRIENDLY)])
    assert fold.table == {}


@pytest.mark.parametrize("kind", [LADDER, FRIENDLY])
def test_battle_of_three_is_left_alone(kind):
    """E-2"""
    result = build_battle("abc", (Exit("standing"), Exit("dead", 1), Exit("dead", 2)), ended=NOON, kind=kind)
    assert replay_results(create_system("warlocks-elo"), [result]).table == {}


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        (Exit("standing"), Exit("dead", 3), 12.5),
        (Exit("dead", 3), Exit("standing"), -12.5),
        (Exit("standing"), Exit("surrendered", 3), 10),
        (Exit("surrendered", 3), Exit("standing"), -10),
        (Exit("surrendered", 3), Exit("dead", 3), 12.5),  # to a corpse
        (Exit("dead", 3), Exit("surrendered", 3), -12.5),
        (Exit("dead", 3), Exit("dead", 3), 0),
        (Exit("surrendered", 3), Exit("surrendered", 3), 0),
    ],
)
def test_result_between_equals_moves_25_times_its_worth_less_a_half(first, second, change):
    """E-3, E-4"""
    a, b = create_system("warlocks-elo").rate(fought(first, second), (Rating(1500), Rating(1500)))
    assert a.points - 1500 == pytest.approx(change, abs=1e-9)
    assert b.points - 1500 == pytest.approx(-change, abs=1e-9)


@pytest.mark.parametrize(("lead", "chance"), PRINTED)
def test_bell_curve_meets_the_printed_points(lead, chance):
    """E-5: within 0.0011; all but 149 (off by 0.00101) and 677 within 0.001"""
    tolerance = 0.0011 if lead in (149, 677) else 0.001
    assert expected(lead) == pytest.approx((chance, 1 - chance), abs=tolerance)
    assert expected(-lead) == pytest.approx((1 - chance, chance), abs=tolerance)


def test_bell_curve_is_normal_with_sigma_2000_over_7():
    """E-5: one sigma ahead is erf(1 / sqrt 2), which leaves 0.8413 below."""
    assert expected(2000 / 7)[0] == pytest.approx(0.8413447460685429, abs=1e-12)
    assert erf(0.5**0.5) == pytest.approx(2 * 0.8413447460685429 - 1)


@pytest.mark.parametrize(("lead", "chance"), PRINTED)
def test_table_curve_meets_the_printed_points_exactly(lead, chance):
    """E-5"""
    assert expected(lead, "table")[0] == chance
    assert expected(-lead, "table")[0] == 1 - chance


@pytest.mark.parametrize(
    ("lead", "chance"), [(18, 0.525), (54, 0.575), (9, 0.5125), (331, 0.875), (418, 0.925), (573.5, 0.97)]
)
def test_table_curve_is_straight_between_the_points(lead, chance):
    """E-5"""
    assert expected(lead, "table")[0] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("lead", [677.5, 1000, 5000])
def test_table_curve_stays_where_the_table_ends(lead):
    """E-5, our choice"""
    assert expected(lead, "table") == (0.99, pytest.approx(0.01))


@pytest.mark.parametrize(("lead", "change"), [(366, "+0"), (677, "-2.3"), (240, "+2.5")])
def test_win_by_surrender_can_cost_rating(lead, change):
    """E-6: 25 × (0.9 − We), with We 0.90, 0.99 and 0.80"""
    system = create_system("warlocks-elo")
    result = fought(Exit("standing"), Exit("surrendered", 2))
    a, b = system.rate(result, (Rating(1500 + lead), Rating(1500)))
    assert system.change_shown(a.points - 1500 - lead) == change
    assert system.change_shown(1500 - b.points) == change


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        (0, "A surrender pays only 0.9, and more was expected of a. Winning this way costs rating."),
        (1, "Less than 0.1 was expected of b, so surrendering in time pays."),
    ],
)
def test_explanation_says_why_a_win_costs(seat, says):
    """E-6"""
    result = fought(Exit("standing"), Exit("surrendered", 2))
    steps = create_system("warlocks-elo").explain(result, (Rating(2177), Rating(1500)), seat)
    assert [step.rule for step in steps] == ["E-5", "E-3", "E-6", "E-4"]
    assert steps[2].sentence.text() == says


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (Exit("standing"), Exit("dead", 1), "a killed b."),
        (Exit("standing"), Exit("surrendered", 1), "b surrendered to a: a defeat, not a kill."),
        (Exit("surrendered", 1), Exit("dead", 1), "a surrendered to a corpse, which is a kill."),
        (Exit("dead", 1), Exit("standing"), "a died."),
        (Exit("surrendered", 1), Exit("standing"), "a surrendered, which saves a tenth."),
        (Exit("dead", 1), Exit("dead", 1), "Nobody won against the other, so a and b have a half each."),
    ],
)
def test_explanation_says_what_the_result_counts(first, second, says):
    """E-3"""
    steps = create_system("warlocks-elo").explain(fought(first, second), (Rating(1500), Rating(1500)), 0)
    assert [step.rule for step in steps] == ["E-5", "E-3", "E-4"]
    assert steps[1].sentence.text() == says


def test_rating_is_shown_as_a_whole_number():
    """E-7"""
    assert create_system("warlocks-elo").shown(Rating(1512.5)) == "1,513"


def test_k_factor_is_an_option():
    """E-4"""
    assert create_system("warlocks-elo", {"k": "32"}).gains(Rating(1500), Rating(1500), 1, {}) == (16, -16)
