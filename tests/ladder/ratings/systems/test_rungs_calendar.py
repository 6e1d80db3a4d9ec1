"""Rungs by the calendar, worked by hand: too few matches, breaks, and newcomers by lot (L-13 to L-15)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.ratings import DRAWN, LOST, WALKOVER, WON, Rating, build_duel, replay_results
from ladder.ratings.idle_calendar import count_days_off, find_period
from ladder.ratings.systems.rungs import Rungs

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)  # a Sunday
DAY = timedelta(1)


def put_in_order(names):
    return {name: Rating(-rung) for rung, name in enumerate(names, 1)}


def play(*matches):
    """Results of "BC 3": B beats C three days after 1 March."""
    read = (one.split() for one in matches)
    return [build_duel(*pair, ended=NOON + int(day) * DAY) for pair, day in read]


def read_order(table):
    assert sorted(-rating.points for rating in table.values()) == list(range(1, len(table) + 1))
    return "".join(sorted(table, key=lambda name: -table[name].points))


def see(system, order, results, day, breaks=None):
    """The order in the morning of a day."""
    table = replay_results(system, results, put_in_order(order), breaks=breaks).table
    return read_order({**table, **system.advance_table(table, day, breaks or {})})


@pytest.mark.parametrize(
    ("day", "spared", "not_spared"),
    [
        (date(2026, 3, 15), "ABCDE", "ABCDE"),  # the fourteenth day is not over
        (date(2026, 3, 16), "ADBCE", "DABCE"),  # C passes D, then B does; E is behind them already
        (date(2026, 3, 25), "ABDCE", "ADBCE"),  # D and E had no match since 10 March: D falls behind one, E can't
        (date(2026, 3, 30), "ADBEC", "DAEBC"),  # again the three
    ],
)
def test_who_has_no_match_for_fourteen_days_moves_down_at_the_end_of_the_last(day, spared, not_spared):
    """L3 of the house rules, with the first exempt: B beats C on 1 March, D beats E on 10 March, then nobody plays."""
    results = play("BC 0", "DE 9")
    assert see(Rungs(idle_days=14, idle_by="days", idle_spares_first=True), "ABCDE", results, day) == spared
    assert see(Rungs(idle_days=14, idle_by="days"), "ABCDE", results, day) == not_spared


MARCH = ("BC 1", "DE 2", "BC 8", "DE 9", "BF 15", "DF 20")
MONTHLY = Rungs(idle_by="month", idle_matches=2, idle_rungs=2)


@pytest.mark.parametrize(
    ("day", "order", "breaks"),
    [
        (date(2026, 3, 31), "ABCDEF", {}),
        (date(2026, 4, 1), "BCADEF", {}),  # all others had two
        (date(2026, 5, 1), "BCADEF", {}),  # in April nobody had, and nobody falls behind those who fall, too
        (date(2026, 4, 1), "ABCDEF", {"A": [(date(2026, 3, 30), date(2026, 4, 9))]}),
    ],
)
def test_fewer_than_two_matches_in_a_calendar_month_cost_two_rungs(day, order, breaks):
    """L5: everybody is on the ladder since February; a month with a break in it costs nothing."""
    assert see(MONTHLY, "ABCDEF", play("DE -10", *MARCH), day, breaks) == order


def test_the_month_in_which_somebody_came_costs_nothing():
    assert see(MONTHLY, "ABCDEF", play(*MARCH), date(2026, 4, 1)) == "ABCDEF"


@pytest.mark.parametrize(("period", "lost"), [("week", "BCA"), ("fortnight", "BAC")])
def test_who_is_absent_for_a_week_or_a_fortnight(period, lost):
    """L17, absent from two sessions in a row: B and C play in the weeks from 2 and 9 March, A in none."""
    system = Rungs(idle_by=period, idle_spares_first=False)
    results = play("AB -12", "BC 2", "BC 9")
    assert see(system, "ABC", results, date(2026, 3, 16)) == lost
    assert see(system, "ABC", results, date(2026, 3, 15)) == ("BAC" if period == "week" else "ABC")


def test_weeks_fortnights_and_months_have_their_first_and_last_days():
    sunday = date(2026, 3, 1)
    assert find_period("week", sunday) == (date(2026, 2, 23), sunday)
    assert find_period("fortnight", sunday) in {(date(2026, 2, 16), sunday), (date(2026, 2, 23), date(2026, 3, 8))}
    assert {find_period("fortnight", sunday + day * DAY) for day in range(-6, 22)} == {
        find_period("fortnight", sunday + day * DAY) for day in (-6, 8, 21)
    }
    assert find_period("month", date(2028, 2, 10)) == (date(2028, 2, 1), date(2028, 2, 29))


def test_days_of_a_break_don_t_count():
    """14 days from 1 March without 10 to 19 March are over with 25 March; nor does a break that comes later matter."""
    first = date(2026, 3, 1)
    assert count_days_off(first, 14, ()) == date(2026, 3, 15)
    assert count_days_off(first, 14, [(date(2026, 3, 10), date(2026, 3, 20))]) == date(2026, 3, 25)
    assert count_days_off(first, 14, [(date(2026, 3, 16), date(2026, 3, 20))]) == date(2026, 3, 15)
    assert count_days_off(first, 14, [(date(2026, 2, 20), date(2026, 3, 5))]) == date(2026, 3, 18)


@pytest.mark.parametrize(
    ("since", "back", "order"),
    [
        (date(2026, 2, 1), date(2026, 3, 2), "BAC"),
        (date(2026, 2, 1), date(2026, 3, 9), "ABC"),
        (date(2026, 2, 1), date(2026, 3, 8), "ABC"),  # as if it had not been cut short in the morning of the match
        (date(2026, 3, 8), date(2026, 3, 20), "BAC"),  # on the day of the match it comes too late
    ],
)
def test_after_a_match_of_others_nobody_falls_who_sits_out(since, back, order):
    """Where days are looked for after each match (L-7): A last played on 1 March, B and C play on 8 March."""
    breaks = {"A": [(since, back)]}
    fold = replay_results(Rungs(idle_days=7), play("AB 0", "BC 7"), put_in_order("ABC"), breaks=breaks)
    assert read_order(fold.table) == order


@pytest.mark.parametrize(
    ("back", "day", "order"),
    [
        (date(2026, 5, 10), date(2026, 4, 4), "ABC"),  # the thirty-first day, 4 April, is not over
        (date(2026, 5, 10), date(2026, 4, 5), "BCA"),
        (date(2026, 5, 10), date(2026, 6, 4), "BCA"),
        (date(2026, 4, 4), date(2026, 6, 4), "ABC"),
    ],
)
def test_a_break_of_more_than_thirty_days_costs_the_rung(back, day, order):
    """L2: up to 30 days keeps the place, longer goes to the bottom; the break begins on 5 March (L-15)."""
    assert see(Rungs(sitting_days=30), "ABC", play("BC 0"), day, {"A": [(date(2026, 3, 5), back)]}) == order


def test_the_next_match_has_what_the_calendar_did_before_it_and_says_why():
    system = Rungs(idle_days=14, idle_by="days", idle_rungs=2)
    fold = replay_results(system, play("CD 0", "CD 9", "DA 16"), put_in_order("ABCD"))
    moves = [(one.player, -one.before.points, -one.after.points, system.explain_shift(*one[2:])) for one in fold.shifts]
    assert [one for one in moves if one[1] != one[2]] == [
        # A and B pass C and D by two rungs each: C D A B; then D beats A, from above
        ("B", 2, 4, "no match for 14 days"),
        ("C", 3, 1, "a player above had no match for 14 days"),
    ]
    assert [(-row.before.points, -row.after.points) for row in fold.history][-2:] == [(2, 2), (3, 3)]
    assert read_order(fold.table) == "CDAB"


@pytest.mark.parametrize(
    ("options", "day", "words"),
    [
        (
            {"idle_by": "month", "idle_matches": 2},
            date(2026, 4, 2),
            "fewer than 2 matches in a calendar month, up to 31 March 2026",
        ),
        ({"sitting_days": 30}, date(2026, 6, 1), "sat out for more than 30 days"),
    ],
)
def test_each_drop_says_why(options, day, words):
    system, breaks = Rungs(**options), {"A": [(date(2026, 4, 5), date(2026, 7, 1))]}
    table = replay_results(system, play("AB -10", "BC 1", "BC 8"), put_in_order("ABC")).table
    moved = system.advance_table(table, day, breaks)
    assert system.explain_shift(table["A"], moved["A"]) == words
    assert system.explain_shift(table["B"], moved["B"]).startswith("a player above had ")


def test_a_break_that_becomes_too_long_on_the_day_of_a_match_says_so():
    """A plays on 1 March, as days are counted since, and the break is too long for the rung at its end."""
    system, breaks = Rungs(sitting_days=6), {"A": [(date(2026, 2, 23), date(2026, 3, 10))]}
    table = replay_results(system, play("AB 0"), put_in_order("ABC"), breaks=breaks).table
    moved = system.advance_table(table, date(2026, 3, 2), breaks)
    assert (table["A"].points, moved["A"].points) == (-1, -3)
    assert system.explain_shift(table["A"], moved["A"]) == "sat out for more than 6 days"


def test_whoever_a_match_of_others_lifts_is_told_of_no_days_without_a_match():
    """C beats A, who does not come: C goes up one, past B, and A just below C, so that B is first (L-10)."""
    system = Rungs(idle_days=14, idle_by="days", rates_walkovers=True, forfeit="below")
    forfeit = build_duel("C", "A", kind=WALKOVER, ended=NOON + 2 * DAY)
    fold = replay_results(system, [*play("AB 0", "BC 0"), forfeit], put_in_order("ABC"))
    assert read_order(fold.table) == "BCA"
    assert [system.explain_shift(*one[2:]) for one in fold.shifts if one.player == "B"] == ["a player above moved down"]


@pytest.mark.parametrize("day", [date(2026, 4, 11), date(2026, 4, 13), date(2026, 5, 1)])
def test_a_break_costs_the_rung_once_also_where_a_walkover_moves_nobody(day):
    """A goes to the bottom on 4 April, and on 10 April B and C go behind A; the walkover is on 12 April."""
    system = Rungs(sitting_days=30, idle_by="days", idle_days=40)
    walkover = build_duel("B", "C", kind=WALKOVER, ended=NOON + 42 * DAY)
    results = [*play("BC 0"), *[walkover][: day > date(2026, 4, 12)]]
    assert see(system, "ABC", results, day, {"A": [(date(2026, 3, 5), date(2026, 6, 1))]}) == "ABC"


@given(st.integers(0, 10_000), st.integers(2, 9))
def test_a_newcomer_by_lot_comes_in_in_the_lower_half_and_the_others_keep_their_order(minute, size):
    """L11; the lot is drawn once: a replay draws the same."""
    order = "ABCDEFGHI"[:size]
    result = build_duel("Z", "A", LOST, ended=NOON + timedelta(minutes=minute))
    found = {read_order(replay_results(Rungs(newcomers="half"), [result], put_in_order(order)).table) for _ in "12"}
    assert len(found) == 1
    seen = found.pop()
    assert seen.replace("Z", "") == order
    assert seen.index("Z") >= len(seen) // 2


def test_the_lot_of_newcomers_reaches_each_rung_of_the_lower_half():
    results = [build_duel("Z", "A", LOST, ended=NOON + timedelta(minutes=minute)) for minute in range(100)]
    system = Rungs(newcomers="half")
    tables = [replay_results(system, [one], put_in_order("ABCDE")).table for one in results]
    assert {-table["Z"].points for table in tables} == {4, 5, 6}


@given(
    st.lists(
        st.tuples(st.permutations("ABCDEF"), st.sampled_from([WON, DRAWN, LOST]), st.integers(0, 20)), max_size=10
    ),
    st.sampled_from(["matches", "days", "week", "fortnight", "month"]),
    st.integers(1, 3),
    st.integers(1, 3),
    st.booleans(),
)
def test_whatever_the_calendar_does_each_rung_has_one_player_and_every_day_gives_the_same(
    played, idle_by, rungs, least, spares
):
    system = Rungs(idle_days=7, idle_by=idle_by, idle_rungs=rungs, idle_matches=least, idle_spares_first=spares)
    results, at = [], NOON
    for (one, other, *_), score, days in played:
        at += days * DAY
        results.append(build_duel(one, other, score, ended=at))
    table = replay_results(system, results, put_in_order("ABCDEF")).table
    read_order(table)
    step, end = dict(table), at.date() + 60 * DAY
    for day in range(61):
        step |= system.advance_table(step, at.date() + day * DAY, {})
        if spares and idle_by != "matches":
            assert read_order(step)[0] == read_order(table)[0]
    assert read_order(step) == read_order({**table, **system.advance_table(table, end, {})})
