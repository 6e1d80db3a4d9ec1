"""Plans of Americano: counted anew, apart from how they are made."""

from collections import Counter
from itertools import combinations, pairwise, product

import pytest

from ladder.nights.americano import choose_next_round, plan_americano, plan_side_americano
from ladder.nights.history import Game, count_partners

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


def list_games(plan):
    return [sides for one in plan for sides in one.games]


def count_plan(plan):
    """How often each two were partners, and opponents."""
    games = list_games(plan)
    partners = Counter(frozenset(side) for sides in games for side in sides)
    return partners, Counter(frozenset(pair) for sides in games for pair in product(*sides))


def count_courts(plan):
    return {len(one.games) for one in plan}


@pytest.mark.parametrize(
    ("count", "courts", "rounds"), [(4, 1, 3), (5, 1, 5), (8, 2, 7), (9, 2, 9), (12, 3, 11), (13, 3, 13), (16, 4, 15)]
)
def test_everybody_is_everybodys_partner_exactly_once(count, courts, rounds):
    plan = plan_americano(LETTERS[:count], courts)
    partners, _ = count_plan(plan)
    assert (len(plan), count_courts(plan)) == (rounds, {courts})
    assert partners == dict.fromkeys(map(frozenset, combinations(LETTERS[:count], 2)), 1)


@pytest.mark.parametrize(
    ("count", "courts", "rounds", "missing"),
    [(6, 1, 7, 1), (7, 1, 10, 1), (10, 2, 11, 1), (11, 2, 13, 3), (14, 3, 15, 1), (15, 3, 17, 3), (8, 1, 14, 0)],
)
def test_as_many_are_partners_once_as_full_rounds_can_have(count, courts, rounds, missing):
    """Pairs there are n(n-1)/2, in a round two for each court; of six 15 pairs, and a seventh game takes 13 and 14."""
    plan = plan_americano(LETTERS[:count], courts)
    partners, _ = count_plan(plan)
    pairs = sum(1 for _ in combinations(LETTERS[:count], 2))
    assert (len(plan), count_courts(plan), set(partners.values())) == (rounds, {courts}, {1})
    assert pairs - len(partners) == missing < 2 * courts


@pytest.mark.parametrize(
    ("count", "courts"), [(count, count // 4) for count in range(4, 25)] + [(16, 2), (9, 1), (20, 3)]
)
def test_nobody_is_in_two_places_and_all_others_sit_out(count, courts):
    for one in plan_americano(LETTERS[:count], courts):
        named = [key for sides in one.games for side in sides for key in side] + [*one.sitting_out]
        assert sorted(named) == list(LETTERS[:count])


@pytest.mark.parametrize("count", [4, 5, 8, 12, 13, 16, 17, 20, 21, 24])
def test_where_a_whist_tournament_is_known_everybody_is_everybodys_opponent_twice(count):
    _, opponents = count_plan(plan_americano(LETTERS[:count], 6))
    assert opponents == dict.fromkeys(map(frozenset, combinations(LETTERS[:count], 2)), 2)


@pytest.mark.parametrize(
    ("count", "courts", "least", "most"), [(6, 1, 1, 4), (9, 2, 1, 3), (10, 2, 0, 4), (14, 3, 0, 4)]
)
def test_elsewhere_opponents_are_near_even(count, courts, least, most):
    _, opponents = count_plan(plan_americano(LETTERS[:count], courts))
    times = [opponents[frozenset(pair)] for pair in combinations(LETTERS[:count], 2)]
    assert least <= min(times) <= max(times) <= most


@pytest.mark.parametrize(("count", "courts"), [(5, 1), (6, 1), (7, 1), (9, 2), (10, 2), (11, 2), (16, 2), (9, 1)])
def test_sitting_out_goes_round(count, courts):
    """At no time has anybody sat out two times more than another, but for what the plan leaves no choice in."""
    plan, sat_out, widest = plan_americano(LETTERS[:count], courts), Counter(dict.fromkeys(LETTERS[:count], 0)), 0
    for one in plan:
        sat_out.update(one.sitting_out)
        widest = max(widest, max(sat_out.values()) - min(sat_out.values()))
    assert widest <= 2
    if 2 * (count - 4 * courts) < count:
        assert sum(not {*one.sitting_out}.isdisjoint(later.sitting_out) for one, later in pairwise(plan)) <= 2


def test_a_plan_is_the_same_in_any_order_and_another_by_another_seed():
    assert plan_americano("ABCDEFGHI", 2, seed=3) == plan_americano("IHGFEDCBA", 2, seed=3)
    assert plan_americano("ABCDEFGHI", 2, seed=3) != plan_americano("ABCDEFGHI", 2, seed=4)


def play_americano(plan, games, **terms):
    """The next round of a plan, and the games with those of that round."""
    found = choose_next_round(plan, games, **terms)
    return found, [*games, *(Game(1, sides, 0.0, 1.0) for sides in found.games)]


def test_a_plan_is_played_in_its_order_and_begins_again_at_its_end():
    plan, games = plan_americano("ABCDEFGH", 2), []
    for one in (*plan, *plan):
        found, games = play_americano(plan, games)
        assert found == one


def test_who_comes_late_goes_into_a_new_plan_that_begins_with_new_partners():
    """Of eight twelve pairs were partners in three rounds, of nine all 36 are in nine rounds."""
    games = []
    for _ in range(3):
        _, games = play_americano(plan_americano("ABCDEFGH", 2), games)
    later, again = plan_americano("ABCDEFGHI", 2), []
    for _ in range(9):
        known = count_partners(games)
        found, games = play_americano(later, games)
        again.append(sum(known[frozenset(side)] for sides in found.games for side in sides))
    assert again == sorted(again)
    assert (again[0], sum(again)) == (0, 12)


@pytest.mark.parametrize(("players", "courts"), [("", 1), ("ABC", 1), ("ABCD", 0)])
def test_too_few_players_or_no_court_have_no_plan(players, courts):
    assert plan_americano(players, courts) == []


@pytest.mark.parametrize(
    ("count", "courts", "rounds"), [(4, 2, 3), (5, 2, 5), (6, 2, 8), (6, 3, 5), (7, 2, 11), (2, 1, 1)]
)
def test_sides_that_stay_together_all_meet_once(count, courts, rounds):
    """Of n sides there are n(n-1)/2 games."""
    sides = [(LETTERS[place], LETTERS[place + 12]) for place in range(count)]
    plan = plan_side_americano(sides, courts)
    assert Counter(map(frozenset, list_games(plan))) == dict.fromkeys(map(frozenset, combinations(sides, 2)), 1)
    assert (len(plan), max(count_courts(plan))) == (rounds, min(courts, count // 2))
    for one in plan:
        named = [key for game in one.games for side in game for key in side] + [*one.sitting_out]
        assert sorted(named) == sorted(key for side in sides for key in side)


def test_pairs_meet_in_the_order_of_their_plan_and_then_again():
    sides = [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")]
    plan, games = plan_side_americano(sides, 2), []
    for one in (*plan, *plan):
        found, games = play_americano(plan, games, are_pairs=True)
        assert found == one


def test_a_single_side_has_no_plan():
    assert plan_side_americano([("A", "B")], 1) == []
