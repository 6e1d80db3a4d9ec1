"""The chart of a rating: a line through every match, with links to some 60 of them at most."""

from collections.abc import Iterator
from typing import NamedTuple

from ladder.selectors.printing import change_text, format_points, rating_text

from .career import Career, Game
from .curve import Curve, Slots, curve, slots_of
from .dates import day_of
from .games import versus
from .scale import Scale, finest_of, round_values, scale_of
from .summary import peak
from .thinning import thinned

LINKS = 60
MONTH, YEAR = 14, 22  # per cent of a phone's width that a month's name needs, without and with the year
STATES = {0.0: "l", 0.5: "d"}


class Point(NamedTuple):
    """A match on the chart: where, and what its link says; `state` has the classes l, d, pk and pr."""

    match: int
    x: str
    y: str
    label: str
    anchor: str
    state: str
    is_changed: bool


class Tick(NamedTuple):
    """A round value or the first match of a month, and where."""

    text: str
    at: str


class Chart(NamedTuple):
    """What the template draws, all places in per cent."""

    points: list[Point]
    curve: Curve
    values: list[Tick]
    months: list[Tick]
    matches: int

    @property
    def total(self) -> str:
        return f"{self.matches:,}"

    @property
    def has_changed(self) -> bool:
        return any(point.is_changed for point in self.points)


def chart(career: Career) -> Chart | None:
    """Return the chart of a career; none without a match."""
    if not career.games:
        return None
    system, finest = career.board.rating_system, finest_of(career.board.rating_system)
    scale, slots = scale_of(heights(career), finest), slots_of(career)
    values = [Tick(format_points(system, value), percent(scale.y(value))) for value in round_values(scale, finest)]
    points = list(points_of(career, scale, slots))
    return Chart(points, curve(career, scale, slots), values, list(months(career, slots)), len(career.games))


def heights(career: Career) -> list[float]:
    """Return every rating that the line passes."""
    found = [career.opening.rating.points, career.rating.points]
    return found + [rating.points for game in career.games for rating in (game.before, game.after)]


def points_of(career: Career, scale: Scale, slots: Slots) -> Iterator[Point]:
    """Give the matches that have a link: every one, or the highs and lows of each stretch."""
    games, best = career.games, peak(career)
    shown = {*thinned([game.after.points for game in games], LINKS), games.index(best)}
    for at in sorted(shown):
        x = slots.x(at + 1)
        place = (percent(x), percent(scale.y(games[at].after.points)))
        anchor = "start" if x < 25 else "end" if x > 72 else "middle"
        state = state_of(career, games[at], games[at] is best)
        yield Point(games[at].match, *place, label(career, games[at]), anchor, state, games[at].is_changed)


def state_of(career: Career, game: Game, is_best: bool) -> str:
    """Return how a point is drawn, as classes."""
    ended = "" if game.place else STATES.get(1.0 if game.score is None else game.score, "")
    trusted = not career.board.rating_system.provisional_left(game.after)
    return " ".join(filter(None, (ended, "pk" if is_best else "", "" if trusted else "pr")))


def label(career: Career, game: Game) -> str:
    """Return what a point says: "5 Sep: −3.8 v Jay, 1,745"."""
    system = career.board.rating_system
    mark = "?" if system.provisional_left(game.after) else ""
    rating = f"{rating_text(system, game.after)}{mark}"
    changed = ", corrected" if game.is_changed else ""
    return f"{day_of(game.at)}: {change_text(system, game.change)} {versus(game)}, {rating}{changed}"


def months(career: Career, slots: Slots) -> Iterator[Tick]:
    """Give the first match of each month, as far as the names have room, with the year where it is another."""
    free, year, seen = 0.0, 0, (0, 0)
    for slot, game in enumerate(career.games, 1):
        day, x = game.day, slots.x(slot)
        if (day.year, day.month) != seen and free <= x <= 100 - MONTH:
            is_same = day.year == year
            yield Tick(f"{day:%b}" if is_same else f"{day:%b %Y}", percent(x))
            free, year = x + (MONTH if is_same else YEAR), day.year
        seen = (day.year, day.month)


def percent(part: float) -> str:
    """Return a place as SVG writes it."""
    return f"{part:.1f}%"
