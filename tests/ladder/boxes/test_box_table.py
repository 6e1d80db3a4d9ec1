"""The table of a box: each rule for who is level, by hand."""

import pytest

from ladder.boxes.queries.box_table import BoxMatch, build_box_rows, rank_box
from ladder.ratings.systems.match_points import (
    CONCEDED,
    DIRECT,
    FORFEIT_POINTS,
    GAMES_DIFFERENCE,
    GAMES_LOST,
    POINTS,
    START,
    WINS,
)

pytestmark = pytest.mark.once
A, B, C, D = 1, 2, 3, 4


def play(first, second, points, games=(0, 0), *, score=1.0, rallies=(0, 0), is_forfeit=False):
    return BoxMatch((first, second), points, (score, 1 - score), games, rallies, is_forfeit)


def rank(matches, levels, players=(A, B, C)):
    rows = build_box_rows({player: place for place, player in enumerate(players, start=1)}, matches)
    return [row.player for row in rank_box(rows, matches, levels)]


def test_a_row_adds_up_what_the_matches_gave():
    first = play(A, B, (5, 2), (3, 1), rallies=(40, 31))
    second = play(C, A, (6, 0), is_forfeit=True)
    stopped = play(B, C, (3.5, 3.5), (1, 1), score=0.5, rallies=(20, 20))
    rows = {row.player: row for row in build_box_rows({A: 1, B: 2, C: 3}, [first, second, stopped])}
    assert (rows[A].points, rows[A].played, rows[A].won) == (5, 1, 1)  # A did not come to the second
    assert (rows[B].points, rows[B].played, rows[B].won) == (5.5, 2, 0)
    assert (rows[C].points, rows[C].played, rows[C].won, rows[C].forfeit_points) == (9.5, 2, 1, 6)
    assert (rows[A].games_won, rows[A].games_lost, rows[A].conceded) == (3, 1, 31)
    assert (rows[B].games_won, rows[B].games_lost, rows[B].conceded) == (2, 4, 60)


@pytest.mark.parametrize(
    ("level", "matches", "order"),
    [
        (POINTS, [play(C, A, (4, 3)), play(B, C, (3, 4))], [C, A, B]),
        (WINS, [play(A, C, (2, 2), score=0.5), play(B, C, (2, 1))], [B, A, C]),
        (GAMES_LOST, [play(A, C, (5, 2), (3, 2)), play(B, C, (5, 1), (3, 1))], [B, A, C]),  # 2, 1 and 6
        (GAMES_DIFFERENCE, [play(A, C, (5, 2), (3, 2)), play(B, C, (5, 1), (3, 1))], [B, A, C]),  # 1, 2 and -3
        (FORFEIT_POINTS, [play(A, C, (5, 0), is_forfeit=True), play(B, C, (5, 1))], [B, C, A]),
        (CONCEDED, [play(A, C, (5, 1), rallies=(33, 30)), play(B, C, (5, 1), rallies=(33, 12))], [B, A, C]),
        (START, [play(C, A, (6, 1)), play(C, B, (6, 1))], [A, B, C]),
    ],
)
def test_each_rule_tells_players_apart(level, matches, order):
    assert rank(matches, [level]) == order


def test_the_match_between_two_who_are_level():
    matches = [play(B, A, (5, 2)), play(A, C, (5, 2)), play(C, B, (5, 2))]
    two = [*matches, play(A, D, (5, 0)), play(B, D, (5, 0)), play(D, C, (5, 0))]
    # A 2+5+5 = 12, B 5+2+5 = 12, C 2+5+0 = 7, D 5: B beat A
    assert rank(two, [POINTS, DIRECT], (A, B, C, D)) == [B, A, C, D]


def test_three_in_a_circle_are_told_apart_by_what_comes_next():
    circle = [play(A, B, (5, 2), (3, 1)), play(B, C, (5, 2), (3, 0)), play(C, A, (5, 2), (3, 2))]
    # 7 each in the matches among them, a win each; games: A 5-4, B 4-3, C 3-5
    assert rank(circle, [POINTS, DIRECT, WINS]) == [A, B, C]  # as they began
    assert rank(circle, [POINTS, DIRECT, WINS, GAMES_LOST]) == [B, A, C]
    assert rank(circle, [POINTS, DIRECT, WINS, GAMES_DIFFERENCE]) == [A, B, C]  # +1 each but C, and as they began


def test_of_three_the_two_who_are_left_are_told_apart_by_their_match():
    among = [play(B, A, (5, 3)), play(A, C, (5, 1)), play(C, B, (5, 3))]
    rest = [play(D, A, (5, 3)), play(D, B, (5, 3)), play(C, D, (5, 0))]
    # A 3+5+3, B 5+3+3 and C 1+5+5 are 11 each; among the three A 8, B 8, C 6; B beat A
    assert rank([*among, *rest], [POINTS, DIRECT], (A, B, C, D)) == [B, A, C, D]


def test_the_match_of_two_who_are_level_counts_not_theirs_against_others():
    """A and B are level, and have not played: C, whom both played, is not among them."""
    matches = [play(A, C, (3, 2)), play(B, C, (3, 1))]
    assert rank(matches, [POINTS, DIRECT, START]) == [A, B, C]
    assert rank([*matches, play(B, A, (0, 0))], [POINTS, DIRECT, WINS]) == [B, A, C]  # 0 each, and B has two wins


def test_more_wins_stand_before_more_points():
    matches = [play(A, B, (5, 3)), play(A, C, (5, 3)), play(D, A, (7, 1)), play(B, D, (7, 1)), play(C, B, (5, 3))]
    # wins: A 2, B 1, C 1, D 1; points: A 11, B 13, C 8, D 8; C and D are level, and have not played: as they began
    assert rank(matches, [WINS, POINTS, DIRECT], (A, B, C, D)) == [A, B, C, D]


def test_whoever_is_level_in_all_stands_as_they_began():
    assert rank([], [POINTS, DIRECT, WINS], (C, A, B)) == [C, A, B]


def test_halves_that_are_added_in_another_order_are_level():
    matches = [play(A, C, (0.1, 0)), play(A, D, (0.2, 0)), play(B, C, (0.3, 0)), play(B, A, (0, 0), score=0.0)]
    assert rank(matches, [POINTS, DIRECT, WINS], (B, A, C, D)) == [A, B, C, D]  # 0.1 + 0.2 and 0.3: A won three
