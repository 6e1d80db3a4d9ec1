"""The chart of a rating: a line through every match, with links to some 60 of them at most."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from ladder.ledger.storage.tables import start_of_day
from ladder.pages.figures import format_match_worth, format_points, format_rating, format_short_day
from ladder.pages.scale import BOTTOM, Scale, build_scale, find_finest_step, list_round_values
from ladder.profiles.queries.career import Career, CareerMatch, describe_opponents
from ladder.profiles.queries.summary import find_peak

LEFT, RIGHT = 5.0, 98.5  # per cent of the chart's width
MOST_CORNERS = 400  # of the line at most: more are not seen
MOST_LINKS = 60  # matches that have a link at most
MONTH, YEAR = 14, 22  # per cent of a phone's width that a month's name needs, without and with the year
POINT_CLASSES = {0.0: "l", 0.5: "d"}

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


class ChartSlots(NamedTuple):
    """The places of the start, of each match, and of the day where time has changed the rating since: evenly spaced."""

    last: int

    def x(self, slot: int) -> float:
        """Return where a slot is, in per cent from the left; the start is 0, the first match 1."""
        return LEFT + (RIGHT - LEFT) * slot / self.last


class ChartCurve(NamedTuple):
    """The line of the established ratings, the one of the provisional ratings before it, and the area under both."""

    line: str
    provisional: str
    area: str


def build_slots(career: Career) -> ChartSlots:
    """Return the slots, with one more where time has changed the rating since the last match."""
    return ChartSlots(len(career.matches) + (career.matches[-1].after.points != career.rating.points))


def draw_curve(career: Career, scale: Scale, slots: ChartSlots) -> ChartCurve:
    """Return the line through every match, with a step where time changed the rating before it."""
    corners, turn = list(list_corners(career, scale, slots)), slots.x(find_first_established_slot(career))
    early = thin_corners([corner for corner in corners if corner[0] <= turn]) if turn > LEFT else []
    late = thin_corners([corner for corner in corners if corner[0] >= turn])
    return ChartCurve(format_corners(late), format_corners(early), draw_area([*early, *late]))


def list_corners(career: Career, scale: Scale, slots: ChartSlots) -> Iterator[Corner]:
    """Yield the corners of the whole line, in per cent from the left and from above."""
    points = career.start.rating.points
    yield slots.x(0), scale.y(points)
    for slot, match in enumerate(career.matches, 1):
        if match.before.points != points:
            yield slots.x(slot), scale.y(match.before.points)
        points = match.after.points
        yield slots.x(slot), scale.y(points)
    if slots.last > len(career.matches):
        yield slots.x(slots.last), scale.y(career.rating.points)


def find_first_established_slot(career: Career) -> int:
    """Return the slot from which the rating is established; the one after the last when it never was."""
    left = career.board.rating_system.provisional_left
    ratings = [career.start.rating, *(match.after for match in career.matches)]
    return next((slot for slot, rating in enumerate(ratings) if not left(rating)), len(ratings))


def thin_corners(corners: Sequence[Corner]) -> list[Corner]:
    """Return fewer corners, with the same highs and lows."""
    return [corners[at] for at in thin_values([y for _, y in corners], MOST_CORNERS)]


def format_corners(corners: Sequence[Corner]) -> str:
    """Return corners as the points of an SVG line; an empty text for a single one."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners) if len(corners) > 1 else ""


def draw_area(corners: Sequence[Corner]) -> str:
    """Return the outline of the area under the line, as the path of an SVG."""
    first, last = corners[0][0], corners[-1][0]
    return f"M{first:.1f},{BOTTOM:.0f} L{format_corners(corners).replace(' ', ' L')} L{last:.1f},{BOTTOM:.0f}Z"


class ChartPoint(NamedTuple):
    """A match on the chart: where it is, and what its link says.

    `state` has its classes: l for lost, d for drawn, pk for the peak, pr for a provisional rating.
    """

    match: int
    x: str
    y: str
    label: str
    anchor: str
    state: str
    is_changed: bool


class ChartTick(NamedTuple):
    """A round value or the first match of a month, and where it is."""

    text: str
    at: str


