"""The fold: order, openings, counts, starts, decay between matches, and the short way for duels."""

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.ratings import (
    UNRATED,
    WALKOVER,
    Counts,
    Exit,
    Rating,
    build_battle,
    build_duel,
    build_tournament,
    create_system,
    has_plain_ratings,
    replay_results,
)
from ladder.ratings.systems.chips import ChipsDaily

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
EXCHANGE = create_system("points-exchange")


def build_long_way(key, **options):
    """Return a system with the same rating that takes the general loop, since it has a `rate` of its own."""
    short = create_system(key, options)

    @dataclass(frozen=True)
    class LongWay(type(short)):
        def rate(self, result, before):
            return super().rate(result, before)

    return LongWay(**{option.name: getattr(short, option.name) for option in fields(short)})


def rated(points, experience):
    return Rating(points, experience)


@st.composite
def matches(draw):
    first, second = draw(st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True))
    kind = draw(st.sampled_from([EXCHANGE.kinds[0], UNRATED, WALKOVER]))
    score, length = draw(st.sampled_from([1.0, 0.0])), draw(st.integers(1, 25))
    facts = {"length": length, "chips": length} | draw(st.sampled_from([{}, {}, {"handicap": 60.0}]))
    return build_duel(first, second, score, ended=NOON, kind=kind, facts=facts)


OPENINGS = st.dictionaries(st.integers(0, 8), st.builds(rated, st.integers(-2000, 4000), st.integers(0, 50)))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("points-exchange", {}),
        ("match-length-elo", {}),
        ("fibs", {}),
        ("chips-total", {}),
        ("elo", {}),
        ("elo", {"k_factor": "bands", "limit_difference": True}),
        ("elo", {"chance": "table", "limit_difference": True}),
    ],
)
@settings(max_examples=40)
@given(results=st.lists(matches(), max_size=40), opening=OPENINGS)
def test_short_way_gives_the_figures_of_the_general_loop(key, options, results, opening):
    short, long = create_system(key, options), build_long_way(key, **options)
    assert has_plain_ratings(short)
    assert not has_plain_ratings(long)
    counts = {player: Counts(9, 4, 2, 3, 0) for player in list(opening)[::2]}
    one, other = replay_results(short, results, opening, counts), replay_results(long, results, opening, counts)
    assert list(one.history) == list(other.history)
    assert (one.table, one.counts, one.last) == (other.table, other.counts, other.last)


@given(st.lists(matches(), max_size=40))
def test_each_match_starts_where_the_player_left_off(results):
    """G-1, G-3."""
    history = replay_results(EXCHANGE, results).history
    for player in {change.player for change in history}:
        mine = [change for change in history if change.player == player]
        assert all(old.after == new.before for old, new in pairwise(mine))


@given(st.lists(matches(), max_size=40))
def test_points_of_all_stay_the_same(results):
    """P-2."""
    table = replay_results(EXCHANGE, results).table
    assert sum(rating.points for rating in table.values()) == 1000 * len(table)


def test_results_count_in_the_order_given():
    """G-3: 10 by equals, then 10 - 1 for the favourite, 20 ahead."""
    fold = replay_results(EXCHANGE, [build_duel("a", "b", ended=NOON), build_duel("a", "b", ended=NOON)])
    assert [change.after.points for change in fold.history] == [1010, 990, 1019, 981]


def test_match_of_no_concern_leaves_no_trace():
    fold = replay_results(EXCHANGE, [build_duel("a", "b", ended=NOON, kind=UNRATED), build_duel("c", "d", ended=NOON)])
    assert list(fold.table) == ["c", "d"]
    assert [change.match for change in fold.history] == [1, 1]


def test_opening_and_counts_are_built_on_and_left_alone():
    opening, counts = {"a": Rating(1100, 30), "z": Rating(900)}, {"a": Counts(30, 20, 0, 10)}
    fold = replay_results(EXCHANGE, [build_duel("a", "b", ended=NOON)], opening, counts)
    assert fold.table == {"a": Rating(1105, 31), "z": Rating(900), "b": Rating(995, 1)}
    assert fold.counts == {"a": Counts(31, 21, 0, 10), "z": Counts(), "b": Counts(1, 0, 0, 1)}
    assert opening == {"a": Rating(1100, 30), "z": Rating(900)}


def test_last_is_each_players_last_row():
    results = [build_duel("a", "b", ended=NOON), build_duel("c", "a", ended=NOON)]
    assert replay_results(EXCHANGE, results).last == {"b": 1, "c": 2, "a": 3}


def test_counts_tell_wins_draws_losses_and_deaths():
    """W-11."""
    died, gave_up, standing = Exit("dead", 1), Exit("surrendered", 1), Exit("standing")
    results = [build_battle("abc", [standing, died, gave_up], ended=NOON), build_battle("ab", [died, died], ended=NOON)]
    counts = replay_results(create_system("warlocks-score"), results).counts
    assert counts == {"a": Counts(2, 1, 1, 0, 1), "b": Counts(2, 0, 1, 1, 2), "c": Counts(1, 0, 0, 1, 0)}


