"""The lines of a rating chart: steps at the moments at which a rating changed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.pages.scale import BOTTOM, Scale
from ladder.profiles.queries.chart_axis import LEFT, PLOT_WIDTH, RIGHT, TimeAxis, format_svg_percent
from ladder.profiles.queries.chart_view import ShownCareer

HEIGHT_UNITS = 10  # of the drawing in a per cent of the chart's height
EDGE_UNITS = 9  # units by which a filled line goes on outside the drawing, where its edge is not seen
MOST_CORNERS = 400  # of a line at most: more are not seen
EARLY_LINE, MAIN_LINE, OTHER_LINE = "early", "main", "other"  # provisional, established, another player's

Corner = tuple[float, float]


def thin_values(values: Sequence[float], most: int) -> list[int]:
    """Return the indexes of at most `most` values, with the lowest and the highest of each stretch, and both ends."""
    count = len(values)
    if count <= most:
        return list(range(count))
    stretches = (most - 2) // 2
    kept = {0, count - 1}
    for number in range(stretches):
        stretch = range(number * count // stretches, (number + 1) * count // stretches)
        kept |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    return sorted(kept)


class ChartLine(NamedTuple):
    """A line as the path of an SVG: where it begins and how wide it is, in per cent and in units. `kind` is a class.

    From each of its corners it goes along to the place of the next, and then up or down to it.
    """

    kind: str
    corners: Sequence[Corner]
    path: str
    x: str
    width: str
    box: str
    height: str = f"{BOTTOM:.0f}%"


def list_corners(shown: ShownCareer, axis: TimeAxis, scale: Scale) -> Iterator[Corner]:
    """Yield the corners of the line in units of the drawing: at each the rating has changed from the height before.

    It has a step where time changed the rating before a match.
    """
    points = shown.before.points
    yield 0.0, scale.y(points) * HEIGHT_UNITS
    for step in shown.steps:
        x = axis.x(step.at)
        if step.before.points != points:
            yield x, scale.y(step.before.points) * HEIGHT_UNITS
        points = step.after.points
        yield x, scale.y(points) * HEIGHT_UNITS
    yield PLOT_WIDTH, scale.y(shown.career.rating.points) * HEIGHT_UNITS


def draw_lines(shown: ShownCareer, axis: TimeAxis, scale: Scale) -> list[ChartLine]:
    """Return the line of the provisional ratings and the one of the established ratings after it, those that there
    are."""
    corners = list(list_corners(shown, axis, scale))
    turn = find_turn(shown, axis)
    early = [corner for corner in corners if corner[0] <= turn] if turn else []
    late = early[-1:] + corners[len(early) :]
    parts = (EARLY_LINE, early, 0.0, turn), (MAIN_LINE, late, turn, float(PLOT_WIDTH))
    return [draw_filled_line(*part) for part in parts if round(part[2]) < round(part[3])]


def find_turn(shown: ShownCareer, axis: TimeAxis) -> float:
    """Return from where on the rating is established: 0 where it always was, the right end where it never was."""
    left = shown.career.board.rating_system.provisional_left
    if not left(shown.before):
        return 0.0
    return next((axis.x(step.at) for step in shown.steps if not left(step.after)), float(PLOT_WIDTH))


def draw_filled_line(kind: str, corners: Sequence[Corner], start: float, end: float) -> ChartLine:
    """Return a line through these corners between two places, filled to the bottom.

    The edges of what is filled lie outside the drawing, where they are cut off.
    """
    left, right, bottom = round(start), round(end), round(BOTTOM * HEIGHT_UNITS)
    kept = thin_corners(corners)
    begin = f"M{left - EDGE_UNITS} {bottom + EDGE_UNITS}V{kept[0][1]:.0f}"
    path = f"{begin}{format_steps(kept)}H{right + EDGE_UNITS}V{bottom + EDGE_UNITS}Z"
    return place_line(kind, [(start, kept[0][1]), *kept, (end, kept[-1][1])], path, left, right)


def draw_other_line(shown: ShownCareer, axis: TimeAxis, scale: Scale) -> ChartLine:
    """Return the line of another player, not filled."""
    corners = thin_corners(list(list_corners(shown, axis, scale)))
    path = f"M{corners[0][0]:.0f} {corners[0][1]:.0f}{format_steps(corners)}H{PLOT_WIDTH}"
    return place_line(OTHER_LINE, corners, path, 0, PLOT_WIDTH)


def place_line(kind: str, corners: Sequence[Corner], path: str, left: int, right: int) -> ChartLine:
    """Return a path through these corners as a line from one unit of the drawing to another."""
    unit = (RIGHT - LEFT) / PLOT_WIDTH
    percents = format_svg_percent(LEFT + left * unit), format_svg_percent((right - left) * unit)
    return ChartLine(kind, corners, path, *percents, f"{left} 0 {right - left} {BOTTOM * HEIGHT_UNITS:.0f}")


def thin_corners(corners: Sequence[Corner]) -> list[Corner]:
    """Return fewer corners, with the same highs and lows."""
    return [corners[at] for at in thin_values([y for _, y in corners], MOST_CORNERS)]


def format_steps(corners: Sequence[Corner]) -> str:
    """Return the part of an SVG path that goes from the first corner through the others: along, then up or down."""
    parts, height = [], round(corners[0][1])
    for x, y in corners:
        if round(y) != height:
            height = round(y)
            parts.append(f"H{x:.0f}V{height}")
    return "".join(parts)