class Chart(NamedTuple):
    """What the template draws, all positions in per cent."""

    points: list[ChartPoint]
    curve: ChartCurve
    values: list[ChartTick]
    months: list[ChartTick]
    matches: int

    @property
    def total(self) -> str:
        return f"{self.matches:,}"

    @property
    def has_changed(self) -> bool:
        return any(point.is_changed for point in self.points)


def build_chart(career: Career) -> Chart | None:
    """Return the chart of a career; None without a match."""
    if not career.matches:
        return None
    system, finest = career.board.rating_system, find_finest_step(career.board.rating_system)
    scale, slots = build_scale(list_heights(career), finest), build_slots(career)
    values = [
        ChartTick(format_points(system, value), format_svg_percent(scale.y(value)))
        for value in list_round_values(scale, finest)
    ]
    points, curve = list(list_chart_points(career, scale, slots)), draw_curve(career, scale, slots)
    return Chart(points, curve, values, list(list_month_ticks(career, slots)), len(career.matches))


def list_heights(career: Career) -> list[float]:
    """Return every rating that the line passes, in points."""
    found = [career.start.rating.points, career.rating.points]
    return found + [rating.points for match in career.matches for rating in (match.before, match.after)]


def list_chart_points(career: Career, scale: Scale, slots: ChartSlots) -> Iterator[ChartPoint]:
    """Yield the matches that have a link: every one, or the highs and lows of each stretch."""
    best = find_peak(career)
    for at in list_linked_places(career):
        match, x = career.matches[at], slots.x(at + 1)
        position = format_svg_percent(x), format_svg_percent(scale.y(match.after.points))
        anchor = "start" if x < 25 else "end" if x > 72 else "middle"
        state = find_point_classes(career, match, match is best)
        yield ChartPoint(match.key, *position, describe_point(career, match), anchor, state, match.is_changed)


def list_linked_places(career: Career) -> list[int]:
    """Return the places in the career of the matches that have a link: the highs and lows of each stretch, and the
    peak."""
    if not career.matches:
        return []
    places = thin_values([match.after.points for match in career.matches], MOST_LINKS)
    return sorted({*places, career.matches.index(find_peak(career))})


def list_linked_matches(career: Career) -> list[CareerMatch]:
    """Return the matches that have a link on the chart."""
    return [career.matches[at] for at in list_linked_places(career)]


def find_point_classes(career: Career, match: CareerMatch, is_best: bool) -> str:
    """Return the classes of a point."""
    ended = "" if match.place else POINT_CLASSES.get(1.0 if match.score is None else match.score, "")
    is_provisional = career.board.rating_system.provisional_left(match.after)
    return " ".join(filter(None, (ended, "pk" if is_best else "", "pr" if is_provisional else "")))


def describe_point(career: Career, match: CareerMatch) -> str:
    """Return what the link of a point says: "5 Sep: −3.8 v Jay, 1,745"."""
    system = career.board.rating_system
    mark = "?" if system.provisional_left(match.after) else ""
    rating = f"{format_rating(system, match.after)}{mark}"
    change, corrected = format_match_worth(system, match.before, match.after), ", corrected" if match.is_changed else ""
    return f"{format_short_day(match.at)}: {change} {describe_opponents(match)}, {rating}{corrected}"


def list_month_ticks(career: Career, slots: ChartSlots) -> Iterator[ChartTick]:
    """Yield the first match of each month whose name has room, with the year where that is a new one."""
    free, year, end = 0.0, 0, None
    for slot, match in enumerate(career.matches, 1):
        if end and match.at < end:
            continue
        day, x = match.day, slots.x(slot)
        if free <= x <= 100 - MONTH:
            is_same = day.year == year
            yield ChartTick(f"{day:%b}" if is_same else f"{day:%b %Y}", format_svg_percent(x))
            free, year = x + (MONTH if is_same else YEAR), day.year
        end = start_of_day((day.replace(day=1) + timedelta(32)).replace(day=1))  # of the month after


def format_svg_percent(part: float) -> str:
    """Return a position as an SVG attribute."""
    return f"{part:.1f}%"
