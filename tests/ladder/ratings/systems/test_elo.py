"""Elo against FIDE's Rating Regulations effective from 1 March 2024, rules R-8 and R-9, and printed tables."""

from datetime import UTC, datetime

import pytest

from ladder.ratings import (
    Rating,
    RatingError,
    build_duel,
    check_result,
    create_system,
    has_plain_ratings,
    replay_results,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("elo")
FIDE = create_system("elo", {"k_factor": "fide", "chance": "table", "limit_difference": "yes"})
TABLE = create_system("elo", {"chance": "table"})

# FIDE's table 8.1.2 as it is printed, column by column: difference, and the expected score of the higher-rated player.
PRINTED_TABLE = """
0-3 .50  4-10 .51  11-17 .52  18-25 .53  26-32 .54  33-39 .55  40-46 .56  47-53 .57  54-61 .58  62-68 .59
69-76 .60  77-83 .61  84-91 .62  92-98 .63  99-106 .64  107-113 .65  114-121 .66  122-129 .67  130-137 .68
138-145 .69  146-153 .70  154-162 .71  163-170 .72  171-179 .73  180-188 .74  189-197 .75  198-206 .76
207-215 .77  216-225 .78  226-235 .79  236-245 .80  246-256 .81  257-267 .82  268-278 .83  279-290 .84
291-302 .85  303-315 .86  316-328 .87  329-344 .88  345-357 .89  358-374 .90  375-391 .91  392-411 .92
412-432 .93  433-456 .94  457-484 .95  485-517 .96  518-559 .97  560-619 .98  620-735 .99
"""
# FIDE's table 8.1.1: the difference that belongs to a score of .50, .51, .52 ... .99.
DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
)
# What a win, a draw and a loss are worth with K = 32 against an opponent who is so much above, as the page "Ratings in
# Practice" of goldtoken.com prints it.
GOLDTOKEN = {
    400: (29, 13, -3),
    300: (27, 11, -5),
    200: (24, 8, -8),
    100: (20, 4, -12),
    0: (16, 0, -16),
    -100: (12, -4, -20),
    -200: (8, -8, -24),
    -300: (5, -11, -27),
    -400: (3, -13, -29),
}


def game(score=1.0, first="a", second="b"):
    return build_duel(first, second, score, ended=NOON)


def change(system, own, opponent, score=1.0):
    return system.change(game(score), (own, opponent), 0)


def read_printed_rows():
    entries = PRINTED_TABLE.split()
    for span, share in zip(entries[::2], entries[1::2], strict=True):
        low, high = map(int, span.split("-"))
        yield low, high, float(share)


def test_newcomer_starts_at_1500_and_may_bring_a_rating_without_games():
    """A-1."""
    assert SYSTEM.initial() == Rating(1500)
    assert SYSTEM.opening(1712.5, 0, 0) == Rating(1712.5)
    assert SYSTEM.opening(1712.5, 40, 7) == Rating(1712.5, 40)


@pytest.mark.parametrize(("above", "printed"), GOLDTOKEN.items())
def test_worth_of_a_game_with_32_is_the_printed_one(above, printed):
    """A-2 to A-5."""
    own, opponent = Rating(1500), Rating(1500 + above)
    assert tuple(round(change(SYSTEM, own, opponent, score)) for score in (1, 0.5, 0)) == printed


def test_two_hundred_above_is_expected_to_score_three_quarters():
    """R-8: 0.76."""
    assert SYSTEM.expected(game(), (Rating(1700), Rating(1500))) == pytest.approx((0.76, 0.24), abs=0.0005)


@pytest.mark.parametrize(
    ("points", "k"), [(0, 32), (2099, 32), (2099.9, 32), (2100, 24), (2399, 24), (2399.9, 24), (2400, 16), (2900, 16)]
)
def test_bands_have_the_printed_k(points, k):
    """R-9: between equals half of K moves."""
    system = create_system("elo", {"k_factor": "bands"})
    assert change(system, Rating(points), Rating(points)) == k / 2


def test_printed_table_has_every_whole_difference():
    """FIDE 8.1.2, for both players."""
    seen = 0
    for low, high, share in read_printed_rows():
        assert low == seen
        for difference in range(low, high + 1):
            expected = TABLE.expected(game(), (Rating(1500 + difference), Rating(1500)))
            assert expected == pytest.approx((share, 1 - share))
            assert TABLE.expected(game(), (Rating(1500), Rating(1500 + difference))) == pytest.approx(
                (1 - share, share)
            )
        seen = high + 1
    for difference in (736, 900, 5000):
        assert TABLE.expected(game(), (Rating(1500 + difference), Rating(1500))) == (1, 0)


