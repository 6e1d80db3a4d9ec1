"""Who plays whom in a round: small cases by hand, and every round against the best of all possible ones."""

import random
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ladder.ratings import calculate_expected_score
from ladder.rounds.matching import PACKAGE_IS_MISSING, RoundError, choose_pairs, find_heaviest_pairs, refuse_rounds
from ladder.rounds.pairing import Entrant, PlannedRound, RoundPair, plan_round

LEVEL = dict.fromkeys("ABCDEFGH", 1500)
STEPS = dict(zip("ABCDEFGH", range(1800, 1000, -100), strict=True))


def chance_by(ratings):
    return lambda one, other: calculate_expected_score(ratings[one], ratings[other])


def build_meetings(**weeks):
    """Return when pairs last met, from their letters: AB=3."""
    return {frozenset(pair): count for pair, count in weeks.items()}


def plan_letters(letters, *, ratings=LEVEL, met=None, forbidden=(), **terms):
    """Plan a round of entrants named by letters; one that stands there twice wants to play twice."""
    entrants = [Entrant(key, letters.count(key)) for key in dict.fromkeys(letters)]
    barred = {frozenset(pair) for pair in forbidden}
    return plan_round(entrants, chance_by(ratings), met=met or {}, forbidden=barred, **terms)


def name_pairs(planned):
    return sorted("".join(sorted((pair.first, pair.second))) for pair in planned.pairs)


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ({"AB": 2, "CD": 2, "AC": 2, "BD": 2}, ["AD", "BC"]),
        ({"AB": 2, "CD": 2, "AD": 2, "BC": 2}, ["AC", "BD"]),
        ({"AC": 2, "BD": 2, "AD": 2, "BC": 2}, ["AB", "CD"]),
        ({"AB": 9, "CD": 2, "AC": 2, "BD": 9, "AD": 5, "BC": 8}, ["AD", "BC"]),  # 9 + 100, 100 + 9 or 49 + 16
        ({"AB": 1, "AC": 11, "BD": 3, "AD": 5, "BC": 5}, ["AC", "BD"]),  # 121, 1 + 81 or 49 + 49
    ],
)
def test_four_players_meet_whom_they_have_not_met_lately(met, pairs):
    assert name_pairs(plan_letters("ABCD", met=build_meetings(**met), ratings=STEPS)) == pairs


def test_four_who_never_met_play_the_most_even_matches():
    """A 1800, B 1700, C 1600, D 1500: neighbours are 64 to 36, the others 76 to 24 or 85 to 15."""
    planned = plan_letters("ABCD", ratings=STEPS)
    assert planned == PlannedRound((RoundPair("A", "B", 64, None), RoundPair("C", "D", 64, None)), (), ())


def test_a_pair_says_how_long_ago_they_met_and_who_has_the_better_chance():
    planned = plan_letters("AB", ratings={"A": 1400, "B": 1500}, met=build_meetings(AB=7))
    assert planned.pairs == (RoundPair("B", "A", 64, 7),)


def test_two_evenly_wide_gaps_cost_less_than_one_wide_gap():
    """The sum of the gaps is the same; the squares are 2 × 9² and 0² + 18², as 59 to 41 and 68 to 32."""
    percents = {("A", "B"): 0.5, ("C", "D"): 0.68, ("A", "C"): 0.59, ("B", "D"): 0.59, ("A", "D"): 0.9, ("B", "C"): 0.9}
    planned = plan_round([Entrant(key) for key in "ABCD"], lambda *pair: percents[pair], met={})
    assert name_pairs(planned) == ["AC", "BD"]


def test_of_an_odd_number_one_is_left_over_so_that_the_others_play_evenly():
    planned = plan_letters("ABC", ratings={"A": 1500, "B": 1900, "C": 1510})
    assert (name_pairs(planned), planned.left_over, planned.short) == (["AC"], ("B",), ("B",))


def test_who_was_left_over_last_time_plays_though_the_match_is_uneven_and_was_last_week():
    entrants = [Entrant("A", left_over=2), Entrant("B", left_over=1), Entrant("C", left_over=3)]
    ratings = {"A": 1500, "B": 1900, "C": 1510}
    planned = plan_round(entrants, chance_by(ratings), met=build_meetings(AB=1, BC=1))
    assert (name_pairs(planned), planned.left_over) == (["AB"], ("C",))


def test_never_left_over_is_left_over_before_long_ago():
    entrants = [Entrant("A"), Entrant("B", left_over=30), Entrant("C", left_over=2)]
    assert plan_round(entrants, chance_by(LEVEL), met=build_meetings(BC=1)).left_over == ("A",)


def test_of_two_left_over_last_time_who_can_play_nobody_else_both_play():
    entrants = [Entrant("A", left_over=1), Entrant("B"), Entrant("C", left_over=1)]
    assert name_pairs(plan_round(entrants, chance_by(STEPS), met=build_meetings(AC=1))) == ["AC"]


