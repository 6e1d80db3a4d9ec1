"""What the board proposes: each goal by hand, and what holds of every proposal."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.nights.game_prices import MEN, MIXED, WOMEN, Weights
from ladder.nights.history import Court, Game, Night, Visit, begin_game, find_waits
from ladder.nights.proposal import PairReason, explain_game, propose_game
from tests.ladder.nights.scenario import STEPS, build_game, build_night, build_rules, name_sides

FIRST = Court(1)


def propose(night, rules=None, court=FIRST, **terms):
    return propose_game(night, court, rules or build_rules(), **terms)


def propose_sides(night, rules=None, **terms):
    return name_sides(propose(night, rules, **terms).sides)


def test_of_four_the_strongest_and_the_weakest_play_together():
    found = propose(build_night("ABCD"), build_rules(ratings=STEPS))
    assert (name_sides(found.sides), found.percent) == ("AD BC", 50)


def test_the_side_with_the_better_chance_stands_first():
    """A 1000 and D 1600 are 1300, B and C 1500: 76 to 24, and the other splits are 1250 to 1550."""
    ratings = {"A": 1000, "B": 1500, "C": 1500, "D": 1600}
    found = propose(build_night("ABCD"), build_rules(ratings=ratings))
    assert (tuple(map(sorted, found.sides)), found.percent) == ((["B", "C"], ["A", "D"]), 76)


def test_who_waits_longest_plays():
    games = build_game("ABCD"[:2] + " CD", 0.0, 15.0), build_game("EF GH", 0.0, 30.0, court=2)
    night = build_night("ABCDEFGH", *games, now=30.0, courts=2)
    assert propose_sides(night) in ("AB CD", "AC BD", "AD BC")


def test_who_played_less_than_even_plays_though_all_wait_equally_long():
    """E to H came with the others and have played once, the others twice; all wait since 45."""
    games = (
        build_game("AB CD", 0.0, 15.0),
        build_game("AB CD", 15.0, 30.0),
        build_game("EF GH", 15.0, 30.0, court=2),
    )
    rests = ((30.0, 45.0),)
    visits = tuple(Visit(key, 0.0, rests=rests) for key in "ABCDEFGH")
    assert set("EFGH") == {*"".join(propose_sides(build_night("", *games, now=45.0, visits=visits)).split())}


@pytest.mark.parametrize(
    ("games", "partnered", "sides"),
    [
        ((), {}, "AD BC"),
        (("AD BC",), {}, "AC BD"),  # twice 400 for partners; AC against BD is 64 to 36, which costs 196
        (("AD BC", "AC BD"), {}, "AB CD"),  # 76 to 24: 675, and two who were opponents once and two twice: 120
        (("AD EF",), {}, "AC BD"),
        ((), {"AD": 1}, "AD BC"),  # 121, less than 196
        ((), {"AD": 1, "BC": 1}, "AC BD"),
        ((), {"AD": 2, "BC": 1}, "AC BD"),  # 100 + 121
        ((), {"AD": 2, "BC": 3}, "AD BC"),  # 100 + 81
        ((), {"AD": 0, "BC": 12}, "AD BC"),  # 144
    ],
)
def test_partners_part_if_the_game_gets_less_uneven_than_they_cost(games, partnered, sides):
    played = [build_game(one, 20.0 * place, 20.0 * place + 15) for place, one in enumerate(games)]
    night = build_night("ABCD", *played, now=100.0, visits=[Visit(key, 0.0, went=90.0) for key in "EF"])
    assert propose_sides(night, build_rules(ratings=STEPS, partnered=partnered)) == sides


@pytest.mark.parametrize(("met", "sides"), [("AB CD", "AB CD"), ("AC BD", "AC BD"), ("AD BC", "AD BC")])
def test_opponents_of_tonight_become_partners(met, sides):
    """Each of these two met as opponents, in games with others who have gone."""
    games = [
        build_game(f"{pair[0]}{gone[0]} {pair[1]}{gone[1]}", 0.0, 15.0)
        for pair, gone in zip(met.split(), ("EF", "GH"), strict=True)
    ]
    night = build_night("ABCD", *games, now=30.0, visits=[Visit(key, 0.0, went=15.0) for key in "EFGH"])
    assert propose_sides(night) == sides


def test_opponents_of_last_week_become_partners():
    assert propose_sides(build_night("ABCD"), build_rules(met={"AC": 1, "BD": 2})) == "AC BD"


def test_a_weight_of_nothing_lets_a_goal_be():
    night = build_night("ABCD", build_game("AD BC", 0.0, 15.0), now=30.0)
    rules = build_rules(ratings=STEPS)
    assert propose_sides(night, rules, weights=Weights(variety=0)) == "AD BC"
    again = night._replace(games=(*night.games, build_game("AC BD", 15.0, 30.0)))
    assert propose_sides(again, rules, weights=Weights(even_games=0)) == "AB CD"


def test_after_two_in_a_row_somebody_rests_though_others_wait_as_long():
    """All four waited 2 minutes; A played two games in a row up to now, the others each one before."""
    games = (
        build_game("AB CD", 0.0, 14.0),
        build_game("AE FG", 15.0, 28.0),
        build_game("BC DH", 15.0, 28.0, court=2),
    )
    night = build_night("AEFGH", *games, now=30.0, visits=[Visit(key, 0.0, went=28.0) for key in "BCD"])
    assert "A" not in propose_sides(night, weights=Weights(court_time=0))
    assert propose(night, fixed="A").in_a_row == (("A", 2),)


def test_two_who_wish_it_are_partners_as_far_as_the_game_stays_even():
    """200 points less for AC, which is 64 to 36 and so costs 196; AB would be 76 to 24, which costs 675."""
    rules = build_rules(ratings=STEPS, wished=["AC"])
    assert propose_sides(build_night("ABCD"), rules) == "AC BD"
    assert propose_sides(build_night("ABCD", build_game("AC BD", 0.0, 15.0), now=16.0), rules) == "AD BC"
    assert propose_sides(build_night("ABCD"), build_rules(ratings=STEPS, wished=["AB"])) == "AD BC"


def test_a_wish_brings_in_who_came_a_little_later():
    night = build_night("ABCD", now=5.0, visits=[Visit("E", 0.5)])
    assert "E" not in propose_sides(night)
    assert "AE" in propose_sides(night, build_rules(wished=["AE"]))


def test_two_who_wish_it_are_partners_again_and_again():
    games = [build_game("AC EF", 20.0 * place, 20.0 * place + 15) for place in range(3)]
    night = build_night("ABCD", *games, now=100.0, visits=[Visit(key, 0.0, went=90.0) for key in "EF"])
    assert propose_sides(night, build_rules(wished=["AC"])) == "AC BD"


def test_two_who_do_not_want_it_are_never_partners_and_may_be_opponents():
    assert propose_sides(build_night("ABCD"), build_rules(ratings=STEPS, apart=["AD", "AC"])) == "AB CD"
    assert propose(build_night("ABCD"), build_rules(apart=["AB", "AC", "AD"])) is None


@pytest.mark.parametrize(
    ("court", "possible"),
    [
        (Court(1, 4, WOMEN), {"ABCD"}),
        (Court(1, 4, MEN), {"EFGH"}),
        (Court(1, 2, WOMEN), {"AB", "AC", "AD", "BC", "BD", "CD"}),
    ],
)
def test_a_court_for_women_or_men_is_for_those_who_say_so(court, possible):
    night = build_night("ABCDEFGHI", courts=(court,))
    rules = build_rules(women="ABCD", men="EFGH")
    seen = {"".join(sorted("".join(propose_sides(night, rules, court=court, seed=seed).split()))) for seed in range(30)}
    assert seen <= possible


@pytest.mark.parametrize("players", [2, 4])
def test_a_mixed_game_has_a_woman_and_a_man_on_each_side_or_against_one_another(players):
    court = Court(1, players, MIXED)
    night, rules = build_night("ABCDEFGHI", courts=(court,)), build_rules(women="ABC", men="DEFGH")
    for seed in range(20):
        sides = propose(night, rules, court=court, seed=seed).sides
        pairs = sides if players == 4 else [sides[0] + sides[1]]
        assert [sorted("w" if key in "ABC" else "m" if key in "DEFGH" else "" for key in pair) for pair in pairs] == [
            ["m", "w"]
        ] * len(pairs)


def test_there_is_no_mixed_game_without_two_women():
    court = Court(1, 4, MIXED)
    rules = build_rules(women="A", men="BCDEF")
    assert propose(build_night("ABCDEF", courts=(court,)), rules, court=court) is None


def test_a_table_for_two_gets_two_near_in_strength():
    court = Court(1, 2)
    found = propose(build_night("ABCF", courts=(court,)), build_rules(ratings=STEPS), court=court)
    assert name_sides(found.sides) in ("A B", "B C")
    assert (found.percent, [pair.are_partners for pair in found.pairs]) == (64, [False])


def test_another_four_is_another_until_there_is_none():
    night, rules, refused = build_night("ABCDE"), build_rules(), []
    while found := propose(night, rules, refused=refused):
        refused.append(found.sides[0] + found.sides[1])
    assert len({frozenset(players) for players in refused}) == len(refused) == 5


def test_one_is_changed_and_the_rest_stay():
    found = propose(build_night("ABCDE"), fixed="ABC", refused=["ABCD"])
    assert sorted(found.sides[0] + found.sides[1]) == ["A", "B", "C", "E"]


@pytest.mark.parametrize("fixed", ["AX", "AF", "ABCDE"])
def test_nothing_is_proposed_with_somebody_who_is_not_free_or_with_too_many(fixed):
    night = build_night("ABCDE", now=5.0, visits=[Visit("F", 0.0, rests=((1.0, None),))])
    assert propose(night, fixed=fixed) is None


def test_too_few_get_nothing():
    assert propose(build_night("ABC")) is None


def test_a_game_chosen_by_hand_has_the_reasons_of_one_that_is_proposed():
    """E waits since 5. All pairs but AE, BD were met tonight in the first game or three weeks before."""
    games = (build_game("AB CD", 0.0, 12.0),)
    night = build_night("ABCD", *games, now=14.0, visits=[Visit("E", 5.0)])
    rules = build_rules(ratings=STEPS, partnered={"AE": 3}, met={"EC": 4})
    found = explain_game(night, FIRST, (("A", "E"), ("B", "C")), rules)
    assert (found.court, found.sides, found.percent) == (1, (("B", "C"), ("A", "E")), 57)
    assert found.waits == (("E", 9.0), ("B", 2.0), ("C", 2.0), ("A", 2.0))
    assert found.in_a_row == ()
    assert found.pairs == (
        PairReason(("B", "C"), True, 0, None),
        PairReason(("A", "E"), True, 0, 3),
        PairReason(("B", "A"), False, 0, None),
        PairReason(("B", "E"), False, 0, None),
        PairReason(("C", "A"), False, 1, None),
        PairReason(("C", "E"), False, 0, 4),
    )


def test_a_price_is_the_sum_of_what_each_goal_costs():
    """Four came a quarter of an hour ago, and one court would take them all at once.

    Each would wait for a second game instead of none, 2 games late, and for 1 of 1 game that is even: 8000 times 1.35
    and 0.35 to the third power are 19,683 and 343, and 4 for each game late 12. 75.975 % is 25.975 off 50.
    """
    rules = build_rules(ratings=STEPS, partnered={"AB": 2}, met={"AC": 2}, wished=["CD"])
    found = explain_game(build_night("ABCD", now=15.0), FIRST, (("A", "B"), ("C", "D")), rules)
    assert [*found.costs] == pytest.approx([-4 * 20_038, 674.7, 100 + 10, 0, -200], rel=1e-4)


def test_who_has_played_more_than_even_costs_as_much_as_who_has_played_less_saves():
    """Of eight, A to D played two games: half of the 8 places that there were. E to H wait 20 minutes.

    With one more A would be 1.5 games ahead: 8000 times 0.85 to the third is 4,913, less 4 times -0.5. E is a game and
    a third late and 1.5 games short: 2,553 and 4,913, and 4 times 2.83.
    """
    games = build_game("AB CD", 0.0, 10.0), build_game("AB CD", 10.0, 20.0)
    night = build_night("ABCDEFGH", *games, now=20.0)
    found = explain_game(night, FIRST, (("A", "E"), ("B", "F")), build_rules())
    assert found.costs.court_time == pytest.approx(2 * (4913 + 2) - 2 * (2552.6 + 4913 + 11.3), abs=1)


def test_a_level_game_keeps_its_sides_in_order():
    assert explain_game(build_night("ABCD"), FIRST, (("C", "D"), ("A", "B")), build_rules()).sides[0] == ("C", "D")


def test_the_prices_of_a_goal_go_with_its_weight():
    games = [build_game("AB CD", began, began + 15) for began in (0.0, 15.0, 30.0)]
    night = build_night("ABCD", *games, now=45.0)
    rules = build_rules(ratings=STEPS)
    usual, weighed = (
        explain_game(night, FIRST, (("A", "B"), ("C", "D")), rules, weights)
        for weights in (Weights(), Weights(court_time=10, even_games=0, variety=1, rest=10))
    )
    assert weighed.costs.court_time == pytest.approx(2 * usual.costs.court_time)
    assert (weighed.costs.even_games, weighed.costs.variety, weighed.costs.rest) == (0, 528, 320)
    assert (usual.costs.variety, usual.costs.rest) == (2 * 3 * 400 + 4 * 3 * 20, 4 * 4 * 10) == (2640, 160)


def test_the_next_court_gets_others_once_a_game_has_begun():
    night = build_night("ABCDEFGHI", courts=(FIRST, Court(2), Court(3, 2)))
    first = propose(night)
    second = propose(begin_game(night, FIRST, first.sides), court=Court(2))
    assert len({key for one in (first, second) for side in one.sides for key in side}) == 8


def test_what_is_level_goes_by_the_lot_of_the_seed():
    night = build_night("ABCDEFGH")
    assert len({propose_sides(night, seed=seed) for seed in range(20)}) > 5


def draw_night(draw):
    """A night somewhere in its middle: some play, some rest, some have gone."""
    keys = range(draw(st.integers(2, 18)))
    visits, games, free = [], [], list(keys)
    for key in keys:
        rest = draw(st.sampled_from([(), (), ((20.0, 30.0),), ((50.0, None),), ((40.0, 55.0),)]))
        visits.append(
            Visit(key, draw(st.sampled_from([0.0, 0.0, 25.0])), draw(st.sampled_from([None, None, 50.0])), rest)
        )
    for turn in range(draw(st.integers(0, 5))):
        four = draw(st.permutations(keys))[:4]
        if len(four) == 4:
            games.append(Game(1 + turn % 2, (tuple(four[:2]), tuple(four[2:])), 10.0 * turn, 10.0 * turn + 9, (1, 0)))
    playing = draw(st.permutations(free))[:4]
    if len(playing) == 4 and draw(st.booleans()):
        games.append(Game(3, (tuple(playing[:2]), tuple(playing[2:])), 55.0))
    return Night((Court(1), Court(2, 2), Court(3)), tuple(visits), tuple(games), 60.0)


@given(st.data())
def test_every_proposal_names_free_people_once_and_is_the_same_again(data):
    night = draw_night(data.draw)
    keys = sorted({visit.key for visit in night.visits})
    ratings = {key: 1500 + 40 * key for key in keys}
    apart = data.draw(st.sets(st.sampled_from([*combinations(keys, 2)]), max_size=3))
    rules = build_rules(ratings=ratings, apart=apart)
    free = set(find_waits(night))
    assert free.isdisjoint(key for game in night.games if game.ended is None for key in game.players)
    turned = night._replace(visits=night.visits[::-1])
    for court in night.courts[:2]:
        found = propose_game(night, court, rules, seed="s")
        assert found == propose_game(turned, court, rules, seed="s")
        if found is None:
            assert len(free) < court.players or apart
            continue
        players = found.sides[0] + found.sides[1]
        assert len(players) == len(set(players)) == court.players
        assert free.issuperset(players)
        assert not {frozenset(side) for side in found.sides} & set(rules.apart)
        another = propose_game(night, court, rules, seed="s", refused=[players])
        assert another is None or {*another.sides[0], *another.sides[1]} != set(players)
        changed = propose_game(night, court, rules, seed="s", refused=[players], fixed=players[1:])
        assert changed is None or {*changed.sides[0], *changed.sides[1]} & set(players) == set(players[1:])
