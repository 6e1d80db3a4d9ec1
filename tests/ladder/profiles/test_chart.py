"""The chart of a rating."""

import re
from datetime import date

import pytest

from ladder.profiles.queries.chart import MOST_LINKS, build_chart
from ladder.profiles.queries.chart_lines import MOST_CORNERS
from ladder.profiles.queries.chart_view import CHART_SPANS, ChartView
from ladder.profiles.queries.summary import find_peak
from ladder.ratings import Rating
from tests.ladder.profiles.careers import career, edited

THREE_MONTHS, YEAR, WHOLE = CHART_SPANS
LAST_DAY = date(2026, 4, 11)  # of a hundred matches, one a day from 1 January on, at noon


def chart_of(career, **view):
    return build_chart(career, ChartView(**view))


def heights(line):
    """The heights that a line reaches one after the other, without those outside the drawing."""
    return [int(height) for height in re.findall(r"V(\d+)", line.path)][:-1]


def test_without_a_match_there_is_no_chart():
    assert chart_of(career()) is None


@pytest.mark.parametrize("count", [1, 2, 20, 60])
def test_every_match_of_a_short_career_is_a_point(count):
    found = chart_of(career(*range(1, count + 1)))
    assert [point.match for point in found.points] == list(range(count))
    assert found.lines[-1].path.count("V") == 1 + count + 1  # to the start, with each match, and down again


def test_a_long_career_keeps_its_highs_and_lows_within_sixty_links():
    points = [1000.0 + number % 7 for number in range(2000)]
    points[777], points[1234] = 1500.0, 600.0

    found = chart_of(career(*points, start=1000.0))

    assert len(found.points) <= MOST_LINKS
    assert {0, 777, 1234, 1999} <= {point.match for point in found.points}
    (line,) = found.lines
    assert line.path.count("V") <= MOST_CORNERS + 2
    assert {200, 886} <= set(heights(line))  # 5 % of room below
    assert found.matches == 2000


def test_a_point_says_date_change_opponent_and_rating():
    found = chart_of(career(1796.25, start=1800), peak=0)
    assert [(one.label, one.state) for one in found.points] == [("1 Jan: −3.8 v Bea, 1,796", "l pk")]


def test_a_corrected_match_is_marked():
    found = chart_of(edited(career(1, 2), 1, is_changed=True))
    assert [one.is_changed for one in found.points] == [False, True]
    assert found.points[1].label == "2 Jan: +1 v Bea, 2, corrected"
    assert found.has_changed


def test_places_are_true_in_time():
    # 1 and 2 January, then 21 January; the axis begins half a day before the first, a fortieth of the 20 days
    played = career(1, 2, 3, now=date(2026, 1, 21))
    played = edited(played, 2, at=played.matches[0].at.replace(day=21))
    # of 20.5 days in 96 % of the width: 2 + 96 x 0.5 / 20.5, then 1.5 days, then all
    assert [point.x for point in chart_of(played).points] == ["4.3%", "9.0%", "98.0%"]
    assert [tick.text for tick in chart_of(played).ticks] == ["5 Jan 2026", "12 Jan"]  # Mondays; the 19th has no room


def test_the_line_stays_level_until_a_match_and_until_the_day_that_is_shown():
    # played at noon on 1 January; 4 January begins 2.5 days later, and the axis 1.5 hours before the match
    (line,) = chart_of(career(10, start=0, now=date(2026, 1, 4))).lines
    # from 0 to 10 with 5 % below: 0.5 / 10.5 of 720 units above the bottom; 24 of 1000 units are a forty-first
    assert line.path == "M-9 929V886H24V200H1009V929Z"


def test_the_provisional_part_is_a_line_of_its_own():
    found = chart_of(career(1, 2, 3, options={"provisional_until": 2}, now=date(2026, 1, 3)), peak=2)
    assert [one.state for one in found.points] == ["pr", "", "pk"]
    assert [one.label[-2:] for one in found.points] == ["1?", " 2", " 3"]
    assert [line.kind for line in found.lines] == ["early", "main"]
    # of 2.05 days: the second match is 1.05 after the beginning
    assert [line.box for line in found.lines] == ["0 0 512 920", "512 0 488 920"]


def test_a_wholly_provisional_career_has_no_other_line():
    found = chart_of(career(1, 2, options={"provisional_until": 9}))
    assert [line.kind for line in found.lines] == ["early"]