def test_twice_fills_up_an_odd_number():
    planned = plan_letters("AABC", ratings=STEPS)
    assert (name_pairs(planned), planned.left_over, planned.short) == (["AB", "AC"], (), ())


def test_who_wants_twice_plays_once_before_somebody_else_plays_not_at_all():
    planned = plan_letters("AABCD", met=build_meetings(BC=1, BD=1, CD=1))
    assert (planned.left_over, planned.short) == ((), ("A",))


def test_two_who_want_twice_meet_once():
    """The cheapest would be A and B in both matches, C and D too."""
    met = build_meetings(AC=1, AD=1, BC=1, BD=1)
    planned = plan_letters("AABBCCDD", met=met)
    assert (len(set(name_pairs(planned))), len(planned.pairs), planned.short) == (4, 4, ())
    assert (name_pairs(plan_letters("AABB"))) == ["AB"]


def test_forbidden_pairs_never_meet():
    assert name_pairs(plan_letters("ABCD", forbidden=["AB"], met=build_meetings(AC=1, AD=2))) == ["AD", "BC"]
    planned = plan_letters("ABC", forbidden=["AB", "AC"])
    assert (name_pairs(planned), planned.left_over) == (["BC"], ("A",))


def test_where_all_are_forbidden_everybody_is_left_over():
    planned = plan_letters("AB", forbidden=["AB"])
    assert planned == PlannedRound((), ("A", "B"), ("A", "B"))


@pytest.mark.parametrize("letters", ["", "A"])
def test_nobody_or_one_plays_nobody(letters):
    assert plan_letters(letters) == PlannedRound((), tuple(letters), tuple(letters))


def test_met_last_week_is_worse_than_a_hopeless_match():
    ratings = {"A": 1500, "B": 1500, "C": 900, "D": 900}
    assert name_pairs(plan_letters("ABCD", ratings=ratings)) == ["AB", "CD"]
    assert name_pairs(plan_letters("ABCD", ratings=ratings, met=build_meetings(AB=1))) in (["AC", "BD"], ["AD", "BC"])


def test_beyond_the_weeks_of_rest_evenness_decides():
    met = build_meetings(AB=12, CD=20)
    assert name_pairs(plan_letters("ABCD", ratings=STEPS, met=met)) == ["AB", "CD"]
    assert name_pairs(plan_letters("ABCD", ratings=STEPS, met=met, rest_weeks=13)) == ["AC", "BD"]


def test_sides_are_entrants_whose_key_is_the_pair():
    entrants = [Entrant((1, 2)), Entrant((3, 4))]
    planned = plan_round(entrants, lambda one, other: 0.5, met={frozenset(((1, 2), (3, 4))): 3})
    assert planned.pairs == (RoundPair((1, 2), (3, 4), 50, 3),)


def test_nobody_enters_twice():
    with pytest.raises(ValueError, match="named twice"):
        plan_round([Entrant("A"), Entrant("A")], chance_by(LEVEL), met={})


def test_what_is_level_goes_by_the_seed():
    rounds = {tuple(name_pairs(plan_letters("ABCDEFGH", seed=seed))) for seed in range(20)}
    assert len(rounds) > 10
    assert plan_letters("ABCDEFGH", seed=7) == plan_letters("HGFEDCBA", seed=7)


