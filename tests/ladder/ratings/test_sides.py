"""Doubles and teams on systems for two: a side counts as the mean of its players (S-1), who move with it (S-2).

The figures are the printed examples of the systems (P-3, N-3, R-8), reached by the means of two sides.
"""

from datetime import UTC, datetime

import pytest

from ladder.formats import WALKOVER, build_team_match
from ladder.ratings import (
    BoardRules,
    DuelSystem,
    PairSystem,
    Rating,
    RatingError,
    build_duel,
    check_result,
    create_system,
    has_plain_ratings,
    list_options,
    list_system_choices,
    load_kinds,
    replay_results,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEYS = [key for key, _ in list_system_choices()]
PAIRS = [key for key in KEYS if isinstance(create_system(key), PairSystem)]


def doubles(winners="ab", losers="cd", score=1.0, **facts):
    return build_team_match(winners, losers, score, ended=NOON, facts=facts)


def taking(key, **options):
    return create_system(key, {"takes": "both", **options})


def changes(system, result, before):
    return [new.points - old.points for old, new in zip(before, BoardRules(system).rate(result, before), strict=True)]


MEANS_OF_THE_PRINTED_EXAMPLES = [
    ("points-exchange", {}, (Rating(1000), Rating(1040), Rating(1030), Rating(1048)), [10, 10, -10, -10]),  # P-3
    (
        "nardgammon-elo",  # N-3
        {"length": 9},
        (Rating(1400), Rating(1600), Rating(1500, 300), Rating(1500, 500)),
        [75, 75, -15, -15],
    ),
    (
        "provisional-elo",
        {},
        (Rating(1400, 25), Rating(1600, 20), Rating(1500, 20), Rating(1500, 20)),
        [16, 16, -16, -16],
    ),
    ("chips-total", {"chips": 10}, (Rating(5), Rating(0), Rating(0), Rating(7)), [10, 10, -8, -8]),  # C-2, C-3
]


@pytest.mark.parametrize(("key", "facts", "before", "expected"), MEANS_OF_THE_PRINTED_EXAMPLES)
def test_each_player_moves_by_what_the_mean_of_the_side_would(key, facts, before, expected):
    assert changes(taking(key), doubles(**facts), before) == pytest.approx(expected)


@pytest.mark.parametrize(("key", "facts", "before", "expected"), MEANS_OF_THE_PRINTED_EXAMPLES)
def test_or_by_an_equal_share_of_it(key, facts, before, expected):
    shared = taking(key, member_change="shared")
    assert changes(shared, doubles(**facts), before) == pytest.approx([one / 2 for one in expected])


def test_sides_may_differ_in_number():
    """P-3: 1020 beats 1039, one against a pair; shared, what one side gains the other loses."""
    result, before = doubles("a", "cd"), (Rating(1020), Rating(1030), Rating(1048))
    assert changes(taking("points-exchange"), result, before) == [10, -10, -10]
    assert changes(taking("points-exchange", member_change="shared"), result, before) == [10, -5, -5]
    assert [BoardRules(taking("points-exchange", member_change=one)).balances for one in ("whole", "shared")] == [
        False,
        True,
    ]


def facts_of(system):
    return {fact.name: fact.default or min(max(fact.low, 10), fact.high) for fact in system.facts}


@pytest.mark.parametrize("member_change", ["whole", "shared"])
@pytest.mark.parametrize("key", PAIRS)
def test_explanation_of_a_player_ends_in_what_the_ledger_has(key, member_change):
    system = taking(key, member_change=member_change)
    teams = [doubles("abc", "d", **facts_of(system)), doubles("ab", "cd", 0.0, **facts_of(system))]
    if system.draws:
        teams.append(doubles("ab", "cd", 0.5, **facts_of(system)))
    duel = build_duel("a", "b", ended=NOON, facts=facts_of(system))
    fold = replay_results(system, [duel, *teams] * 8)
    before = [fold.table[player] for player in "abcd"]
    for result in teams:
        check_result(system, result)
        after = BoardRules(system).rate(result, before)
        for seat in range(4):
            steps = BoardRules(system).explain(result, before, seat)
            assert steps[-1].value == after[seat].points - before[seat].points
            assert all(step.rule and step.title and step.sum for step in steps)
            assert all("{" not in step.sentence.text("<{}>".format) for step in steps)
        shares = BoardRules(system).expected(result, before)
        assert shares is None or sum({shares[0], shares[-1]}) in (pytest.approx(1), 0.5)


def test_explanation_tells_the_mean_then_the_usual_sum_then_the_own_change():
    system = taking("points-exchange", member_change="shared")
    steps = BoardRules(system).explain(doubles(), (Rating(1000), Rating(1040), Rating(1030), Rating(1048)), 0)
    assert [step.sentence.text(str.upper) for step in steps] == [
        "The side of A and B counts as one player with the mean of its ratings.",
        "The side of C and D counts as one player with the mean of its ratings.",
        "The side of A and B had 1,020 points, the side of C and D 1,039. Only the difference counts.",
        "The first row of the table, 0 to 19: 10 either way.",
        "The side of C and D pays the side of A and B 10. What one gains the other loses.",
        "A moves by an equal share of what the side would.",
    ]
    assert [step.sum for step in steps][::5] == ["(1,000 + 1,040) ÷ 2 = 1,020", "+10 ÷ 2 = +5"]


def test_provisional_player_keeps_the_score_that_the_side_was_worth():
    """R-3: sides of newcomers at 1200; a win over 1200 scores 1200 + 200 (R-5), which is +200 for each."""
    system = taking("provisional-elo")
    after = BoardRules(system).rate(doubles(), [system.initial()] * 4)
    assert after[0] == Rating(1400, 1, (1400.0,))
    again = BoardRules(system).rate(doubles(), (after[0], Rating(1600, 20), *[system.initial()] * 2))
    assert len(again[0].memory) == 2
    assert sum(again[0].memory) / 2 == again[0].points
    assert again[1].memory is None


@pytest.mark.parametrize("key", PAIRS)
def test_a_side_of_one_is_worth_what_a_match_of_two_is(key):
    system = taking(key)
    facts, before = facts_of(system), [system.initial()] * 2
    alone = BoardRules(system).rate(build_duel("a", "b", ended=NOON, facts=facts), before)
    assert BoardRules(system).rate(doubles("a", "b", **facts), before) == alone


@pytest.mark.parametrize("key", PAIRS)
def test_a_board_takes_singles_unless_it_says_otherwise(key):
    team = load_kinds()["team"]
    takes = [team in create_system(key, {"takes": one}).kinds for one in ("singles", "teams", "both")]
    assert (takes, team in create_system(key).kinds) == ([False, True, True], False)
    with pytest.raises(RatingError, match="has no kind team"):
        check_result(create_system(key), doubles(**facts_of(create_system(key))))


def test_only_boards_of_singles_have_the_fast_replay():
    system = create_system("points-exchange")
    assert isinstance(system, DuelSystem)
    assert has_plain_ratings(system)
    assert not has_plain_ratings(taking("points-exchange"))


@pytest.mark.parametrize("takes", ["singles", "teams", "both"])
def test_a_walkover_of_sides_counts_where_sides_do(takes):
    system = create_system("points-exchange", {"takes": takes})
    missed = doubles()._replace(kind=WALKOVER)
    check_result(system, missed)
    fold = replay_results(system, [missed])
    assert list(fold.table) == ([] if takes == "singles" else ["a", "b", "c", "d"])
    assert all(change == 1000 for _, (change, *_) in fold.table.items())


@pytest.mark.parametrize("key", ["warlocks-elo", "warlocks-score", "tournament-points"])
def test_where_sides_make_no_sense_there_is_no_option_for_them(key):
    assert "takes" not in [one.name for one in list_options(create_system(key))]


@pytest.mark.parametrize(
    ("sides", "scores", "sentence"),
    [
        ((1, 1, 1), (1, 1, 1), "A match of teams has two sides"),
        ((1, 1, 2), (1, 0, 0), "Players of one side win together"),
        ((1, 1, 2), (1, 1, 1), "Players of one side win together"),
        ((1,) * 7 + (2,), (1,) * 7 + (0,), "A side has at most 6 players"),
    ],
)
def test_what_is_no_match_of_two_sides_is_refused(sides, scores, sentence):
    result = doubles()._replace(players=tuple(range(len(sides))), sides=sides, scores=scores)
    with pytest.raises(RatingError, match=sentence):
        check_result(taking("points-exchange"), result)