def test_a_fading_rating_falls_before_the_match_and_after_the_last():
    began = Rating(8.0, as_of=date(2026, 1, 1))
    found = career(8.0, 6.0, system="tournament-points", now=date(2026, 3, 1))
    found = edited(found, 0, after=began)
    found = edited(found, 1, before=Rating(4.0, as_of=date(2026, 2, 1)), after=Rating(6.0, as_of=date(2026, 2, 1)))

    # bottom 920, top 200; the scale goes from -0.4 to 8: 0, 8, 4, 6 and, halved in March, 3
    assert heights(chart_of(found).lines[0]) == [886, 200, 543, 371, 629]


def test_a_span_begins_with_the_rating_of_its_first_day():
    # 92 days before 11 April is 9 January: after 8 matches
    found = chart_of(career(*range(1, 101), now=LAST_DAY), span=THREE_MONTHS)
    assert (found.matches, found.points[0].match, found.points[-1].match) == (92, 8, 99)
    # a scale from 8 to 100, with 5 % below: the line begins at 8 and ends at 100
    assert (heights(found.lines[0])[0], heights(found.lines[0])[-1]) == (886, 200)


def test_a_span_without_a_match_is_level():
    found = chart_of(career(5, now=date(2026, 12, 31)), span=THREE_MONTHS)
    assert (found.points, found.matches, found.has_changed) == ([], 0, False)
    assert found.lines[0].path.startswith("M-9 929V560H")  # half way between the top at 200 and the bottom at 920
    assert {row.matches for row in found.rows} == {0}


def test_another_player_is_on_the_same_scale_and_axis():
    other = career(50, start=0, now=LAST_DAY)
    found = chart_of(career(*range(1, 101), now=LAST_DAY), other=other)
    assert (found.other, [line.kind for line in found.lines]) == (True, ["main", "other"])
    # 0 to 100 with 5 % below: 50 is at 920 - 55/105 of 720
    assert found.lines[1].path.endswith("V543H1000")
    assert [row.other for row in found.rows] == ["50", "50", "50", "50", "0"]


def test_the_numbers_say_matches_change_and_rating_of_each_stretch():
    played = career(*(1000 + 10 * number for number in range(1, 101)), start=1000, now=LAST_DAY)
    rows = chart_of(played).rows
    # 103 days are too many for 14 Mondays: months; the axis begins 2.4 days before 1 January
    assert [(row.since, row.matches, row.change, row.rating) for row in rows] == [
        ("1 Apr", 10, "+100", "2,000"),
        ("1 Mar", 31, "+310", "1,900"),
        ("1 Feb", 28, "+280", "1,590"),
        ("1 Jan", 31, "+310", "1,310"),
        ("30 Dec 2025", 0, "", "1,000"),
    ]


def test_what_happened_is_in_the_link_of_its_match():
    found = chart_of(career(1.0, 2.0), events={1: "Ten in a row"})
    assert [(point.label, point.event) for point in found.points] == [
        ("1 Jan: +1 v Bea, 1", ""),
        ("2 Jan: +1 v Bea, 2; Ten in a row", "Ten in a row"),
    ]


def test_what_happened_is_written_above_its_match_or_below_a_line_that_would_run_through_it():
    # from 60 to 100 with 5 % of room on each side are 720 of 1000 units: five points are a twelfth of the height
    for day, points, is_above in ((9, 100.0, True), (10, 95.0, False)):
        played = career(*[100.0] * 10, 95.0, *[100.0] * 9, start=60, now=LAST_DAY)
        (label,) = [one for one in chart_of(played, events={day: "At last"}).points if one.event_y]
        assert played.matches[day].after.points == points
        assert (float(label.event_y[:-1]) < float(label.y[:-1])) is is_above


def test_months_are_named_on_their_first_day_and_the_year_once():
    assert [tick.text for tick in chart_of(career(*range(1, 91), now=date(2026, 3, 31))).ticks] == [
        "Jan 2026",
        "Feb",
        "Mar",
    ]


def test_years_take_the_place_of_months_on_a_long_axis():
    # 730 days from January 2026: half years, of which four have room
    ticks = chart_of(career(*range(1, 731), now=date(2028, 1, 1))).ticks
    assert [tick.text for tick in ticks] == ["Jan 2026", "Jul", "Jan 2027", "Jul"]


def test_the_peak_is_marked_by_its_key():
    played = career(3, 1, 2)
    assert [one.state for one in chart_of(played, peak=find_peak(played).key).points] == ["pk", "l", ""]
