"""The line of a rating over its matches, in per cent of the chart."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.selectors.profiles.career import Career
from ladder.selectors.profiles.scale import BOTTOM, Scale
from ladder.selectors.profiles.thinning import thin_values

LEFT, RIGHT = 5.0, 98.5
CORNERS = 400  # a line of more is not seen, only sent

Corner = tuple[float, float]


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
