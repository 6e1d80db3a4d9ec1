"""Handicaps: points that the players agree on count as rating in the chance, in every system that has chances."""

from datetime import UTC, datetime

import pytest

from ladder.ratings import (
    HANDICAP,
    WALKOVER,
    BoardRules,
    Exit,
    Rating,
    RatingError,
    build_battle,
    build_duel,
    check_result,
    create_system,
    list_system_choices,
    replay_results,
)
from ladder.ratings.replay import GeneralReplay

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SYSTEMS = {key: create_system(key) for key, _ in list_system_choices()}
WITH_CHANCES = [
    key
    for key, one in SYSTEMS.items()
    if BoardRules(one).takes_handicaps and any(kind.format.fewest == 2 for kind in one.kinds)
]


def match(system, score=1.0, handicap=0.0, first="a", second="b"):
    facts = {fact.name: fact.default or max(fact.low, 2) for fact in system.facts if fact.required}
    given = {HANDICAP.name: handicap} if handicap else {}
    return build_duel(first, second, score, ended=NOON, kind=system.kinds[0], facts=facts | given)


def changes(system, result, before):
    after = BoardRules(system).rate(result, before)
    return [new.points - old.points for new, old in zip(after, before, strict=True)]


def test_these_systems_have_chances():
    assert {"elo", "fibs", "match-length-elo", "nardgammon-elo", "provisional-elo", "glicko-2"} <= set(WITH_CHANCES)
    assert not {"points-exchange", "tournament-points", "rungs", "chips-total"} & set(WITH_CHANCES)


def test_two_hundred_points_make_a_difference_of_two_hundred_even():
    """Between equals half of K = 32 moves; and 0.76 is what 200 more are expected to score."""
    system, before = SYSTEMS["elo"], (Rating(1500), Rating(1700))
    assert changes(system, match(system, 1, 200), before) == [16, -16]
    assert changes(system, match(system, 0, 200), before) == [-16, 16]
    assert BoardRules(system).expected(match(system, 1, 200), before) == (0.5, 0.5)
    level = (Rating(1500), Rating(1500))
    assert BoardRules(system).expected(match(system, 1, 200), level) == pytest.approx((0.76, 0.24), abs=0.0005)
    assert BoardRules(system).expected(match(system, 1, -200), level) == pytest.approx((0.24, 0.76), abs=0.0005)


def test_k_goes_by_the_own_rating_without_the_handicap():
    """R-9: 32 below 2100 and 16 from 2400, although 400 points make the two even."""
    system = create_system("elo", {"k_factor": "bands"})
    assert changes(system, match(system, 1, 400), (Rating(2050), Rating(2450))) == [16, -8]


@pytest.mark.parametrize("key", WITH_CHANCES)
def test_chances_are_those_of_a_rating_so_much_higher(key):
    system = SYSTEMS[key]
    table = replay_results(system, [match(system)]).table
    first, second = (
        rating._replace(points=1500.0 + more) for rating, more in zip(table.values(), (0, 90), strict=True)
    )
    with_points = first._replace(points=1650.0)
    given = BoardRules(system).expected(match(system, handicap=150), (first, second))
    assert given == pytest.approx(BoardRules(system).expected(match(system), (with_points, second)))
    assert sum(given) == pytest.approx(1)


@pytest.mark.parametrize("key", WITH_CHANCES)
def test_explanation_says_what_the_handicap_does_and_ends_in_the_change(key):
    system = SYSTEMS[key]
    table = replay_results(system, [match(system)]).table
    before, result = tuple(table.values()), match(system, 0, -80)
    for seat, moved in enumerate(changes(system, result, before)):
        steps = BoardRules(system).explain(result, before, seat)
        assert (steps[0].title, steps[0].value) == ("The handicap", (80, -80)[seat])
        assert steps[-1].value == moved


def test_explanation_of_a_handicap_names_who_got_it():
    system, before = SYSTEMS["elo"], (Rating(1500), Rating(1700))
    mine, theirs = (BoardRules(system).explain(match(system, 1, 150), before, seat)[0] for seat in (0, 1))
    assert mine.sentence.text(str.upper) == (
        "150 points were agreed for A. For A the match counts as if the opponent were rated so much lower."
    )
    assert mine.sum == "1,700.0 − 150 = 1,550.0"
    assert theirs.sentence.text(str.upper) == (
        "150 points were agreed for A. For B the match counts as if the opponent were rated so much higher."
    )
    assert theirs.sum == "1,500.0 + 150 = 1,650.0"


@pytest.mark.parametrize("key", WITH_CHANCES)
def test_fast_and_general_replay_give_the_same_figures(key):
    system = SYSTEMS[key]
    pairs = [("a", "b", 120), ("b", "c", 0), ("c", "a", -75), ("a", "b", -300), ("b", "c", 1)]
    played = [match(system, number % 2, points, *pair) for number, (*pair, points) in enumerate(pairs * 4)]
    run = GeneralReplay(system, {}, {})
    run.run(played)
    fold = replay_results(system, played)
    assert fold.table == run.table
    assert list(fold.history) == list(run.history)


def test_systems_without_chances_leave_it_alone():
    system, before = SYSTEMS["points-exchange"], (Rating(500), Rating(560))
    assert changes(system, match(system, 1, 60), before) == changes(system, match(system), before)


def test_walkover_with_a_handicap_rates_nothing():
    system = SYSTEMS["elo"]
    result = match(system, 1, 200)._replace(kind=WALKOVER)
    assert changes(system, result, (Rating(1500), Rating(1700))) == [0, 0]


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (2001, "Handicap must be a whole number from -2000 to 2,000."),
        (-2001, "Handicap must be a whole number from -2000 to 2,000."),
        (12.5, "Handicap must be a whole number from -2000 to 2,000."),
    ],
)
def test_impossible_handicap_is_refused(points, sentence):
    with pytest.raises(RatingError) as refusal:
        check_result(SYSTEMS["elo"], match(SYSTEMS["elo"], 1, points))
    assert (str(refusal.value), refusal.value.field) == (sentence, "handicap")


def test_handicap_needs_two_players_or_two_sides():
    exits = (Exit("standing"), Exit("dead", 1), Exit("dead", 1))
    three = build_battle("abc", exits, ended=NOON, kind=SYSTEMS["warlocks-score"].kinds[0], facts={"handicap": 50})
    with pytest.raises(RatingError, match=r"Only a match of two players or two sides can have a handicap\."):
        check_result(SYSTEMS["warlocks-score"], three)
