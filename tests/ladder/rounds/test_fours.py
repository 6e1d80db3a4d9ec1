"""A round of doubles: who plays with whom and against whom."""

from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.ratings import calculate_expected_score
from ladder.rounds.fours import FoursRules, plan_fours
from ladder.rounds.pairing import Entrant

STEPS = dict(zip("ABCDEFGHIJKL", range(1900, 700, -100), strict=True))


def build_rules(*, ratings=STEPS, partnered=(), met=(), forbidden=()):
    """The rules for players with these ratings, of whom pairs of letters met a week ago; a side counts as its mean."""

    def find_chance(side, other):
        return calculate_expected_score(*(mean(ratings[key] for key in one) for one in (side, other)))

    weeks = [{frozenset(pair): 1 for pair in pairs} for pairs in (partnered, met)]
    return FoursRules(find_chance, *weeks, {frozenset(pair) for pair in forbidden})


def plan_letters(letters, rules=None, **terms):
    return plan_fours([Entrant(key) for key in letters], rules or build_rules(), **terms)


def name_sides(planned):
    return sorted("".join(side) for four in planned.fours for side in (four.first, four.second))


def test_of_four_the_strongest_and_the_weakest_play_together():
    (four,) = plan_letters("ABCD").fours
    assert (four.first, four.second, four.percent) == (("A", "D"), ("B", "C"), 50)


def test_partners_of_last_week_part_though_the_match_is_less_even():
    """A and D have parted, so A plays with C: 1,800 against 1,700 is 64 to 36."""
    (four,) = plan_letters("ABCD", build_rules(partnered=["AD"])).fours
    assert (four.first, four.second, four.percent) == (("A", "C"), ("B", "D"), 64)


def test_eight_play_in_sides_that_are_all_level():
    planned = plan_letters("ABCDEFGH")
    assert name_sides(planned) == ["AH", "BG", "CF", "DE"]
    assert [four.percent for four in planned.fours] == [50, 50]


@pytest.mark.parametrize(("met", "foe"), [("AB AC", "DE"), ("AB AD", "CF"), ("AC AE", "BG")])
def test_sides_whose_players_met_last_week_do_not_meet(met, foe):
    """The sides are AH, BG, CF and DE."""
    planned = plan_letters("ABCDEFGH", build_rules(met=met.split()))
    assert {"AH", foe} in [{"".join(four.first), "".join(four.second)} for four in planned.fours]


@pytest.mark.parametrize("seed", range(5))
def test_who_has_had_all_partners_but_one_lately_gets_that_one(seed):
    planned = plan_letters("ABCDEFGH", build_rules(partnered=["AB", "AC", "AD", "AF", "AG", "AH"]), seed=seed)
    assert "AE" in name_sides(planned)


def test_the_side_with_the_better_chance_stands_first():
    """A 1000 and D 1600 are 1300 together, B and C 1500."""
    ratings = {"A": 1000, "B": 1500, "C": 1500, "D": 1600}
    (four,) = plan_letters("ABCD", build_rules(ratings=ratings)).fours
    assert (four.first, four.second, four.percent) == (("B", "C"), ("A", "D"), 76)


@pytest.mark.parametrize("seed", range(5))
def test_two_who_are_kept_apart_are_never_in_one_four(seed):
    planned = plan_letters("ABCDEFGH", build_rules(forbidden=["AH", "AB"]), seed=seed)
    together = {frozenset(pair) for four in planned.fours for pair in combinations(four.first + four.second, 2)}
    assert len(planned.fours) == 2
    assert not together & {frozenset("AH"), frozenset("AB")}


@pytest.mark.parametrize("seed", range(5))
def test_where_a_side_finds_no_other_those_left_over_last_time_play(seed):
    """A plays with B only, and against nobody; of the sides CH, DG and EF one is left over, too."""
    forbidden = ["A" + other for other in "CDEFGH"]
    entrants = [Entrant(key, left_over=1 if key in "CF" else None) for key in "ABCDEFGH"]
    planned = plan_fours(entrants, build_rules(forbidden=forbidden), seed=seed)
    assert (name_sides(planned), planned.left_over) == (["CH", "EF"], ("A", "B", "D", "G"))


def test_too_few_are_all_left_over():
    planned = plan_letters("ABC")
    assert (planned.fours, planned.left_over) == ((), ("A", "B", "C"))


def test_who_was_left_over_last_time_plays_and_the_lot_decides_among_the_others():
    entrants = [Entrant(key, left_over=1 if key in "ABC" else 4 if key in "DE" else None) for key in "ABCDEFG"]
    seen = set()
    for seed in range(30):
        planned = plan_fours(entrants, build_rules(), seed=seed)
        assert {"F", "G"} < set(planned.left_over)
        seen |= set(planned.left_over)
    assert seen == {"D", "E", "F", "G"}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12), st.sets(st.sampled_from([*combinations("ABCDEFGHIJKL", 2)])), st.integers(0, 3))
def test_everybody_is_in_one_four_or_left_over_and_no_split_has_fewer_partners_of_late(count, partnered, seed):
    letters = "ABCDEFGHIJKL"[:count]
    rules = build_rules(partnered=partnered)
    planned = plan_letters(letters, rules, seed=seed)
    assert planned == plan_letters(reversed(letters), rules, seed=seed)
    named = [key for four in planned.fours for side in (four.first, four.second) for key in side]
    assert sorted([*named, *planned.left_over]) == list(letters)
    assert len(planned.left_over) == count % 4
    for four in planned.fours:
        a, b, c, d = four.first + four.second
        splits = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        parted = [sum(frozenset(side) in rules.partnered for side in split) for split in splits]
        assert parted[0] == min(parted)
