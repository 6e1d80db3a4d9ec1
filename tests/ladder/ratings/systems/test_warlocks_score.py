"""Rules W-1 to W-12, by hand."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ladder.ratings import (
    FRIENDLY,
    LADDER,
    VERY_FRIENDLY,
    Counts,
    Exit,
    Rating,
    RatingError,
    build_battle,
    build_duel,
    create_system,
    replay_results,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
STANDS = Exit("standing")


def surrenders(turn):
    return Exit("surrendered", turn)


def dies(turn):
    return Exit("dead", turn)


def rated(scores, exits, kind=LADDER, **options):
    result = build_battle(range(len(scores)), exits, ended=NOON, kind=kind)
    after = create_system("warlocks-score", options).rate(result, [Rating(points) for points in scores])
    return [rating.points for rating in after]


def begun(first, second):
    """A duel that the first player wins, begun at these scores."""
    result = build_duel("a", "b", ended=NOON, kind=LADDER, exit="surrendered", started=NOON)
    return result._replace(at_start=(Rating(first), Rating(second)))


def test_battle_with_two_standing_is_refused():
    """W-1"""
    with pytest.raises(RatingError):
        build_battle("ab", (STANDS, STANDS), ended=NOON)


@pytest.mark.parametrize(
    ("rule", "scores", "exits", "after"),
    [
        ("W-2", [3, 3], [STANDS, dies(1)], [4, 0]),
        ("W-3", [4, 6, 2, 5], [STANDS, surrenders(2), dies(1), dies(3)], [7, 5, 0, 0]),
        ("W-3, floor", [1, 0], [STANDS, surrenders(1)], [2, 0]),
        ("W-4, all die", [7, 2, 3], [dies(4), dies(4), dies(4)], [0, 0, 0]),
        ("W-4, two surrender", [7, 2, 0], [surrenders(4), surrenders(4), surrenders(1)], [6, 1, 0]),
        ("W-5, duel", [2, 3], [surrenders(4), dies(4)], [3, 0]),
        ("W-5, earlier surrender", [5, 5, 5, 5], [surrenders(1), surrenders(3), dies(3), dies(2)], [4, 8, 0, 0]),
        ("W-5, two spare", [5, 5, 5], [surrenders(3), surrenders(3), dies(3)], [4, 4, 0]),
        ("W-12", [0, 0], [STANDS, dies(1)], [1, 0]),
    ],
)
def test_ladder_battle_moves_the_scores(rule, scores, exits, after):
    assert rated(scores, exits) == after


def test_lone_leaver_in_the_last_round_is_malformed():
    """W-5"""
    with pytest.raises(RatingError):
        build_battle("abc", (dies(1), dies(1), surrenders(2)), ended=NOON)


def test_friendly_battle_leaves_scores_alone():
    """W-6"""
    assert rated([4, 6, 2], [STANDS, surrenders(2), dies(1)], kind=FRIENDLY) == [4, 6, 2]


def test_friendly_battle_counts():
    """W-6, W-11"""
    result = build_battle("abc", (STANDS, surrenders(2), dies(1)), ended=NOON, kind=FRIENDLY)
    fold = replay_results(create_system("warlocks-score"), [result, result])
    assert fold.counts == {"a": Counts(2, 2, 0, 0, 0), "b": Counts(2, 0, 0, 2, 0), "c": Counts(2, 0, 0, 2, 2)}
    assert [fold.table[player].points for player in "abc"] == [0, 0, 0]


def test_very_friendly_battle_leaves_no_trace():
    """W-7"""
    result = build_duel("a", "b", ended=NOON, kind=VERY_FRIENDLY)
    fold = replay_results(create_system("warlocks-score"), [result])
    assert fold.table == {}
    assert fold.counts == {}


def test_counts_follow_a_battle_without_a_winner():
    """W-11"""
    result = build_battle("ab", (dies(2), dies(2)), ended=NOON)
    fold = replay_results(create_system("warlocks-score"), [result])
    assert fold.counts["a"] == Counts(played=1, won=0, drawn=1, lost=0, died=1)


@pytest.mark.parametrize(
    ("at_start", "score", "after"),
    [
        ((3, 4), 7, 8),  # mean 3.5, rounded down 3; 3 + 5 = 8 is not reached
        ((3, 4), 8, 8),
        ((3, 4), 9, 9),
        ((4, 4), 8, 9),
        ((4, 4), 9, 9),
    ],
)
def test_duel_gains_nothing_from_the_cap_on(at_start, score, after):
    """W-8, and the loser still pays"""
    changed = create_system("warlocks-score").rate(begun(*at_start), (Rating(score), Rating(4)))
    assert [rating.points for rating in changed] == [after, 3]


def test_cap_needs_a_recorded_start():
    """W-8"""
    result = begun(3, 4)._replace(started=None, at_start=())
    assert create_system("warlocks-score").rate(result, (Rating(50), Rating(4)))[0].points == 51


def test_cap_leaves_melees_alone():
    """W-8"""
    result = build_battle("abc", (STANDS, dies(1), dies(1)), ended=NOON, started=NOON)
    result = result._replace(at_start=(Rating(0),) * 3)
    assert create_system("warlocks-score").rate(result, (Rating(50), Rating(0), Rating(0)))[0].points == 52


def test_cap_follows_its_option():
    """W-8"""
    after = create_system("warlocks-score", {"cap": 6}).rate(begun(3, 4), (Rating(8), Rating(4)))
    assert after[0].points == 9


@pytest.mark.parametrize(("meanwhile", "score"), [(4, 8), (5, 8), (6, 9)])
def test_overlapping_battles_bite_the_cap(meanwhile, score):
    """W-8: a duel begun at 3 and 4; a wins others before it ends, and from 8 on gains nothing."""
    early, late = NOON - timedelta(days=5), NOON
    before_it = build_duel("c", "d", ended=early - timedelta(days=1), kind=LADDER)
    between = [build_duel("a", f"x{n}", ended=early + timedelta(hours=n + 1), kind=LADDER) for n in range(meanwhile)]
    long = build_duel("a", "b", ended=late, kind=LADDER, started=early)
    fold = replay_results(
        create_system("warlocks-score"), [before_it, *between, long], {"a": Rating(3), "b": Rating(4)}
    )
    assert fold.table["a"].points == score
    assert fold.table["b"].points == 0


def test_start_is_looked_up_by_the_moment_when_clocks_go_back():
    """W-8: a wins at 2.50 in summer time; a duel that begins 20 minutes later, at 2.10, begins at 1 and 0."""
    zone = ZoneInfo("Europe/Berlin")
    summer, winter = datetime(2024, 10, 27, 2, 50, tzinfo=zone), datetime(2024, 10, 27, 2, 10, fold=1, tzinfo=zone)
    first = build_duel("a", "c", ended=summer, kind=LADDER)
    later = build_duel("a", "b", ended=winter + timedelta(hours=3), kind=LADDER, started=winter)
    fold = replay_results(create_system("warlocks-score", {"cap": 2}), [first, later])
    assert fold.table["a"].points == 2
    assert [fold.history.at_start[row].points for row in (2, 3)] == [1, 0]


@pytest.mark.parametrize(
    ("scores", "melee", "allowed"),
    [
        ((2, 7), "every-pair", True),
        ((2, 8), "every-pair", False),
        ((2, 7, 8), "every-pair", False),
        ((2, 7, 8), "one-pair", True),
        ((2, 8, 14), "one-pair", False),
        ((2, 8), "one-pair", False),
    ],
)
def test_reach_decides_who_may_play(scores, melee, allowed):
    """W-9"""
    result = build_battle(range(len(scores)), (STANDS, *[dies(1)] * (len(scores) - 1)), ended=NOON)
    system = create_system("warlocks-score", {"melee": melee})
    assert (system.eligible(result, [Rating(points) for points in scores]) is None) == allowed


def test_reach_is_refused_in_words():
    """W-9"""
    reason = create_system("warlocks-score").eligible(build_duel(1, 2, ended=NOON, kind=LADDER), (Rating(2), Rating(8)))
    assert reason.text({1: "Ada", 2: "Ben"}.get) == "Ada and Ben are 6 points apart; the limit is 5."


def test_reach_is_tested_at_the_start():
    """W-9: 3 and 4 when accepted, 12 and 4 at the end."""
    assert create_system("warlocks-score").eligible(begun(3, 4), (Rating(12), Rating(4))) is None


def test_reach_leaves_friendly_battles_alone():
    """W-9"""
    result = build_duel("a", "b", ended=NOON, kind=FRIENDLY)
    assert create_system("warlocks-score").eligible(result, (Rating(0), Rating(90))) is None


def test_standings_break_ties_by_deaths_then_wins():
    """W-10: 1/3 and 3333/10000 are told apart; a player without games has 0 and 0."""
    rows = {
        "high": (Rating(6), Counts(10, 1, 0, 9, 9)),
        "new": (Rating(5), Counts()),
        "two wins": (Rating(5), Counts(8, 2, 0, 6, 2)),
        "one win": (Rating(5), Counts(4, 0, 0, 4, 1)),
        "3333": (Rating(5), Counts(10_000, 9000, 0, 0, 3333)),
        "third": (Rating(5), Counts(3, 2, 0, 1, 1)),
    }
    system = create_system("warlocks-score")
    ranked = sorted(rows, key=lambda name: system.order(*rows[name]))
    assert ranked == ["high", "new", "two wins", "one win", "3333", "third"]


def test_standings_take_equal_ratios_as_equal():
    """W-10: 1 of 3 deaths is 7 of 21."""
    system = create_system("warlocks-score")
    assert system.order(Rating(5), Counts(3, 1, 0, 2, 1)) == system.order(Rating(5), Counts(21, 7, 0, 14, 7))


@pytest.mark.parametrize(
    ("exits", "seat", "rules", "last"),
    [
        ((STANDS, dies(1)), 0, ["W-2", "W-3"], "a gains a point for the one opponent."),
        ((STANDS, dies(1), dies(1)), 0, ["W-2", "W-3"], "a gains a point for each of 2 opponents."),
        ((STANDS, dies(1)), 1, ["W-2", "W-3"], "b died, so their score becomes 0."),
        ((dies(1), dies(1)), 0, ["W-4", "W-4"], "a died, so their score becomes 0."),
        ((surrenders(1), dies(1)), 0, ["W-5", "W-3"], "a gains a point for the one opponent."),
        (
            (surrenders(1), surrenders(1)),
            1,
            ["W-4", "W-4"],
            "b surrendered and loses 1 point, but not below 0.",
        ),
    ],
)
def test_explanation_names_its_rules(exits, seat, rules, last):
    result = build_battle("abc"[: len(exits)], exits, ended=NOON)
    steps = create_system("warlocks-score").explain(result, (Rating(3),) * len(exits), seat)
    assert [step.rule for step in steps] == rules
    assert steps[-1].sentence.text() == last


def test_explanation_shows_the_cap():
    """W-8"""
    steps = create_system("warlocks-score").explain(begun(3, 4), (Rating(8), Rating(4)), 0)
    assert [step.rule for step in steps] == ["W-2", "W-8", "W-8"]
    assert steps[1].sum == "(3 + 4) ÷ 2, rounded down, + 5 = 8"
    assert steps[2].sum == "8 + 0 = 8"


def test_explanation_of_a_friendly_battle_is_one_step():
    """W-6"""
    steps = create_system("warlocks-score").explain(
        build_duel("a", "b", ended=NOON, kind=FRIENDLY), (Rating(3), Rating(4)), 1
    )
    assert [(step.rule, step.sum, step.value) for step in steps] == [("W-6", "4 + 0 = 4", 0)]