def test_printed_table_agrees_with_its_mirror():
    """FIDE 8.1.1 has for each score the difference that 8.1.2 has it for."""
    for percent, difference in enumerate(DIFFERENCES, 50):
        assert TABLE.expected(game(), (Rating(difference), Rating(0)))[0] == percent / 100


def test_difference_between_two_whole_numbers_is_rounded_for_the_table():
    """A-9, our choice: 3.4 is 3, and 3.5 is 4."""
    assert TABLE.expected(game(), (Rating(1503.4), Rating(1500)))[0] == 0.5
    assert TABLE.expected(game(), (Rating(1503.5), Rating(1500)))[0] == 0.51


@pytest.mark.parametrize(("own", "opponent", "share"), [(2000, 2420, 0.08), (2000, 1550, 0.92), (2200, 1000, 0.92)])
def test_more_than_400_counts_as_400(own, opponent, share):
    """FIDE 8.3.1, with the cases that chesselo.com works out."""
    assert FIDE.expected(game(), (Rating(own), Rating(opponent)))[0] == pytest.approx(share)
    limited = create_system("elo", {"limit_difference": "yes"})
    as_400 = SYSTEM.expected(game(), (Rating(own), Rating(own - 400 if own > opponent else own + 400)))
    assert limited.expected(game(), (Rating(own), Rating(opponent))) == as_400


@pytest.mark.parametrize(
    ("rating", "k"),
    [
        (Rating(1500, 0), 40),
        (Rating(1500, 29), 40),
        (Rating(1500, 30), 20),
        (Rating(2399.9, 30), 20),
        (Rating(2400, 30), 10),
        (Rating(2400, 3), 10),
        (Rating(2300, 99, True), 10),
    ],
)
def test_fide_has_the_printed_k(rating, k):
    """FIDE 8.3.3: between equals half of K moves."""
    assert change(FIDE, rating, Rating(rating.points)) == pytest.approx(k / 2)


def test_ten_is_for_good_once_2400_was_reached():
    """FIDE 8.3.3: "even if the rating drops below 2400"."""
    opening = {"a": Rating(2399, 50), "b": Rating(2399, 50), "c": Rating(2350, 50)}
    fold = replay_results(FIDE, [game(), game(0), game(0, "a", "c")], opening)
    assert [round(new.points - old.points, 4) for _, player, old, new, _ in fold.history if player == "a"] == [
        10.0,  # level, K 20: 2409
        -5.3,  # 20 above, .53, K 10 from now on: 2403.7
        -5.8,  # 54 above c, .58
    ]
    assert fold.table["a"].points < 2400
    assert fold.table["a"].memory is True
    assert change(FIDE, fold.table["a"], Rating(fold.table["a"].points)) == 5
    assert fold.table["b"].memory is None


def test_whoever_brings_2400_has_reached_it():
    assert FIDE.opening(2400, 0, 0) == Rating(2400, 0, True)
    assert FIDE.opening(2399, 0, 0) == Rating(2399)
    assert SYSTEM.opening(2500, 0, 0).memory is None


def test_only_one_k_for_everybody_is_zero_sum_and_only_fides_remembers():
    bands = create_system("elo", {"k_factor": "bands"})
    assert [one.zero_sum for one in (SYSTEM, TABLE, bands, FIDE)] == [True, True, False, False]
    assert [has_plain_ratings(one) for one in (SYSTEM, TABLE, bands, FIDE)] == [True, True, True, False]


def test_explanation_is_the_sum_of_the_rules():
    result, before = game(0), (Rating(1500, 40), Rating(1950, 12))
    mine, theirs = (FIDE.explain(result, before, seat) for seat in (0, 1))
    assert [step.sum for step in mine] == [
        "1,500.0 − 1,950.0 = −450.0, counted as −400",
        "We = 0.08",
        "K = 20",
        "20 × (0 − 0.08) = −1.6",
    ]
    assert mine[1].sentence.text() == (
        "The difference is in the row 392–411: .92 for the higher-rated player, .08 for the other."
    )
    assert [step.sum for step in theirs[2:]] == ["K = 40", "40 × (1 − 0.92) = +3.2"]
    steps = SYSTEM.explain(game(0.5), (Rating(1500), Rating(1700)), 0)
    assert [step.sum for step in steps[1:]] == [
        "1 ÷ (10^(200.0 ÷ 400) + 1) = 0.240",
        "K = 32",
        "32 × (0.5 − 0.240) = +8.31",
    ]


def test_ladder_of_a_game_without_draws_refuses_one():
    """A-4, by choice."""
    check_result(SYSTEM, game(0.5))
    with pytest.raises(RatingError):
        check_result(create_system("elo", {"draws": "no"}), game(0.5))
