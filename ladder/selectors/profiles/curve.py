"""The line of a rating over its matches, in per cent of the chart."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .career import Career
from .scale import BOTTOM, Scale
from .thinning import thinned

LEFT, RIGHT = 5.0, 98.5
CORNERS = 400  # a line of more is not seen, only sent

Corner = tuple[float, float]


class Slots(NamedTuple):
    """The opening, each match, and on a fading board the day as of which it is read: as far apart from each other."""

    last: int

    def x(self, slot: int) -> float:
        """Return the place of a slot; the opening is 0, the first match 1."""
        return LEFT + (RIGHT - LEFT) * slot / self.last


class Curve(NamedTuple):
    """The line of the ratings that can be trusted, the one before it, and the area under both."""

    line: str
    provisional: str
    area: str


def slots_of(career: Career) -> Slots:
    """Return the slots; there is one more where the clock has taken something since the last match."""
    return Slots(len(career.games) + (career.games[-1].after.points != career.rating.points))


def curve(career: Career, scale: Scale, slots: Slots) -> Curve:
    """Return the line through every match, with a step down where the clock took something before it."""
    drawn, turn = list(corners(career, scale, slots)), slots.x(trusted_from(career))
    early = thin([corner for corner in drawn if corner[0] <= turn]) if turn > LEFT else []
    late = thin([corner for corner in drawn if corner[0] >= turn])
    return Curve(joined(late), joined(early), area([*early, *late]))


def corners(career: Career, scale: Scale, slots: Slots) -> Iterator[Corner]:
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


def trusted_from(career: Career) -> int:
    """Return the slot from which the rating is established; the one after the last when it never was."""
    left = career.board.rating_system.provisional_left
    ratings = [career.opening.rating, *(game.after for game in career.games)]
    return next((slot for slot, rating in enumerate(ratings) if not left(rating)), len(ratings))


def thin(drawn: Sequence[Corner]) -> list[Corner]:
    """Return fewer corners that reach the same highs and lows."""
    return [drawn[at] for at in thinned([y for _, y in drawn], CORNERS)]


def joined(drawn: Sequence[Corner]) -> str:
    """Return corners as SVG writes them; one alone is no line."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in drawn) if len(drawn) > 1 else ""


def area(drawn: Sequence[Corner]) -> str:
    """Return the outline of what is under the line."""
    return f"M{drawn[0][0]:.1f},{BOTTOM:.0f} L{joined(drawn).replace(' ', ' L')} L{drawn[-1][0]:.1f},{BOTTOM:.0f}Z"
