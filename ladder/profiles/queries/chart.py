"""The chart of a rating: a line through every match, with links to some 60 of them at most."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.pages.figures import format_change, format_points, format_rating, format_short_day
from ladder.pages.scale import BOTTOM, Scale, build_scale, find_finest_step, list_round_values
from ladder.profiles.queries.career import Career, CareerMatch, describe_opponents
from ladder.profiles.queries.summary import find_peak

LEFT, RIGHT = 5.0, 98.5
CORNERS = 400  # a line of more is not seen, only sent

Corner = tuple[float, float]

LINKS = 60
MONTH, YEAR = 14, 22  # per cent of a phone's width that a month's name needs, without and with the year
STATES = {0.0: "l", 0.5: "d"}


def thin_values(values: Sequence[float], most: int) -> list[int]:
    """Return the places of at most `most` values: of each stretch the lowest and the highest, and both ends."""
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
    """The opening, each match, and on a fading board the day as of which it is read: as far apart from each other."""

    last: int

    def x(self, slot: int) -> float:
        """Return the place of a slot; the opening is 0, the first match 1."""
        return LEFT + (RIGHT - LEFT) * slot / self.last


class ChartCurve(NamedTuple):
    """The line of the ratings that can be trusted, the one before it, and the area under both."""

    line: str
    provisional: str
    area: str


def build_slots(career: Career) -> ChartSlots:
    """Return the slots; there is one more where the clock has taken something since the last match."""
    return ChartSlots(len(career.games) + (career.games[-1].after.points != career.rating.points))


def draw_curve(career: Career, scale: Scale, slots: ChartSlots) -> ChartCurve:
    """Return the line through every match, with a step down where the clock took something before it."""
    drawn, turn = list(list_corners(career, scale, slots)), slots.x(find_first_trusted_slot(career))
    early = thin_corners([corner for corner in drawn if corner[0] <= turn]) if turn > LEFT else []
    late = thin_corners([corner for corner in drawn if corner[0] >= turn])
    return ChartCurve(format_corners(late), format_corners(early), draw_area([*early, *late]))


def list_corners(career: Career, scale: Scale, slots: ChartSlots) -> Iterator[Corner]:
    """Give the corners of the whole line."""
    held = career.opening.rating.points
    yield slots.x(0), scale.y(held)
    for slot, game in enumerate(career.games, 1):
        if game.before.points != held:
            yield slots.x(slot), scale.y(game.before.points)
        held = game.after.points
        yield slots.x(slot), scale.y(held)
    if slots.last > len(career.games):
        yield slots.x(slots.last), scale.y(career.rating.points)


def find_first_trusted_slot(career: Career) -> int:
    """Return the slot from which the rating is established; the one after the last when it never was."""
    left = career.board.rating_system.provisional_left
    ratings = [career.opening.rating, *(game.after for game in career.games)]
    return next((slot for slot, rating in enumerate(ratings) if not left(rating)), len(ratings))


def thin_corners(drawn: Sequence[Corner]) -> list[Corner]:
    """Return fewer corners that reach the same highs and lows."""
    return [drawn[at] for at in thin_values([y for _, y in drawn], CORNERS)]


def format_corners(drawn: Sequence[Corner]) -> str:
    """Return corners as SVG writes them; one alone is no line."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in drawn) if len(drawn) > 1 else ""


def draw_area(drawn: Sequence[Corner]) -> str:
    """Return the outline of what is under the line."""
    return (
        f"M{drawn[0][0]:.1f},{BOTTOM:.0f} L{format_corners(drawn).replace(' ', ' L')} L{drawn[-1][0]:.1f},{BOTTOM:.0f}Z"
    )


class ChartPoint(NamedTuple):
    """A match on the chart: where, and what its link says; `state` has the classes l, d, pk and pr."""

    match: int
    x: str
    y: str
    label: str
    anchor: str
    state: str
    is_changed: bool


class ChartTick(NamedTuple):
    """A round value or the first match of a month, and where."""

    text: str
    at: str


class Chart(NamedTuple):
    """What the template draws, all places in per cent."""

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
    """Return the chart of a career; none without a match."""
    if not career.games:
        return None
    system, finest = career.board.rating_system, find_finest_step(career.board.rating_system)
    scale, slots = build_scale(list_heights(career), finest), build_slots(career)
    values = [
        ChartTick(format_points(system, value), format_svg_percent(scale.y(value)))
        for value in list_round_values(scale, finest)
    ]
    points = list(list_chart_points(career, scale, slots))
    return Chart(
        points, draw_curve(career, scale, slots), values, list(list_month_ticks(career, slots)), len(career.games)
    )


def list_heights(career: Career) -> list[float]:
    """Return every rating that the line passes."""
    found = [career.opening.rating.points, career.rating.points]
    return found + [rating.points for game in career.games for rating in (game.before, game.after)]


def list_chart_points(career: Career, scale: Scale, slots: ChartSlots) -> Iterator[ChartPoint]:
    """Give the matches that have a link: every one, or the highs and lows of each stretch."""
    games, best = career.games, find_peak(career)
    shown = {*thin_values([game.after.points for game in games], LINKS), games.index(best)}
    for at in sorted(shown):
        x = slots.x(at + 1)
        place = (format_svg_percent(x), format_svg_percent(scale.y(games[at].after.points)))
        anchor = "start" if x < 25 else "end" if x > 72 else "middle"
        state = find_point_classes(career, games[at], games[at] is best)
        yield ChartPoint(
            games[at].match, *place, describe_point(career, games[at]), anchor, state, games[at].is_changed
        )


def find_point_classes(career: Career, game: CareerMatch, is_best: bool) -> str:
    """Return how a point is drawn, as classes."""
    ended = "" if game.place else STATES.get(1.0 if game.score is None else game.score, "")
    trusted = not career.board.rating_system.provisional_left(game.after)
    return " ".join(filter(None, (ended, "pk" if is_best else "", "" if trusted else "pr")))


def describe_point(career: Career, game: CareerMatch) -> str:
    """Return what a point says: "5 Sep: −3.8 v Jay, 1,745"."""
    system = career.board.rating_system
    mark = "?" if system.provisional_left(game.after) else ""
    rating = f"{format_rating(system, game.after)}{mark}"
    changed = ", corrected" if game.is_changed else ""
    change = format_change(system, game.change)
    return f"{format_short_day(game.at)}: {change} {describe_opponents(game)}, {rating}{changed}"


def list_month_ticks(career: Career, slots: ChartSlots) -> Iterator[ChartTick]:
    """Give the first match of each month, as far as the names have room, with the year where it is another."""
    free, year, seen = 0.0, 0, (0, 0)
    for slot, game in enumerate(career.games, 1):
        day, x = game.day, slots.x(slot)
        if (day.year, day.month) != seen and free <= x <= 100 - MONTH:
            is_same = day.year == year
            yield ChartTick(f"{day:%b}" if is_same else f"{day:%b %Y}", format_svg_percent(x))
            free, year = x + (MONTH if is_same else YEAR), day.year
        seen = (day.year, day.month)


def format_svg_percent(part: float) -> str:
    """Return a place as SVG writes it."""
    return f"{part:.1f}%"
