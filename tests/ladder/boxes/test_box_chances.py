"""The rest of a box played many times agrees with all of its ends, and ranks each play as a table does."""

import random
import subprocess
import sys
from itertools import combinations, product
from math import prod, sqrt
from pathlib import Path

import numpy as np
import pytest

from ladder.boxes.queries import box_chances
from ladder.boxes.queries.box_chances import (
    BOX_PLAYS,
    BoxState,
    OpenBoxMatch,
    PossibleResult,
    bound_possible_places,
    find_possible_places,
    list_all_ends,
    play_box_on,
    rank_plays,
)
from ladder.boxes.queries.box_table import BoxMatch, build_box_rows, rank_box
from ladder.boxes.queries.possible_results import add_unplayed_results, list_games_results, list_match_results
from ladder.formats import parse_score_rule
from ladder.ratings.systems.match_points import (
    CONCEDED,
    DIRECT,
    FORFEIT_POINTS,
    GAMES_DIFFERENCE,
    GAMES_LOST,
    POINTS,
    START,
    WINS,
    MatchPoints,
)

LEVEL_ORDERS = (
    (POINTS, DIRECT, WINS),
    (POINTS, DIRECT, WINS, GAMES_DIFFERENCE, START),
    (WINS, POINTS, DIRECT, GAMES_LOST),
    (WINS, DIRECT, POINTS),
    (POINTS, WINS, DIRECT, CONCEDED, FORFEIT_POINTS),
    (WINS,),
)
BEST_OF_FIVE = parse_score_rule("best of 5 games to 11, 2 clear")
SEED = (739_000, 7)


def make_win(first, second, points=(1.0, 0.0)):
    return BoxMatch((first, second), points, (1.0, 0.0))


def make_open(first, second, chance):
    other = BoxMatch((first, second), (0.0, 1.0), (0.0, 1.0))
    return OpenBoxMatch(
        (first, second), (PossibleResult(chance, make_win(first, second)), PossibleResult(1 - chance, other))
    )


def make_random_box(seed, *, size=None, most_open=None, levels=None, scores=True):
    """Return a box in which some matches are open, with few different points so that many are level."""
    lot = random.Random(seed)
    size = size or lot.randint(2, 6)
    pairs = list(combinations(range(10, 10 + size), 2))
    lot.shuffle(pairs)
    count = lot.randint(0, min(len(pairs), most_open or len(pairs)))
    played = []
    for pair in pairs[count:]:
        one = [*list_match_results(pair, lot.random(), MatchPoints(), BEST_OF_FIVE).results]
        played.append(lot.choice(one).match._replace(is_forfeit=lot.random() < 0.1, rallies=(lot.randint(0, 3), 2)))
    rule = BEST_OF_FIVE if scores else None
    open_matches = [list_match_results(pair, lot.uniform(0.1, 0.9), MatchPoints(), rule) for pair in pairs[:count]]
    order = lot.sample(range(10, 10 + size), size)
    positions = {player: place for place, player in enumerate(order, start=1)}
    return BoxState(positions, played, open_matches, levels or lot.choice(LEVEL_ORDERS))


def rank_end(state, numbers):
    matches = [*state.played, *(one.results[number].match for one, number in zip(state.open, numbers, strict=True))]
    return [row.player for row in rank_box(build_box_rows(state.positions, matches), matches, state.levels)]


@pytest.mark.parametrize("levels", LEVEL_ORDERS)
def test_every_play_is_ranked_as_the_table_ranks_it(levels):
    ties = 0
    for seed in range(40):
        state = make_random_box(seed, levels=levels)
        plays = play_box_on(state, SEED, 25)
        for numbers, places in zip(plays.results.T, plays.places.T, strict=True):
            ranked = rank_end(state, numbers)
            assert [ranked.index(player) for player in state.players] == list(places)
            matches = [*state.played, *(one.results[n].match for one, n in zip(state.open, numbers, strict=True))]
            sums = [row.points for row in build_box_rows(state.positions, matches)]
            ties += len(set(sums)) < len(sums)
    assert ties > 100


@pytest.mark.parametrize("seed", range(12))
def test_shares_agree_with_all_ends(seed):
    """Within four standard errors of 10,000 plays."""
    state = make_random_box(seed, most_open=8, scores=False)
    exact = {player: [0.0] * len(state.players) for player in state.players}
    for numbers in product(*(range(len(one.results)) for one in state.open)):
        chance = prod(one.results[number].chance for one, number in zip(state.open, numbers, strict=True))
        for place, player in enumerate(rank_end(state, numbers)):
            exact[player][place] += chance
    plays = play_box_on(state, SEED)
    for player in state.players:
        for share, true in zip(plays.count_shares(player), exact[player], strict=True):
            true = min(max(true, 0.0), 1.0)
            assert abs(share - true) <= 4 * sqrt(true * (1 - true) / BOX_PLAYS) + 1e-9
        assert find_possible_places(state)[player] == {place for place, true in enumerate(exact[player]) if true}


def test_shares_after_a_win_and_a_loss_make_up_those_before():
    open_matches = [make_open(1, 2, 0.3), make_open(2, 3, 0.6)]
    state = BoxState({1: 1, 2: 2, 3: 3}, [make_win(1, 3)], open_matches, (POINTS, DIRECT))
    plays = play_box_on(state, SEED)
    won, lost = plays.count_shares(1, (0, 1)), plays.count_shares(1, (0, 2))
    assert won == [1.0, 0.0, 0.0]  # two wins of two
    assert lost == pytest.approx([0.4, 0.6, 0.0], abs=0.024)  # 3 beats 2, and all three have a win
    for place, share in enumerate(plays.count_shares(1)):
        weight = float(np.mean(plays.results[0] == 0))
        assert share == pytest.approx(weight * won[place] + (1 - weight) * lost[place])


