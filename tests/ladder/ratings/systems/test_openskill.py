"""OpenSkill against what the documentation of the pinned package prints.

Source: openskill 6.2.0, its README (Limited Example) and its User Manual (The Basics, Ranks, Predicting Winners).
"""

from datetime import UTC, datetime
from importlib.metadata import version

import pytest

from ladder.formats import TEAM
from ladder.ratings import (
    Counts,
    Exit,
    PlayerFigures,
    Rating,
    RatingError,
    Result,
    build_battle,
    build_duel,
    build_tournament,
    check_result,
    create_system,
    list_options,
)
from ladder.ratings.systems.openskill import MODELS, SIGMA, Skill, arrange_match, read_skill, write_skill

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEM = create_system("openskill")
NEW = SYSTEM.initial()


def play_teams(sides, scores):
    """A match of sides, of which each player has the number."""
    return Result(TEAM, NOON, tuple("abcdef"[: len(sides)]), scores, sides=sides)


def test_the_package_is_the_one_whose_documentation_is_quoted():
    assert version("openskill") == "6.2.0"


def test_newcomer_has_mu_25_and_sigma_8_333():
    """The Basics: mu 25.0, sigma 8.333333333333334."""
    assert read_skill(NEW) == Skill(25.0, 8.333333333333334)
    assert NEW.points == 0


def test_printed_match_of_two_against_two():
    """The Basics: the winners have 26.964294621803063 and the losers 23.035705378196937, all 8.177962604389991."""
    after = SYSTEM.rate(play_teams((1, 1, 2, 2), (1.0, 1.0, 0.0, 0.0)), (NEW,) * 4)
    skills = [read_skill(rating) for rating in after]
    assert [one.mu for one in skills] == pytest.approx([26.964294621803063] * 2 + [23.035705378196937] * 2, abs=1e-12)
    assert [one.sigma for one in skills] == [8.177962604389991] * 4
    assert [one.experience for one in after] == [1] * 4


def test_two_newcomers_by_the_steps_of_the_paper():
    """Algorithm 4 by hand, with σ² = 25²/9 + 1/144 and β² = 25²/36, which are the package's defaults."""
    variance, beta = 625 / 9 + 1 / 144, 625 / 36
    c = (2 * (variance + beta)) ** 0.5
    sigma = (variance * (1 - variance / c**2 * 0.25 * variance**0.5 / c)) ** 0.5
    won, lost = SYSTEM.rate(build_duel("a", "b", ended=NOON), (NEW, NEW))
    assert won.points == pytest.approx(25 + variance / c / 2 - 3 * sigma, abs=1e-9)
    assert lost.points == pytest.approx(25 - variance / c / 2 - 3 * sigma, abs=1e-9)


def test_printed_ordinals():
    """Ranks: the ordinals of these players are 2.4304068086330872 and −1.4981824349730388."""
    after = SYSTEM.rate(play_teams((1, 1, 2, 2), (1.0, 1.0, 0.0, 0.0)), (NEW,) * 4)
    assert [after[0].points, after[2].points] == pytest.approx([2.4304068086330872, -1.4981824349730388], abs=1e-12)
    assert [SYSTEM.shown(after[0]), SYSTEM.shown(after[2])] == ["2.43", "-1.50"]


def test_printed_chances():
    """Predicting Winners: 0.2021226121041832 against somebody with a mu of 33.564 and a sigma of 1.123."""
    strong = write_skill(NEW, Skill(33.564, 1.123))
    chances = SYSTEM.expected(build_duel("a", "b", ended=NOON), (NEW, strong))
    assert chances == pytest.approx((0.2021226121041832, 0.7978773878958167), abs=1e-12)


@pytest.mark.parametrize(
    ("result", "ranks"),
    [
        (build_duel("a", "b", 0, ended=NOON), [2, 1]),
        (build_duel("a", "b", 0.5, ended=NOON), [1, 1]),
        (build_tournament("abc", (3, 1, 1), field=9, ended=NOON), [2, 1, 1]),
        (build_battle("abc", (Exit("dead", 1), Exit("standing"), Exit("surrendered", 2)), ended=NOON), [3, 1, 2]),
        (build_battle("abc", (Exit("dead", 1), Exit("dead", 2), Exit("dead", 2)), ended=NOON), [2, 1, 1]),
        (play_teams((1, 2, 2), (0.0, 1.0, 1.0)), [2, 1]),
    ],
)
def test_sides_are_ranked_by_place_score_and_round(result, ranks):
    assert arrange_match(result).ranks == ranks


