"""Which way the dates of a sheet run, and so which of a day's rows was played first."""

from datetime import date

import pytest

from ladder.files.interpretation.play_order import find_play_order

TODAY = date(2026, 3, 30)


def order(*days, **answers):
    """Return the row numbers in the order of play, and the preset answer if it is asked; rows begin with number 1."""
    doubts = []
    found = {number: {"date": f"2026-03-{day:02}"} for number, day in enumerate(days, 1)}
    rows = find_play_order(found, doubts, answers, TODAY).rows
    return list(rows), [one.default for one in doubts]


@pytest.mark.parametrize(
    ("days", "rows", "asked"),
    [
        ((1, 1, 2, 3), [1, 2, 3, 4], []),
        ((3, 2, 2, 1), [4, 3, 2, 1], []),
        ((5, 5, 5), [1, 2, 3], []),
        ((1, 2, 3, 4, 30, 5, 6, 7, 7), [1, 2, 3, 4, 5, 6, 7, 8, 9], []),
        ((7, 7, 6, 5, 30, 4, 3, 2, 1), [9, 8, 7, 6, 5, 4, 3, 2, 1], []),
        ((1, 1, 9, 2), [1, 2, 3, 4], ["top"]),
        ((9, 2, 2, 5, 1), [5, 4, 3, 2, 1], ["bottom"]),
        ((9, 1, 5, 2), [1, 2, 3, 4], []),
        ((1, 31, 2, 2), [1, 3, 4, 2], []),
    ],
)
def test_the_dates_say_which_row_of_a_day_came_first(days, rows, asked):
    assert order(*days) == (rows, asked)


def test_a_list_in_two_parts_can_be_taken_part_by_part():
    """Days 1 to 6 with the oldest on top, then 20 to 11 with the newest on top."""
    days = (1, 2, 3, 4, 4, 5, 6, 20, 18, 16, 16, 14, 12, 11)
    parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10, 12, 13, 14]
    assert order(*days) == (parts, ["parts"])
    assert order(*days, played="top") == (list(range(1, 15)), ["parts"])
    assert order(*days, played="anything") == (parts, ["parts"])


def test_two_short_parts_are_taken_each_as_its_dates_run():
    """Days 24 to 10 with the newest on top, then 26 and 28 with the oldest on top."""
    assert order(24, 24, 17, 10, 10, 26, 28, 28) == ([2, 1, 3, 5, 4, 6, 7, 8], ["parts"])


def test_times_in_the_dates_leave_nothing_to_decide_but_equal_moments():
    found = {n: {"date": one} for n, one in enumerate(("2026-03-04T21:00:00", "2026-03-04T20:15:00") * 2, 1)}
    doubts = []
    assert len(find_play_order(found, doubts, {}, TODAY).rows) == 4
    assert [one.default for one in doubts] == ["bottom"]
    del found[3], found[4]
    assert find_play_order(found, [], {}, TODAY).rows == [1, 2]
