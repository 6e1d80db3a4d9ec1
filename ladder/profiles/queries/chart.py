"""The chart of a rating, true in time: links to some 60 matches, what happened in them, and the line of another."""

from typing import NamedTuple

from ladder.pages.figures import format_match_worth, format_points, format_rating, format_short_day
from ladder.pages.scale import Scale, build_scale, find_finest_step, list_round_values
from ladder.profiles.queries.career import Career, CareerMatch, describe_opponents
from ladder.profiles.queries.chart_axis import ChartTick, TimeAxis, format_svg_percent
from ladder.profiles.queries.chart_labels import (
    DOT_PIXELS,
    RING_PIXELS,
    Box,
    Obstacles,
    Wanted,
    list_line_boxes,
    place_labels,
    widen,
)
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
    def has_events(self) -> bool:
        return any(row.events for row in self.rows)

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
    lines = [*draw_lines(shown, axis, scale), *([draw_other_line(other, axis, scale)] if other else [])]
    return Chart(
        label_points(list_chart_points(shown, view, axis, scale), lines, view),
        lines,
        values,
        list(axis.list_ticks()),
        list_chart_rows(shown, other, axis, view.events),
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
    return points


def label_points(points: list[ChartPoint], lines: list[ChartLine], view: ChartView) -> list[ChartPoint]:
    """Return the points, some with a place for what happened, in the order in which the view has the events."""
    labels = {
        one.match: Wanted(
            one.match, float(one.x[:-1]), float(one.y[:-1]), one.event, RING_PIXELS if one.is_changed else DOT_PIXELS
        )
        for one in points
    }
    wanted = [labels[match] for match in view.events if match in labels]
    if not wanted:
        return points
    dots = [widen(Box(one.x, one.x, one.y, one.y), one.reach) for one in labels.values()]
    placed = place_labels(wanted, Obstacles([*dots, *(box for line in lines for box in list_line_boxes(line))]))
    return [
        one._replace(
            event_x=format_svg_percent(label.x),
            event_y=format_svg_percent(label.baseline),
            event_anchor=label.anchor,
        )
        if (label := placed.get(one.match))
        else one
        for one in points
    ]


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
