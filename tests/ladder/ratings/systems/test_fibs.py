"""FIBS against the server's help page (F-1 to F-7) and the tables that others printed from it."""

from datetime import UTC, datetime

import pytest

from ladder.ratings import Rating, RatingError, build_duel, check_result, create_system, replay_results

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("fibs")
VETERAN = 400
LENGTHS = (1, 3, 5, 7, 9)

# What a win and a loss are worth against an opponent who is so much above, in matches to 1, 3, 5, 7 and 9, as the
# page "Ratings in Practice" of goldtoken.com prints it for players with 400 games. Only for the loss of 1.93 to 5
# against 500 above it has a whole 2.
GOLDTOKEN = {
    1000: ((3.0, 1.0), (6.1, 0.8), (8.3, 0.6), (10.1, 0.5), (11.6, 0.4)),
    500: ((2.6, 1.4), (5.1, 1.9), (7.0, 1.9), (8.7, 1.9), (10.2, 1.8)),
    250: ((2.3, 1.7), (4.3, 2.6), (5.9, 3.1), (7.2, 3.4), (8.4, 3.6)),
    0: ((2.0, 2.0), (3.5, 3.5), (4.5, 4.5), (5.3, 5.3), (6.0, 6.0)),
}
# The favourite's chance by the difference, in matches to 1, 3, 5, 7, 9 and 11: the table "batting average for favorite
# to maintain his rating" of message 45 in the archive of rec.games.backgammon at bkgm.com.
BATTING_AVERAGES = {
    0: (0.500, 0.500, 0.500, 0.500, 0.500, 0.500),
    100: (0.529, 0.550, 0.564, 0.576, 0.585, 0.594),
    200: (0.557, 0.598, 0.626, 0.648, 0.666, 0.682),
    300: (0.585, 0.645, 0.684, 0.714, 0.738, 0.759),
    400: (0.613, 0.689, 0.737, 0.772, 0.799, 0.822),
    500: (0.640, 0.730, 0.784, 0.821, 0.849, 0.871),
    600: (0.666, 0.768, 0.824, 0.861, 0.888, 0.908),
    700: (0.691, 0.802, 0.858, 0.894, 0.918, 0.935),
}


def match(score=1.0, length=1, first="a", second="b"):
    return build_duel(first, second, score, ended=NOON, facts={"length": length})


def changes(result, first, second, system=SYSTEM):
    before = first, second
    return tuple(new.points - old.points for new, old in zip(system.rate(result, before), before, strict=True))


def test_newcomer_starts_at_1500_without_experience():
    """F-1."""
    assert SYSTEM.initial() == Rating(1500, 0)


@pytest.mark.parametrize(("above", "printed"), GOLDTOKEN.items())
def test_worth_of_a_match_is_the_printed_one(above, printed):
    """F-3, F-4, with K = 1."""
    own, opponent = Rating(1500, VETERAN), Rating(1500 + above, VETERAN)
    for length, (win, loss) in zip(LENGTHS, printed, strict=True):
        assert changes(match(1, length), own, opponent) == pytest.approx((win, -win), abs=0.051)
        assert changes(match(0, length), own, opponent) == pytest.approx((-loss, loss), abs=0.051)
        assert changes(match(1, length), opponent, own) == pytest.approx((loss, -loss), abs=0.051)


@pytest.mark.parametrize(("above", "printed"), BATTING_AVERAGES.items())
def test_chances_are_the_printed_ones(above, printed):
    """F-3."""
    before = Rating(1500 + above, VETERAN), Rating(1500, VETERAN)
    for length, share in zip((1, 3, 5, 7, 9, 11), printed, strict=True):
        assert SYSTEM.expected(match(length=length), before) == pytest.approx((share, 1 - share), abs=0.0005)


@pytest.mark.parametrize(("experience", "k"), [(0, 5), (100, 4), (200, 3), (399, 1.01), (400, 1), (5000, 1)])
def test_each_player_has_the_k_of_their_own_experience(experience, k):
    """F-5: an equal 1-point match between experienced players is worth exactly 2 points."""
    newcomer, veteran = Rating(1500, experience), Rating(1500, VETERAN)
    assert changes(match(1), newcomer, veteran) == pytest.approx((2 * k, -2))
    assert changes(match(0), newcomer, veteran) == pytest.approx((-2 * k, 2))


def test_experience_may_count_the_match_itself():
    """F-7: Kp = max(1, 5 - (Ep + N) / 100), as the glossary of MacFIBS has it."""
    system = create_system("fibs", {"counted": "with"})
    before = Rating(1500, 0), Rating(1500, 395)
    assert changes(match(1, 9), *before, system) == pytest.approx((6 * 4.91, -6))
    assert changes(match(1, 9), *before) == pytest.approx((6 * 5, -6 * 1.05))


def test_experience_is_the_length_of_all_matches():
    """F-6."""
    fold = replay_results(SYSTEM, [match(1, 5), match(0, 7)])
    assert [rating.experience for rating in fold.table.values()] == [12, 12]


@pytest.mark.parametrize("keep", [1, 0.5, 0])
def test_experience_lasts_for_all_seasons(keep):
    """F-6."""
    assert SYSTEM.carry(Rating(1700, 130), keep) == Rating(1500 + keep * 200, 130)


def test_draws_and_matches_without_length_are_refused():
    with pytest.raises(RatingError, match=r"FIBS has no draws\."):
        check_result(SYSTEM, match(0.5))
    with pytest.raises(RatingError, match=r"Match length is missing\."):
        check_result(SYSTEM, build_duel("a", "b", ended=NOON))


def test_explanation_is_the_sum_of_the_rules():
    """F-2 to F-5: the underdog by 500 wins to 5 with an experience of 100."""
    result, before = match(1, 5), (Rating(1500, 100), Rating(2000, VETERAN))
    mine, theirs = (SYSTEM.explain(result, before, seat) for seat in (0, 1))
    assert [step.sum for step in mine] == [
        "D = 2,000.0 − 1,500.0 = 500.0",
        "P = 1 ÷ (10^(500.0 × √5 ÷ 2000) + 1) = 0.2163; 1 − P = 0.7837",
        "K = 5 − 100 ÷ 100 = 4.00",
        "4 × 4.00 × √5 × 0.7837 = 28.04, shown as +28",
    ]
    assert [step.sum for step in theirs][2:] == ["K = 1", "4 × 1.00 × √5 × 0.7837 = 7.01, shown as −7"]
    assert mine[1].sentence.text() == "P is a’s chance. The underdog won, so 1 − P was unlikely."