def test_a_win_that_decides_leaves_one_place_and_a_likely_one_all():
    state = BoxState({1: 1, 2: 2, 3: 3}, [], [make_open(1, 2, 0.9999), make_open(2, 3, 0.5)], (POINTS, DIRECT))
    assert find_possible_places(state)[1] == {0, 1, 2}
    assert find_possible_places(state.fix_winner(0, 1))[1] == {0}  # level with 2 or 3 at most, and first at the start
    assert find_possible_places(state.fix_winner(0, 2))[1] == {1, 2}


def test_bounds_hold_all_places_that_can_come_about():
    tight = 0
    for seed in range(60):
        state = make_random_box(seed, most_open=5, levels=(POINTS, DIRECT, WINS))
        bound = bound_possible_places(state)
        ranked = rank_plays(state, list_all_ends([len(one.results) for one in state.open]))
        for column, player in enumerate(state.players):
            assert {*ranked[column].tolist()} <= bound[player]
            tight += len(bound[player]) < len(state.players)
    assert tight > 100


def test_who_withdrew_stands_last_in_every_play():
    state = make_random_box(3, size=5, levels=(POINTS, DIRECT))
    gone = frozenset(state.players[:2])
    away = BoxState(state.positions, state.played, state.open, state.levels, gone)
    assert play_box_on(away, SEED).places[:2].min() == 3
    assert all(places <= {3, 4} for player, places in bound_possible_places(away).items() if player in gone)


def test_a_result_that_comes_in_leaves_the_plays_of_other_matches_as_they_were():
    state = make_random_box(5, size=5, levels=(POINTS, DIRECT))
    fewer = BoxState(state.positions, state.played, state.open[1:], state.levels)
    assert (play_box_on(state, SEED).results[1:] == play_box_on(fewer, SEED).results).all()
    assert (play_box_on(state, SEED).results != play_box_on(state, (SEED[0] + 1, SEED[1])).results).any()


def test_the_same_day_and_box_give_the_same_figures_in_another_process():
    program = (
        "from tests.ladder.boxes.test_box_chances import *\n"
        "plays = play_box_on(make_random_box(5, size=5), SEED)\n"
        "print([plays.count_shares(player) for player in plays.state.players])"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert "0." in answers.pop()


def test_games_are_won_with_the_chance_that_gives_that_of_the_match():
    even = [(one.won, round(one.chance, 6)) for one in list_games_results(0.5, 5)]
    assert even[:3] == [((3, 0), 0.125), ((3, 1), 0.1875), ((3, 2), 0.1875)]
    assert even[3:] == [((2, 3), 0.1875), ((1, 3), 0.1875), ((0, 3), 0.125)]
    # best of five with 60 % of the games: 0.216, 0.2592 and 0.20736
    found = {one.won: one.chance for one in list_games_results(0.68256, 5)}
    assert [found[one] for one in ((3, 0), (3, 1), (3, 2))] == pytest.approx([0.216, 0.2592, 0.20736])
    drawn = {one.won: one.chance for one in list_games_results(0.5, 2)}
    assert drawn == pytest.approx({(2, 0): 0.25, (1, 1): 0.5, (0, 2): 0.25})


@pytest.mark.parametrize(
    ("options", "rule", "points"),
    [
        ({}, BEST_OF_FIVE, [(5, 1), (5, 2), (5, 3), (3, 5), (2, 5), (1, 5)]),  # M-2: 1 + games + 1
        ({"counting": "table"}, BEST_OF_FIVE, [(6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6)]),  # M-3
        ({}, None, [(2, 1), (1, 2)]),  # M-10
        ({"playing": 0, "game": 0, "win": 0, "point": 1}, parse_score_rule("one set to 6, 2 clear"), [(6, 4), (4, 6)]),
    ],
)
def test_results_give_the_points_of_the_board(options, rule, points):
    match = list_match_results((1, 2), 0.5, MatchPoints(**options), rule)
    assert [one.match.points for one in match.results] == points


def test_a_match_may_stay_unplayed_but_is_never_drawn_so():
    usual = list_match_results((1, 2), 0.5, MatchPoints(), None)
    match = add_unplayed_results(usual, MatchPoints())
    assert [one.match.points for one in match.results[2:]] == [(0, 0), (5, 0), (4, 0), (0, 5), (0, 4)]  # M-8, M-9
    state = BoxState({1: 1, 2: 2}, [make_win(2, 1)], [match], (POINTS,))
    assert set(play_box_on(state, SEED).results[0].tolist()) == {0, 1}
    assert [set(find_possible_places(one)[2]) for one in (state, state.fix_winner(0, 2))] == [{0, 1}, {0}]


def test_nothing_is_sure_that_an_unplayed_match_could_change():
    """Who has played all is ahead of those who still play, unless they do."""
    wins = [PossibleResult(0.5, make_win(2, 3, (5.0, points))) for points in (2.0, 3.0)]
    match = OpenBoxMatch((2, 3), tuple(wins))
    state = BoxState({1: 1, 2: 2, 3: 3}, [make_win(1, 3, (4.0, 0.0))], [match], (POINTS,))
    assert find_possible_places(state)[1] == {1}
    open_still = BoxState(state.positions, state.played, [add_unplayed_results(match, MatchPoints())], state.levels)
    assert find_possible_places(open_still)[1] == {0, 1}


def test_without_a_board_of_match_points_a_win_is_a_point():
    assert [one.match.points for one in list_match_results((1, 2), 0.5, None, None).results] == [(1, 0), (0, 1)]


def test_numpy_is_imported_only_by_the_functions_that_need_it():
    for path in Path(box_chances.__file__).parent.glob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line.startswith(("import", "from")) and "numpy" in line] == []
