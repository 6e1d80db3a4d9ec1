"""The chart of a rating, true in time: links to some 60 matches, what happened in them, and the line of another."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ladder.pages.figures import format_match_worth, format_points, format_rating, format_short_day
from ladder.pages.scale import Scale, build_scale, find_finest_step, list_round_values
from ladder.profiles.queries.career import Career, CareerMatch, describe_opponents
from ladder.profiles.queries.chart_axis import ChartTick, TimeAxis, format_svg_percent
from ladder.profiles.queries.chart_lines import (
    EARLY_LINE,
    OTHER_LINE,
    ChartLine,
    draw_lines,
    draw_other_line,
    thin_values,
)
from ladder.profiles.queries.chart_rows import ChartRow, list_chart_rows
from ladder.profiles.queries.chart_view import ChartView, ShownCareer, build_axis, cut_career

MOST_LINKS = 60  # matches that have a link at most, unless something happened in more
POINT_CLASSES = {0.0: "l", 0.5: "d"}
MOST_LABELS = 5  # of what happened
LETTER_WIDTH, LABEL_HEIGHT = 1.0, 7.0  # per cent of the chart that a written label needs
LABEL_BASELINES, LABEL_GAP = (-4.0, 9.0), 1.0  # above a point and below it, and beside it


class ChartPoint(NamedTuple):
    """A match on the chart: where it is, what its link says, and in a word or two what happened.

    `state` has its classes: l for lost, d for drawn, pk for the peak, pr for a provisional rating, ev for an event.
    """

    match: int
    x: str
    y: str
    label: str
    anchor: str
    state: str
    is_changed: bool
    event: str = ""
    event_x: str = ""  # where that is written; empty where it has no room
    event_y: str = ""
    event_anchor: str = ""


class Chart(NamedTuple):
    """What the template draws, all positions in per cent or in units of the drawing."""

    points: list[ChartPoint]
    lines: list[ChartLine]
    values: list[ChartTick]
    ticks: list[ChartTick]
    rows: list[ChartRow]
    matches: int

    @property
    def total(self) -> str:
        return f"{self.matches:,}"

    @property
    def has_early(self) -> bool:
        return any(line.kind == EARLY_LINE for line in self.lines)

    @property
    def other(self) -> bool:
        """Whether there is a line of another player."""
        return any(line.kind == OTHER_LINE for line in self.lines)

    @property
    def has_changed(self) -> bool:
        return any(point.is_changed for point in self.points)

    @property
    def has_drawn(self) -> bool:
        return any("d" in point.state.split() for point in self.points)

    @property
    def has_peak(self) -> bool:
        return any("pk" in point.state.split() for point in self.points)


def build_chart(career: Career, view: ChartView) -> Chart | None:
    """Return the chart of a career; None without a match."""
    if not career.matches:
        return None
    shown, axis = cut_career(career, view.span), build_axis(career, view)
    other = cut_career(view.other, view.span) if view.other and view.other.matches else None
    system, finest = career.board.rating_system, find_finest_step(career.board.rating_system)
    scale = build_scale([*shown.heights, *(other.heights if other else ())], finest)
    values = [
        ChartTick(format_points(system, value), format_svg_percent(scale.y(value)))
        for value in list_round_values(scale, finest)
    ]
    return Chart(
        list_chart_points(shown, view, axis, scale),
        [*draw_lines(shown, axis, scale), *([draw_other_line(other, axis, scale)] if other else [])],
        values,
        list(axis.list_ticks()),
        list_chart_rows(shown, other, axis),
        len(shown.places),
    )


def list_chart_points(shown: ShownCareer, view: ChartView, axis: TimeAxis, scale: Scale) -> list[ChartPoint]:
    """Return the matches that have a link: every one, or the highs and lows of each stretch."""
    career, points = shown.career, []
    for at in list_linked_places(shown, view):
        match = career.matches[at]
        x, y = axis.find_percent(match.at), scale.y(match.after.points)
        position = format_svg_percent(x), format_svg_percent(y)
        anchor = "start" if x < 25 else "end" if x > 72 else "middle"
        state = find_point_classes(career, match, match.key == view.peak, match.key in view.events)
        event = view.events.get(match.key, "")
        label = describe_point(career, match) + (f"; {event}" if event else "")
        points.append(ChartPoint(match.key, *position, label, anchor, state, match.is_changed, event))
    return place_labels(points)


def list_linked_places(shown: ShownCareer, view: ChartView) -> list[int]:
    """Return the places in the career of the matches that have a link: the highs and lows of each stretch, the peak,
    and those in which something happened."""
    matches, places = shown.career.matches, shown.places
    if not places:
        return []
    marked = {view.peak, *view.events}
    told = [at for at in places if matches[at].key in marked]
    room = MOST_LINKS if len(places) <= MOST_LINKS else max(MOST_LINKS - len(told), 2)
    kept = thin_values([matches[at].after.points for at in places], room)
    return sorted({*told, *(places[at] for at in kept)})


def list_linked_matches(career: Career, view: ChartView) -> list[CareerMatch]:
    """Return the matches that have a link on the chart."""
    return [career.matches[at] for at in list_linked_places(cut_career(career, view.span), view)]


class EventLabel(NamedTuple):
    """Where it may be written what happened, in per cent: from the left to the right, above its baseline."""

    left: float
    right: float
    baseline: float
    anchor: str

    @property
    def x(self) -> float:
        """Where its anchor is."""
        return {"start": self.left, "middle": (self.left + self.right) / 2, "end": self.right}[self.anchor]

    @property
    def top(self) -> float:
        """Where its letters begin."""
        return self.baseline - LABEL_HEIGHT

    def covers(self, left: float, right: float, top: float, bottom: float) -> bool:
        """Return whether it lies over something between these edges."""
        return self.left < right and left < self.right and self.top < bottom and top < self.baseline


def place_labels(points: Sequence[ChartPoint]) -> list[ChartPoint]:
    """Return the points, some with a place for what happened; no label covers another, and each as little as can be."""
    line = [(float(point.x[:-1]), float(point.y[:-1])) for point in points]
    placed: list[EventLabel] = []
    found = []
    for point, (x, y) in zip(points, line, strict=True):
        free = [
            label
            for label in list_label_places(x, y, point.event)
            if not any(label.covers(one.left, one.right, one.top, one.baseline) for one in placed)
        ]
        if point.event and free and len(placed) < MOST_LABELS:
            best = min(free, key=lambda label: count_covered(label, line))
            placed.append(best)
            place = format_svg_percent(best.x), format_svg_percent(best.baseline)
            point = point._replace(event_x=place[0], event_y=place[1], event_anchor=best.anchor)
        found.append(point)
    return found


def list_label_places(x: float, y: float, text: str) -> Iterator[EventLabel]:
    """Yield the places at a point of the chart in which a text has room, the best first."""
    width = LETTER_WIDTH * len(text)
    for offset in LABEL_BASELINES:
        for anchor, left in (
            ("middle", x - width / 2),
            ("start", x + LABEL_GAP),
            ("end", x - LABEL_GAP - width),
        ):
            if left >= 0 and left + width <= 100:
                yield EventLabel(left, left + width, y + offset, anchor)


def count_covered(label: EventLabel, line: Sequence[tuple[float, float]]) -> int:
    """Return over how many points of a line of steps, and of its level and steep stretches, a label would lie."""
    steps = sum(
        label.covers(x, end, y, y) + label.covers(end, end, *sorted((y, until)))
        for (x, y), (end, until) in pairwise(line)
    )
    return steps + sum(label.covers(x, x, y, y) for x, y in line)


def find_point_classes(career: Career, match: CareerMatch, is_best: bool, is_event: bool) -> str:
    """Return the classes of a point."""
    ended = "" if match.place else POINT_CLASSES.get(1.0 if match.score is None else match.score, "")
    is_provisional = career.board.rating_system.provisional_left(match.after)
    marks = ("pk", is_best), ("pr", is_provisional), ("ev", is_event)
    return " ".join(filter(None, (ended, *(mark for mark, is_shown in marks if is_shown))))


def describe_point(career: Career, match: CareerMatch) -> str:
    """Return what the link of a point says: "5 Sep: −3.8 v Jay, 1,745"."""
    system = career.board.rating_system
    mark = "?" if system.provisional_left(match.after) else ""
    rating = f"{format_rating(system, match.after)}{mark}"
    change, corrected = format_match_worth(system, match.before, match.after), ", corrected" if match.is_changed else ""
    return f"{format_short_day(match.at)}: {change} {describe_opponents(match)}, {rating}{corrected}"
