"""A system that moves players who did not play."""

from datetime import UTC, date, datetime, timedelta

from ladder.ratings import (
    WALKOVER,
    Counts,
    DuelSystem,
    HistoryShift,
    Rating,
    build_duel,
    has_plain_ratings,
    list_statement_entries,
    replay_results,
)
from ladder.ratings.systems.rungs import Rungs

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def fold(*pairs, opening=None):
    results = [build_duel(*pair, ended=NOON + timedelta(number)) for number, pair in enumerate(pairs)]
    return replay_results(Rungs(), results, opening)


def test_newcomers_enter_at_the_bottom():
    assert fold("ab", "cd").table == {"a": Rating(-1), "b": Rating(-2), "c": Rating(-3), "d": Rating(-4)}


def test_a_match_moves_those_between_its_players():
    """d, on rung 4, beats a: a, b and c move down by one rung each."""
    after = fold("ab", "cd", "da")
    assert after.table == {"d": Rating(-1), "a": Rating(-2), "b": Rating(-3), "c": Rating(-4)}
    assert after.shifts == [HistoryShift(2, "b", Rating(-2), Rating(-3)), HistoryShift(2, "c", Rating(-3), Rating(-4))]


def test_only_those_who_played_are_counted():
    after = fold("ab", "cd", "da")
    assert after.counts["b"] == Counts(1, 0, 0, 1, 0)
    assert (len(after.history), after.last["b"]) == (6, 1)


def test_a_later_match_begins_where_the_table_was_left():
    after = fold("ab", "cd", "da", "cb")
    assert [(row.before.points, row.after.points) for row in after.history][-2:] == [(-4, -3), (-3, -4)]


def test_brought_ratings_are_on_the_table():
    assert fold("ca", opening={"a": Rating(-1), "b": Rating(-2)}).table == {
        "a": Rating(-2),
        "b": Rating(-3),
        "c": Rating(-1),
    }


def test_a_walkover_moves_nobody():
    results = [build_duel("a", "b", ended=NOON), build_duel("b", "a", ended=NOON, kind=WALKOVER)]
    after = replay_results(Rungs(), results)
    assert after.table == {"a": Rating(-1), "b": Rating(-2)}
    assert after.counts["b"] == Counts(2, 1, 0, 1, 0)


def test_a_statement_has_the_shifts_after_their_match():
    after = fold("ab", "cd", "da", "ab")
    entries = list_statement_entries(Rungs(), after, {}, lambda match: date(2026, 3, 1 + match))
    found = [(one.match, one.player, one.before, one.after, one.cause) for one in entries]
    assert found[4:] == [
        (2, "d", -4, -1, None),
        (2, "a", -1, -2, None),
        (2, "b", -2, -3, "moved"),
        (2, "c", -3, -4, "moved"),
        (3, "a", -2, -2, None),
        (3, "b", -3, -3, None),
    ]


def test_who_stays_where_they_are_is_not_shifted():
    class Counting(Rungs):
        def rate_table(self, result, table):
            return dict(table)

    results = [build_duel(*pair, ended=NOON) for pair in ("ab", "cd")]
    assert replay_results(Counting(), results).shifts == []


def test_a_season_that_does_not_start_afresh_keeps_the_table():
    assert Rungs().carry(Rating(-5), 0.5) == Rating(-5)
    assert Rungs().carry(Rating(-5), 0) == Rungs().initial() == Rating(-1)


def test_two_players_are_rated_as_if_there_were_nobody_else():
    result = build_duel("d", "a", ended=NOON)
    assert Rungs().rate(result, (Rating(-4), Rating(-1))) == (Rating(-1), Rating(-2))


def test_the_short_way_refuses_it_even_where_it_is_a_duel_system():
    class Both(Rungs, DuelSystem):
        def gains(self, a, b, score, facts):
            return 0, 0

    assert not has_plain_ratings(Both())
