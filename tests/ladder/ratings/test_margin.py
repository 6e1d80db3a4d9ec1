"""The goal difference index of the World Football Elo Ratings (eloratings.net/about) as a factor of a change."""

import pytest

from ladder.formats import RETIRED, TEAM, Game, ParticipantResult, add_games, build_duel, parse_games
from ladder.ratings import SAMPLE_DAY, BoardRules, Rating, create_system, replay_results
from ladder.ratings.margin import find_margin, find_margin_index

# "increased by half if a game is won by two goals, by 3/4 if by three, and by 3/4 + (N-3)/8 if by N of four or more"
INDEX = [(0, 1), (1, 1), (2, 1.5), (3, 1.75), (4, 1.875), (5, 2), (10, 2.625)]
PAIR = (Rating(630), Rating(500))


def played(score, first=1.0, ending=""):
    return add_games(build_duel("a", "b", first, ended=SAMPLE_DAY), parse_games(score), ending)


@pytest.mark.parametrize(("margin", "index"), INDEX)
def test_the_index_is_that_of_the_source(margin, index):
    assert find_margin_index(margin) == index


def test_games_count_and_of_one_game_the_points():
    scores = ["3-1", "11-7 9-11 11-5", "11-7 11-5 11-2", "6-0 6-0", "11-0", ""]
    assert [find_margin(played(score)) for score in scores] == [2, 1, 3, 2, 11, 0]
    assert find_margin(played("3-1 in games")) == 2
    assert find_margin(played("6-0 3-0", ending=RETIRED)) == 0
    assert find_margin(played("2-2", 0.5)) == 0


def test_the_change_is_the_formula_of_the_source_worked_by_hand():
    # 630 against 500, K 20, expected 0.679: 3-1 is 20 x 1.5 x 0.321, 1-3 20 x 1.5 x -0.679, 2-2 20 x -0.179
    system = create_system("elo", {"k": 20.0, "margin": True})
    for score, first, change in [("3-1", 1.0, 9.63), ("1-3", 0.0, -20.37), ("2-2", 0.5, -3.58)]:
        after = BoardRules(system).rate(played(score, first), PAIR)
        assert after[0].points == pytest.approx(630 + change, abs=0.01)
        assert after[0].points + after[1].points == pytest.approx(1130)


def test_the_margin_is_explained_and_the_last_step_is_the_change():
    system, result = create_system("elo", {"k": 20.0, "margin": True}), played("11-7 11-5 11-2")
    steps = BoardRules(system).explain(result, PAIR, 0)
    assert steps[-1].value == system.change(result, PAIR, 0)
    assert steps[-1].sum == "1.75 × +6.42 = +11.24"
    assert (
        steps[-1].sentence.text(str) == "The match was won by 3 games, so the change counts (11 + 3) ÷ 8 = 1.750 times."
    )
    assert len(BoardRules(system).explain(played("11-7 9-11 11-5"), PAIR, 0)) == len(steps) - 1
    said = BoardRules(system).explain(played("3-1 in sets"), PAIR, 0)[-1].sentence.text(str)
    assert said == "The match was won by 2 games, so the change counts 1.5 times."
    plain = create_system("elo", {"k": 20.0})
    assert BoardRules(plain).rate(result, PAIR) == BoardRules(plain).rate(result._replace(games=()), PAIR)


def test_sides_and_handicaps_count_the_margin_too():
    system = create_system("elo", {"margin": True, "takes": "both"})
    sides = [
        ParticipantResult(name, score, side=side)
        for name, score, side in zip("abcd", (0, 0, 1, 1), (1, 1, 2, 2), strict=True)
    ]
    team = TEAM.format.build(sides, kind=TEAM, ended=SAMPLE_DAY)
    before = (Rating(1500),) * 4
    clear = add_games(team, (Game(1, 6), Game(2, 6)))
    assert [one.points for one in BoardRules(system).rate(clear, before)] == [1476, 1476, 1524, 1524]
    assert BoardRules(system).explain(clear, before, 2)[-1].value == 24
    agreed = build_duel("a", "b", ended=SAMPLE_DAY, facts={"handicap": 100})
    agreed = add_games(agreed, (Game(6, 0), Game(6, 0)))
    assert (
        BoardRules(system).explain(agreed, PAIR, 0)[-1].value == BoardRules(system).rate(agreed, PAIR)[0].points - 630
    )


def test_a_replay_counts_the_margin():
    system = create_system("elo", {"margin": True})
    fold = replay_results(system, [played("6-0 6-0"), played("6-4 3-6 6-4")])
    assert fold.table["a"].points == pytest.approx(1524 + 32 * (1 - 1 / (1 + 10 ** (-48 / 400))))


def test_a_long_match_counts_its_length_first_and_then_its_margin():
    # B-3 between equals: half of 4 x the square root of 9 is 6, and 9-5 counts (11 + 4) / 8 times; a loss by 5-3 of 4
    # x the square root of 5 half of it 1.5 times
    system, level = create_system("match-length-elo", {"margin": True}), (Rating(1800),) * 2
    long = played("9-5")._replace(facts={"length": 9})
    assert [one.points for one in BoardRules(system).rate(long, level)] == pytest.approx([1811.25, 1788.75])
    steps = BoardRules(system).explain(long, level, 1)
    assert (steps[-1].rule, steps[-1].value) == ("A-11", -11.25)
    assert steps[-1].sum == "1.875 × −6 = −11.25"
    short = played("3-5", 0.0)._replace(facts={"length": 5})
    assert BoardRules(system).rate(short, level)[0].points == pytest.approx(1800 - 1.5 * 2 * 5**0.5)
    plain = create_system("match-length-elo", {})
    assert BoardRules(plain).rate(long, level)[0].points == 1806
    fold = replay_results(system, [long])
    assert fold.table["a"].points == 1811.25