def test_the_same_round_comes_out_with_any_hash_seed_and_in_any_process():
    program = """
from ladder.rounds.pairing import Entrant, plan_round
keys = [f"player {n}" for n in range(21)]
met = {frozenset(pair): 3 for pair in zip(keys, keys[1:])}
print(plan_round([Entrant(key, 1 + (key[-1] == "2")) for key in set(keys)], lambda a, b: 0.5, met=met, seed="spring"))
"""
    line = [sys.executable, "-c", program]
    answers = {
        subprocess.run(line, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("0", "1", "2")
    }
    assert len(answers) == 1


def test_without_its_package_a_round_is_refused_in_one_sentence(monkeypatch):
    assert refuse_rounds() == ""
    monkeypatch.setattr("ladder.rounds.matching.find_spec", lambda name: None)
    assert refuse_rounds() == PACKAGE_IS_MISSING
    with pytest.raises(RoundError, match=r"install club-ladder\[rounds\]\.$"):
        plan_letters("AB")


@st.composite
def clubs(draw):
    """A few entrants, who met when, who may not meet: up to eight who play once, up to five of whom some play twice."""
    most = draw(st.sampled_from([5, 8]))
    keys = "ABCDEFGH"[: draw(st.integers(0, most))]
    wanted = st.integers(1, 2) if most == 5 else st.just(1)
    entrants = [Entrant(key, draw(wanted), draw(st.sampled_from([None, 1, 1, 2, 9]))) for key in keys]
    pairs = [frozenset(pair) for pair in combinations(keys, 2)]
    met = {pair: draw(st.integers(0, 14)) for pair in pairs if draw(st.booleans())}
    forbidden = {pair for pair in pairs if draw(st.integers(0, 3)) == 0}
    return entrants, met, forbidden, {key: draw(st.integers(1000, 2000)) for key in keys}


def list_all_rounds(entrants, forbidden):
    """Every set of pairs in which nobody plays more often than they want, each with how often everybody plays."""
    found = [((), {entrant.key: 0 for entrant in entrants})]
    wanted = {entrant.key: entrant.wanted for entrant in entrants}
    for one, other in combinations(sorted(wanted), 2):
        if frozenset((one, other)) not in forbidden:
            found += [
                ((*pairs, (one, other)), times | {one: times[one] + 1, other: times[other] + 1})
                for pairs, times in found
                if times[one] < wanted[one] and times[other] < wanted[other]
            ]
    return found


def judge(pairs, times, entrants, met, ratings):
    """What is wrong with a round, the worst first: left over last time, then two rounds ago and so on, and the rest."""
    idle = [entrant.left_over for entrant in entrants if not times[entrant.key]]
    percents = [int(100 * calculate_expected_score(ratings[one], ratings[other]) + 0.5) for one, other in pairs]
    return (
        idle.count(1),
        idle.count(2),
        idle.count(9),
        len(idle),
        sum(entrant.wanted - times[entrant.key] for entrant in entrants),
        sum(max(12 - met.get(frozenset(pair), 12), 0) ** 2 for pair in pairs),
        sum((percent - 50) ** 2 for percent in percents),
    )


@settings(max_examples=150, deadline=None)
@given(clubs(), st.integers(0, 3))
def test_no_possible_round_is_better(club, seed):
    entrants, met, forbidden, ratings = club
    planned = plan_round(entrants, chance_by(ratings), met=met, forbidden=forbidden, seed=seed)
    pairs = [tuple(sorted((pair.first, pair.second))) for pair in planned.pairs]
    times = {entrant.key: sum(entrant.key in pair for pair in pairs) for entrant in entrants}
    best = min(judge(*one, entrants, met, ratings) for one in list_all_rounds(entrants, forbidden))
    assert judge(pairs, times, entrants, met, ratings) == best
    assert len(set(pairs)) == len(pairs)
    assert not {frozenset(pair) for pair in pairs} & forbidden
    assert all(one != other for one, other in pairs)
    assert all(times[entrant.key] <= entrant.wanted for entrant in entrants)
    assert planned.left_over == tuple(key for key in sorted(times) if not times[key])
    assert planned.short == tuple(sorted(entrant.key for entrant in entrants if times[entrant.key] < entrant.wanted))


@settings(max_examples=50, deadline=None)
@given(clubs(), st.randoms(use_true_random=False))
def test_the_order_of_the_entrants_does_not_matter(club, lot):
    entrants, met, forbidden, ratings = club
    assume(len(entrants) > 2)
    mixed = lot.sample(entrants, len(entrants))
    rounds = [plan_round(one, chance_by(ratings), met=met, forbidden=forbidden, seed=5) for one in (entrants, mixed)]
    assert rounds[0] == rounds[1]


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 6), st.data())
def test_of_those_who_all_want_twice_no_choice_costs_less(count, data):
    pairs = list(combinations(range(count), 2))
    costs = {pair: (data.draw(st.integers(0, 3)), data.draw(st.integers(0, 20))) for pair in pairs}
    entrants = [Entrant(number, 2) for number in range(count)]
    possible = [chosen for chosen, times in list_all_rounds(entrants, ()) if set(times.values()) == {2}]
    found = choose_pairs([[2, 1]] * count, costs)
    assert all(sum(number in pair for pair in found) == 2 for number in range(count))
    sums = [tuple(map(sum, zip(*(costs[pair] for pair in chosen), strict=True))) for chosen in (found, *possible)]
    assert sums[0] == min(sums[1:])


def test_a_guard_for_every_pair_leads_to_the_same_choice():
    lot = random.Random(3)
    for count in (4, 5, 6, 7) * 5:
        costs = {pair: lot.randrange(1000) for pair in combinations(range(count), 2)}
        guarded = find_heaviest_pairs([[20_000, 10_000]] * count, costs, set(costs))
        assert sorted(guarded) == choose_pairs([[2, 1]] * count, {pair: (cost,) for pair, cost in costs.items()})


def test_costs_too_large_to_be_compared_are_refused():
    with pytest.raises(OverflowError, match="too large"):
        choose_pairs([[1], [1]], {(0, 1): (1 << 120,)})


@pytest.mark.parametrize("count", [9, 24])
def test_many_who_want_twice_all_meet_two_others(count):
    """The guards against meeting twice are added until none is needed."""
    lot = random.Random(count)
    costs = {pair: (lot.randrange(9), lot.randrange(9)) for pair in combinations(range(count), 2)}
    pairs = choose_pairs([[2, 1]] * count, costs)
    assert len(set(pairs)) == len(pairs) == count
    assert all(sum(number in pair for pair in pairs) == 2 for number in range(count))
