"""The chart of a rating."""

from datetime import date

import pytest

from ladder.profiles.queries.chart import MOST_CORNERS, MOST_LINKS, build_chart
from ladder.ratings import Rating
from tests.ladder.profiles.careers import career, edited


def ends(line):
    """The heights of a line's first and last corner."""
    corners = [tuple(map(float, corner.split(","))) for corner in line.split()]
    return corners[0][1], corners[-1][1]


def test_without_a_match_there_is_no_chart():
    assert build_chart(career()) is None


@pytest.mark.parametrize("count", [1, 2, 20, 60])
def test_every_match_of_a_short_career_is_a_point(count):
    found = build_chart(career(*range(1, count + 1)))
    assert [point.match for point in found.points] == list(range(count))
    assert len(found.curve.line.split()) == count + 1  # the opening too


def test_a_long_career_keeps_its_highs_and_lows_within_sixty_links():
    points = [1000.0 + number % 7 for number in range(2000)]
    points[777], points[1234] = 1500.0, 600.0

    found = build_chart(career(*points, start=1000.0))

    assert len(found.points) <= MOST_LINKS + 1
    assert {0, 777, 1234, 1999} <= {point.match for point in found.points}
    assert len(found.curve.line.split()) <= MOST_CORNERS
    assert {"20.0", "88.6"} <= {corner.split(",")[1] for corner in found.curve.line.split()}  # 5 % of room below
    assert found.matches == 2000


def test_a_point_says_date_change_opponent_and_rating():
    found = build_chart(career(1796.25, start=1800))
    assert [(one.label, one.state) for one in found.points] == [("1 Jan: −3.8 v Bea, 1,796", "l pk")]


def test_a_corrected_match_is_marked():
    found = build_chart(edited(career(1, 2), 1, is_changed=True))
    assert [one.is_changed for one in found.points] == [False, True]
    assert found.points[1].label == "2 Jan: +1 v Bea, 2, corrected"
    assert found.has_changed


def test_the_provisional_part_is_a_line_of_its_own():
    found = build_chart(career(1, 2, 3, options={"provisional_until": 2}))
    assert [one.state for one in found.points] == ["pr", "", "pk"]
    assert [one.label[-2:] for one in found.points] == ["1?", " 2", " 3"]
    assert (len(found.curve.provisional.split()), len(found.curve.line.split())) == (3, 2)
    assert ends(found.curve.provisional)[1] == ends(found.curve.line)[0]


def test_a_wholly_provisional_career_has_no_other_line():
    found = build_chart(career(1, 2, options={"provisional_until": 9}))
    assert (len(found.curve.provisional.split()), found.curve.line) == (3, "")


def test_a_fading_rating_falls_before_the_match_and_after_the_last():
    began = Rating(8.0, as_of=date(2026, 1, 1))
    found = career(8.0, 6.0, system="tournament-points", now=date(2026, 3, 1))
    found = edited(found, 0, after=began)
    found = edited(found, 1, before=Rating(4.0, as_of=date(2026, 2, 1)), after=Rating(6.0, as_of=date(2026, 2, 1)))

    corners = [corner.split(",") for corner in build_chart(found).curve.line.split()]

    assert [x for x, _ in corners] == ["5.0", "36.2", "67.3", "67.3", "98.5"]  # opening, first, second twice, now
    # bottom 92, top 20; the scale goes from -0.4 to 8: 0, 8, 4, 6 and, halved in March, 3
    assert [y for _, y in corners] == ["88.6", "20.0", "54.3", "37.1", "62.9"]


def test_months_are_named_at_their_first_match_and_the_year_once():
    assert [tick.text for tick in build_chart(career(*range(1, 91))).months] == ["Jan 2026", "Feb", "Mar"]


def test_months_without_room_are_left_out_and_another_year_is_named():
    # a match a day for 730 days in 93.5 % of the width: a name with its year takes 172 days (22 %), one without 109
    ticks = build_chart(career(*range(1, 731), now=date(2028, 1, 1))).months
    assert [tick.text for tick in ticks] == ["Jan 2026", "Jul", "Nov", "Mar 2027", "Sep"]