def test_at_start_leaves_out_matches_that_overlap():
    """W-8: the second battle began before the first ended, the third after."""
    exits = [Exit("standing"), Exit("dead", 1)]
    times = [(0, 2), (1, 3), (2.5, 4)]
    results = [
        build_battle("ab", exits, started=NOON + HOUR * begun, ended=NOON + HOUR * done) for begun, done in times
    ]
    starts = [change.at_start.points for change in replay_results(create_system("warlocks-score"), results).history]
    assert starts == [0, 0, 0, 0, 1, 0]


def test_at_start_is_empty_without_a_recorded_start():
    """W-8."""
    result = build_battle("ab", [Exit("standing"), Exit("dead", 1)], ended=NOON)
    assert [change.at_start for change in replay_results(create_system("warlocks-score"), [result]).history] == [
        None,
        None,
    ]


@pytest.mark.parametrize("players", [["a"], ["a", "b", "c"]])
def test_a_crowd_that_counts_for_nothing_is_passed_over_in_the_short_way(players):
    crowd = build_tournament(players, range(1, len(players) + 1), ended=NOON, kind=UNRATED)
    assert replay_results(EXCHANGE, [crowd, build_duel("a", "b", ended=NOON)]).table == {
        "a": rated(1010, 1),
        "b": rated(990, 1),
    }


def test_months_between_two_tournaments_halve_the_points():
    """T-1, T-3: 30 for winning a field of 8, halved twice, and 30 more."""
    days = [datetime(2026, 3, 31, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)]
    results = [build_tournament("a", [1], ended=day, field=8) for day in days]
    changes = [
        (change.before.points, change.after.points)
        for change in replay_results(create_system("tournament-points"), results).history
    ]
    assert changes == [(0, 30), (7.5, 37.5)]


def test_opening_without_a_day_begins_to_decay_with_the_first_match():
    """T-3: also of a player who is not in it."""
    opening = {"idle": Rating(40)}
    days = [datetime(2026, 3, 31, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)]
    results = [build_tournament([who], [1], ended=day, field=2) for who, day in zip(["a", "idle"], days, strict=True)]
    assert replay_results(create_system("tournament-points"), results, opening).table["idle"].points == 30


def test_a_match_that_ended_in_the_very_second_a_battle_began_is_not_in_its_start():
    """W-8, W-9: the battle began with the scores of before, so the cap and the range are those of before, too."""
    exits = (Exit("standing"), Exit("surrendered", 1))
    before = build_battle("ac", exits, ended=NOON)
    one = build_battle("ab", exits, ended=NOON + HOUR, started=NOON)
    later = build_battle("ab", exits, ended=NOON + HOUR, started=NOON + timedelta(seconds=1))
    opening = {"a": Rating(3.0), "b": Rating(1.0)}

    for began, score in ((one, 3.0), (later, 4.0)):
        fold = replay_results(create_system("warlocks-score"), [before, began], opening)
        assert [fold.history[row].at_start.points for row in (2, 3)] == [score, 1.0]


def test_a_start_in_the_hour_that_comes_twice_is_told_by_its_moment():
    """W-8: 1:30 in summer time is before 1:10 in winter time, whatever the clock on the wall says."""
    york, exits = ZoneInfo("America/New_York"), (Exit("standing"), Exit("surrendered", 1))
    summer = datetime(2026, 11, 1, 1, 30, tzinfo=york)
    winter = datetime(2026, 11, 1, 1, 10, tzinfo=york, fold=1)
    results = [build_battle("ac", exits, ended=summer), build_battle("ab", exits, ended=winter + HOUR, started=winter)]
    fold = replay_results(create_system("warlocks-score"), results)
    assert fold.history[2].at_start.points == 1.0


@dataclass(frozen=True)
class FadingDuels(ChipsDaily):
    """Chips that look back to the start of a match, as no system on the site does."""

    looks_back = True


def test_a_rating_at_the_start_has_faded_until_then():
    results = [build_duel("a", "b", ended=NOON, facts={"chips": 100})]
    later = {"started": NOON + 48 * HOUR, "ended": NOON + 49 * HOUR}
    results.append(build_duel("a", "b", facts={"chips": 10}, **later))
    fold = replay_results(FadingDuels(), results)
    assert [fold.history[row].at_start.points for row in (2, 3)] == pytest.approx([100 * 0.95**2, -80 * 0.95**2])


def test_an_opening_that_has_a_day_keeps_it():
    """C-5: what was brought as of an earlier day has faded since then."""
    opening = {"a": Rating(100.0, as_of=(NOON - 48 * HOUR).date()), "b": Rating(100.0)}
    fold = replay_results(
        create_system("chips-daily"), [build_duel("a", "b", ended=NOON, facts={"chips": 10})], opening
    )
    assert [fold.history[row].before.points for row in (0, 1)] == pytest.approx([100 * 0.95**2, 100.0])