@pytest.mark.parametrize("model", MODELS)
def test_every_model_moves_the_winner_up_and_makes_both_surer(model):
    won, lost = create_system("openskill", {"model": model}).rate(build_duel("a", "b", ended=NOON), (NEW, NEW))
    assert read_skill(won).mu > 25 > read_skill(lost).mu
    assert max(read_skill(won).sigma, read_skill(lost).sigma) < SIGMA


def test_limited_deviation_never_grows():
    known = write_skill(NEW, Skill(25, 0.05))
    results = build_duel("a", "b", ended=NOON), (known, known)
    assert SYSTEM.rate(*results)[0].memory[0] > 0.05
    assert create_system("openskill", {"limit": "yes"}).rate(*results)[0].memory == [0.05]
    assert [one.name for one in list_options(SYSTEM)] == ["model", "limit", "takes", "draws"]


def test_a_board_may_take_only_some_matches():
    assert [kind.key for kind in create_system("openskill", {"takes": "both"}).kinds] == ["rated", "team"]
    assert [kind.key for kind in SYSTEM.kinds] == ["rated", "team", "ladder", "tournament"]


def test_no_rating_is_too_far_away_to_be_rated():
    before = write_skill(NEW, Skill(1e6, 8)), write_skill(NEW, Skill(-1e6, 8))
    after = SYSTEM.rate(build_duel("a", "b", 0, ended=NOON), before)
    assert after[0].points < before[0].points
    assert after[0].points == pytest.approx(1e6, rel=0.01)


def test_explanation_names_the_paper_and_what_went_in_and_came_out():
    """In a match of three against one, by rank: the one who won first."""
    steps = SYSTEM.explain(play_teams((1, 2, 1, 1), (0.0, 1.0, 0.0, 0.0)), (NEW,) * 4, 1)
    said = " ".join(f"{step.sentence.text(str.upper)} {step.sum}" for step in steps)
    assert "Weng and Lin (2011), JMLR 12" in said
    assert "rank 1: B 25.00 ± 8.33; rank 2: A 25.00 ± 8.33 and C 25.00 ± 8.33 and D 25.00 ± 8.33" in said
    assert steps[-1].value == SYSTEM.change(play_teams((1, 2, 1, 1), (0.0, 1.0, 0.0, 0.0)), (NEW,) * 4, 1)


def test_a_crowd_and_a_player_alone_are_not_rated():
    crowd = tuple(range(201))
    with pytest.raises(RatingError, match="at most 200 players"):
        check_result(SYSTEM, build_tournament(crowd, tuple(1 + place for place in crowd), ended=NOON))
    check_result(SYSTEM, build_tournament(crowd[:200], tuple(1 + place for place in crowd[:200]), ended=NOON))
    assert not SYSTEM.concerns(build_tournament("a", (1,), field=5, ended=NOON))


def test_a_share_of_mu_and_sigma_is_carried_over():
    assert read_skill(SYSTEM.carry(write_skill(Rating(0), Skill(31, SIGMA / 2)), 0.5)) == pytest.approx(
        (28, SIGMA * 3 / 4)
    )


@pytest.mark.parametrize(
    ("counts", "printed"),
    [
        (Counts(8, 4), "firsts in 4 of 8"),
        (Counts(8, 0), "firsts in 0 of 8"),
        (Counts(5, 3, 0, 2), "3–2"),
        (Counts(6, 3, 1, 2), "3–1–2"),
    ],
)
def test_record_of_free_for_alls_says_how_often_somebody_was_first(counts, printed):
    record = next(one for one in create_system("openskill").about.columns if one.key == "record")
    assert record.value(PlayerFigures(Rating(0), counts, 0)) == printed
