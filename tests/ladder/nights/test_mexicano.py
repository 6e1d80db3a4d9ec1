"""The table of a night, and the rounds that follow from it."""

from collections import Counter

from ladder.nights.mexicano import plan_mexicano_round
from ladder.nights.night_table import NightRow, list_night_table
from tests.ladder.nights.scenario import STEPS, build_game

ALL = [(key,) for key in "ABCDEFGH"]
FIRST_ROUND = build_game("AD GH", 0.0, 15.0, (18, 6)), build_game("BE CF", 0.0, 15.0, (15, 9), court=2)


def build_points(**points):
    """Games of one against one in which these players have so many points, against x, who has none."""
    return [build_game(f"{key} x", 0.0, 15.0, (own, 0)) for key, own in points.items()]


def name_games(planned):
    return [" ".join("".join(side) for side in sides) for sides in planned.games]


def rank(games, players=""):
    return [(row.rank, row.key) for row in list_night_table(games, players) if row.key in STEPS]


def test_everybody_gets_the_points_of_their_side():
    assert list_night_table([build_game("AB CD", 0.0, 15.0, (15, 9))]) == [
        NightRow(1, "A", 15, 0, 15, 1),
        NightRow(1, "B", 15, 0, 15, 1),
        NightRow(3, "C", 9, 0, 9, 1),
        NightRow(3, "D", 9, 0, 9, 1),
    ]


def test_points_add_up_and_who_has_none_is_last():
    games = (
        build_game("AB CD", 0.0, 15.0, (15, 9)),
        build_game("AC BD", 15.0, 30.0, (13, 11)),
        build_game("AD BC", 30.0),
    )
    assert [(row.rank, row.key, row.points, row.games) for row in list_night_table(games, "ADE")] == [
        (1, "A", 28, 2),
        (2, "B", 26, 2),
        (3, "C", 22, 2),
        (4, "D", 20, 2),
        (5, "E", 0, 0),
    ]


def test_level_in_points_goes_by_the_points_between_them():
    """A and B both have 24; B beat A by 14 to 10, A made 14 elsewhere, and B 10."""
    games = [build_game("AC BD", 0.0, 15.0, (10, 14)), *build_points(A=14, B=10)]
    assert rank(games)[:2] == [(1, "B"), (2, "A")]
    turned = [build_game("AC BD", 0.0, 15.0, (14, 10)), *build_points(A=10, B=14)]
    assert rank(turned)[:2] == [(1, "A"), (2, "B")]


def test_points_with_one_another_are_not_between_them():
    """A and B have 20 each: 12 as partners and 8 elsewhere, B in one game and A in two."""
    games = [build_game("AB CD", 0.0, 15.0, (12, 9)), *build_points(A=6, B=8), *build_points(A=2)]
    assert [(row.key, row.between, row.best) for row in list_night_table(games)[:2]] == [("A", 0, 12), ("B", 0, 12)]
    assert rank(games)[:2] == [(1, "A"), (1, "B")]


def test_still_level_goes_by_the_highest_single_round():
    assert rank([*build_points(A=12, B=16, C=14), *build_points(A=12, B=8, C=10)]) == [(1, "B"), (2, "C"), (3, "A")]


def test_three_who_are_level_go_by_how_far_they_were_ahead_in_games_against_one_another():
    """All have 22. A beat B by 4, C beat A by 2, and B and C did not meet: A +2, C +2, B -4; C made 16 at once."""
    games = [
        build_game("A B", 0.0, 15.0, (14, 10)),
        build_game("A C", 0.0, 15.0, (4, 6)),
        *build_points(A=4, B=12, C=16),
    ]
    assert rank(games) == [(1, "C"), (2, "A"), (3, "B")]


def test_the_example_of_the_rules():
    """A 18, B 15, C 14, D 12, E 10, F 8, G 7, H 6."""
    games = build_points(A=18, B=15, C=14, D=12, E=10, F=8, G=7, H=6)
    planned = plan_mexicano_round(ALL, 2, games)
    assert name_games(planned) == ["AD BC", "EH FG"]
    assert planned.sitting_out == ()


def test_the_next_round_follows_from_the_games_of_the_last():
    """A and D have 18, B and E 15, C and F 9, G and H 6."""
    first, second = plan_mexicano_round(ALL, 2, FIRST_ROUND).games
    assert {"".join(sorted(map(str, side))) for side in first} <= {"AB", "AE", "BD", "DE"}
    assert {"".join(sorted(map(str, side))) for side in second} <= {"CG", "CH", "FG", "FH"}


def test_the_first_round_goes_by_rating_or_by_lot():
    assert name_games(plan_mexicano_round(ALL, 2, (), ratings=STEPS)) == ["AD BC", "EH FG"]
    seen = {tuple(name_games(plan_mexicano_round(ALL, 2, (), seed=seed))) for seed in range(10)}
    assert len(seen) == 10
    assert plan_mexicano_round(ALL, 2, (), seed=1) == plan_mexicano_round(ALL[::-1], 2, (), seed=1)


def test_one_to_three_sit_out_in_turns():
    """Seven on one court: three sit out in each round, after seven rounds each of them has three times."""
    entrants, sat_out = ALL[:7], []
    for _ in range(7):
        planned = plan_mexicano_round(entrants, 1, (), sat_out=sat_out, seed=len(sat_out))
        assert len(planned.sitting_out) == 3
        sat_out.append(planned.sitting_out)
        times = Counter(key for round_ in sat_out for key in round_)
        assert max(times.values()) - min(times[key] for key in "ABCDEFG") <= 1
    assert set(times.values()) == {3}


def test_who_sat_out_longest_ago_is_next_where_all_did_as_often():
    sat_out = ["AB", "CD", "E"]
    assert set(plan_mexicano_round(ALL[:5], 1, (), sat_out=sat_out, seed=1).sitting_out) <= {"A", "B"}


def test_who_sat_out_twice_long_ago_is_not_next():
    sat_out = ["B", "B", "C", "D", "E", "A"]
    assert plan_mexicano_round(ALL[:5], 1, (), sat_out=sat_out, seed=1).sitting_out == ("C",)


def test_points_stay_with_who_sits_out():
    """A sat out and keeps 30 points, and so is first again."""
    games = build_points(A=30, B=15, C=14, D=12, E=10)
    planned = plan_mexicano_round(ALL[:5], 1, games, sat_out=["A"])
    assert "A" in "".join(name_games(planned))[:2]


def test_more_than_the_courts_take_sit_out_too():
    planned = plan_mexicano_round(ALL, 1, (), seed=2)
    assert (len(planned.games), len(planned.sitting_out)) == (1, 4)


def test_sides_that_stay_together_meet_their_neighbours_in_the_table():
    sides = [tuple("AE"), tuple("BF"), tuple("CG"), tuple("DH")]
    games = build_game("AE BF", 0.0, 15.0, (9, 15)), build_game("CG DH", 0.0, 15.0, (16, 8), court=2)
    assert name_games(plan_mexicano_round(sides, 2, games)) == ["CG BF", "AE DH"]


def test_nobody_makes_no_round():
    assert plan_mexicano_round((), 2, ()).games == ()
    assert plan_mexicano_round(ALL[:3], 2, ()).sitting_out != ()
