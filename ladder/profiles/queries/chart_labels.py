"""Where it is written on a rating chart what happened: over no line, no point and no other label, or not at all.

Places are in per cent of a drawing as wide as the narrowest one that has such labels. On a wider one they take less,
and begin, end or have their middle at the same place.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from ladder.pages.scale import BOTTOM
from ladder.profiles.queries.chart_axis import LEFT, PLOT_WIDTH, RIGHT
from ladder.profiles.queries.chart_lines import HEIGHT_UNITS, ChartLine
from ladder.profiles.queries.chart_text import EM_PIXELS, measure_text

MOST_LABELS = 5
NARROWEST_PIXELS, HEIGHT_PIXELS = 640, 240  # of the drawing; a phone writes none
X, Y = 100 / NARROWEST_PIXELS, 100 / HEIGHT_PIXELS  # per cent of a pixel along and down
DOT_PIXELS, RING_PIXELS = 6, 10  # from the middle of a point to its edge, without and with a ring
LINE_PIXELS, EDGE_PIXELS = 1, 3  # half a line, and the light edge of letters
ABOVE_PIXELS, BELOW_PIXELS = 11, 3  # of letters, from their baseline
TOP_PIXELS = 20  # above it the match that is pointed at is named


class Box(NamedTuple):
    """A part of a chart, from the left to the right and from the top to the bottom, in per cent."""

    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Return whether two parts have something in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class EventLabel(NamedTuple):
    """Where it may be written what happened: the place of its anchor, its baseline, and all that it takes."""

    x: float
    baseline: float
    anchor: str
    box: Box


class Wanted(NamedTuple):
    """A label that is wanted beside a point of the chart."""

    key: int
    x: float
    y: float
    text: str
    reach: int  # in pixels, from the middle of the point to its edge


class Obstacles:
    """What no label may cover: lines and points, found by where they are."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.boxes = sorted(boxes)
        self.widest = max((box.right - box.left for box in boxes), default=0.0)

    def meet(self, box: Box) -> bool:
        """Return whether one of them lies where a label would be."""
        first = bisect_left(self.boxes, box.left - self.widest, key=attrgetter("left"))
        last = bisect_right(self.boxes, box.right, key=attrgetter("left"))
        return any(box.meets(one) for one in self.boxes[first:last])


def place_labels(wanted: Sequence[Wanted], obstacles: Obstacles) -> dict[int, EventLabel]:
    """Return the labels that have room, by the key of what was wanted; what is wanted first has the first choice."""
    placed: dict[int, EventLabel] = {}
    for one in wanted:
        taken = [label.box for label in placed.values()]
        free = (
            label
            for label in list_label_places(one)
            if not any(label.box.meets(box) for box in taken) and not obstacles.meet(label.box)
        )
        if len(placed) < MOST_LABELS and (found := next(free, None)):
            placed[one.key] = found
    return placed


def list_label_places(wanted: Wanted) -> Iterator[EventLabel]:
    """Yield the places beside a point in which a text has room within the drawing, the best first."""
    clear = wanted.reach + EDGE_PIXELS + 1
    level = (ABOVE_PIXELS - BELOW_PIXELS) / 2
    above, below = -(clear + BELOW_PIXELS), clear + ABOVE_PIXELS
    width = measure_text(wanted.text) * EM_PIXELS * X
    for down, anchor, along in (
        (above, "middle", 0),
        (level, "start", clear),
        (level, "end", -clear),
        (below, "middle", 0),
        (above, "start", 0),
        (above, "end", 0),
        (below, "start", 0),
        (below, "end", 0),
        (above - ABOVE_PIXELS, "middle", 0),
        (below + ABOVE_PIXELS, "middle", 0),
    ):
        x, baseline = wanted.x + along * X, wanted.y + down * Y
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        box = Box(
            left - EDGE_PIXELS * X,
            left + width + EDGE_PIXELS * X,
            baseline - (ABOVE_PIXELS + EDGE_PIXELS) * Y,
            baseline + (BELOW_PIXELS + EDGE_PIXELS) * Y,
        )
        if left >= 0 and left + width <= 100 and box.top >= TOP_PIXELS * Y and box.bottom <= BOTTOM + 2:
            yield EventLabel(x, baseline, anchor, box)


def list_line_boxes(line: ChartLine) -> Iterator[Box]:
    """Yield the level and the steep parts of a line."""
    places = [(LEFT + x * (RIGHT - LEFT) / PLOT_WIDTH, y / HEIGHT_UNITS) for x, y in line.corners]
    for (x, y), (end, until) in pairwise(places):
        yield widen(Box(x, end, y, y), LINE_PIXELS)
        yield widen(Box(end, end, min(y, until), max(y, until)), LINE_PIXELS)


def widen(box: Box, pixels: float) -> Box:
    """Return a part of the chart that is larger by so many pixels on each side."""
    return Box(box.left - pixels * X, box.right + pixels * X, box.top - pixels * Y, box.bottom + pixels * Y)
