"""What is written on a rating chart, measured as a browser would draw it: nothing lies over anything else.

The letters are those of DejaVu Sans, the widest face that pages are usually shown in.
"""

import re
from datetime import date, timedelta
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

import pytest

from ladder.profiles.queries.chart import build_chart
from ladder.profiles.queries.chart_view import CHART_SPANS, ChartView
from tests.ladder.profiles.careers import FIRST, career, edited

EM, HEIGHT, PAGE_EDGES, VALUE_GAP = 12, 240, 32, 6  # pixels
PHONES, DESKTOPS = (320, 360, 390), (768, 1024, 1280)  # pixels of the window; a phone writes no events
# How wide the letters of DejaVu Sans are: 2048 is as wide as they are high.
ADVANCES = {
    569: "ijl", 604: "IJ", 651: " ,.’", 721: "f", 739: "-", 803: "t", 842: "r", 1067: "s", 1075: "z", 1126: "c",
    1141: "L", 1178: "F", 1186: "k", 1212: "vxy", 1235: "P", 1251: "TY", 1253: "oö", 1255: "a", 1260: "eé",
    1294: "E", 1298: "hnuü", 1300: "Sbdgpq", 1303: "0123456789", 1343: "K", 1401: "AV", 1403: "XZ", 1405: "B",
    1423: "R", 1430: "C", 1499: "U", 1532: "N", 1540: "H", 1577: "D", 1587: "G", 1612: "OÖQ", 1675: "w", 1716: "−",
    1767: "M", 1995: "m", 2025: "W",
}  # fmt: skip
WIDTHS = {letter: advance / 2048 * EM for advance, letters in ADVANCES.items() for letter in letters}
ABOVE, BELOW = 0.93 * EM, 0.24 * EM  # an accent on a capital, and a descender
WORDS = ("Regular", "Long reign", "Giant-killer", "best win v Maximiliane Wommelsdorf", "best win v Ö. Ng", "Summit")


class Area(NamedTuple):
    """What lies between these pixels of a drawing."""

    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other):
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def measure(text):
    return sum(WIDTHS[letter] for letter in text)


def read_percent(text):
    return float(text.removesuffix("%")) / 100


def write(text, x, baseline, anchor):
    """The area of a text whose anchor is at x."""
    left = x - {"start": 0, "middle": 0.5, "end": 1}[anchor] * measure(text)
    return Area(left, left + measure(text), baseline - ABOVE, baseline + BELOW)


def list_labels(chart, width):
    for one in chart.points:
        if one.event_y:
            yield write(
                one.event, read_percent(one.event_x) * width, read_percent(one.event_y) * HEIGHT, one.event_anchor
            )


def list_dots(chart, width):
    for one in chart.points:
        x, y, radius = read_percent(one.x) * width, read_percent(one.y) * HEIGHT, 9 if one.is_changed else 5
        yield Area(x - radius, x + radius, y - radius, y + radius)


def list_strokes(line, width):
    """The level and steep parts of a line that is two pixels wide, without what is cut off at the drawing's edges."""
    begin, _, units, high = map(float, line.box.split())
    left, scale = read_percent(line.x) * width, read_percent(line.width) * width / units
    x, y = map(float, re.match(r"M(-?\d+) (\d+)", line.path).groups())
    for way, number in re.findall(r"([HV])(-?\d+)", line.path):
        end, until = (float(number), y) if way == "H" else (x, float(number))
        if begin <= x <= begin + units or begin <= end <= begin + units:
            xs = [left + (min(max(one, begin), begin + units) - begin) * scale for one in sorted((x, end))]
            ys = [min(one, high) / 1000 * HEIGHT for one in sorted((y, until))]
            yield Area(xs[0] - 1, xs[1] + 1, ys[0] - 1, ys[1] + 1)
        x, y = end, until


def find_width(chart, window):
    """How wide the drawing is beside the column of its values."""
    return window - PAGE_EDGES - VALUE_GAP - max(measure(tick.text) for tick in chart.values)


def make_career(random, matches):
    """A career with some evenings of several matches, of which a few were corrected."""
    rating, ratings, days, day = 1500.0, [], [], 0
    for _ in range(matches):
        rating += random.choice((-1, 1)) * random.choice((0, 2, 7, 16, 31))
        day += random.choice((0, 0, 1, 2, 6, 20))
        ratings.append(rating)
        days.append(day)
    found = career(*ratings, start=1500, now=(FIRST + timedelta(day + random.randrange(9))).date())
    for number, on in enumerate(days):
        at = FIRST + timedelta(on, minutes=number % 50)
        found = edited(found, number, at=at, is_changed=random.random() < 0.03) if matches < 200 else found
    return found


def make_charts():
    """Charts of short and long careers in every span, some beside another player."""
    for seed in range(400):
        random = Random(seed)
        matches = random.choice((1, 3, 10, 30, 60, 90, 150, 500 if seed % 20 == 0 else 90))
        told = random.sample(range(matches), min(matches, random.randrange(1, 9)))
        other = make_career(random, random.choice((5, 40))) if seed % 3 == 0 else None
        events = {key: random.choice(WORDS) for key in told}
        yield build_chart(make_career(random, matches), ChartView(CHART_SPANS[seed % 3], events, told[0], other))


@pytest.fixture(scope="module")
def charts():
    return list(make_charts())


def test_what_happened_is_written_over_no_line_no_point_and_no_other_words(charts):
    faults = []
    for number, chart in enumerate(charts):
        for window in DESKTOPS:
            width = find_width(chart, window)
            labels = list(list_labels(chart, width))
            drawn = [*list_dots(chart, width), *(one for line in chart.lines for one in list_strokes(line, width))]
            faults += [(number, window, one, under) for one in labels for under in drawn if one.meets(under)]
            faults += [(number, window, *pair) for pair in combinations(labels, 2) if pair[0].meets(pair[1])]
            faults += [(number, window, one) for one in labels if one.left < 0 or one.right > width or one.top < 18]
    assert faults == []


def test_most_charts_say_what_happened(charts):
    told = [chart for chart in charts if any(point.event for point in chart.points)]
    assert len(told) > 300
    assert sum(any(point.event_y for point in chart.points) for chart in told) > 0.8 * len(told)


def test_the_days_below_a_chart_stand_apart_and_within_it(charts):
    faults = []
    for number, chart in enumerate(charts):
        for window in (*PHONES, *DESKTOPS):
            width = find_width(chart, window)
            names = [write(tick.text, read_percent(tick.at) * width, 0, "start") for tick in chart.ticks]
            faults += [(number, window, *pair) for pair in pairwise(names) if pair[0].right + 2 > pair[1].left]
            faults += [(number, window, one) for one in names if one.right > width]
    assert faults == []


def test_what_has_no_room_is_in_the_table():
    played = career(*[1.0, 2.0] * 50, now=date(2026, 4, 11))
    events = {number: f"Win {number}" for number in range(100)}
    chart = build_chart(played, ChartView(events=events))
    written = [point for point in chart.points if point.event_y]
    assert 0 < len(written) < 100
    assert [told for row in reversed(chart.rows) for told in row.events.split("; ") if told] == list(events.values())
