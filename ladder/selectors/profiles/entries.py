"""Every change of a rating in order, by matches and by the clock: each begins where the one before it ended."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ladder.ratings import Rating, advance_rating

from .career import Career, Game


class Entry(NamedTuple):
    """One change, unrounded: by a match, or by the clock from a rating on; the opening has no before."""

    day: date | None
    before: float | None
    after: float
    game: Game | None = None
    held: Rating | None = None


def entries(career: Career) -> Iterator[Entry]:
    """Give the opening, then every change, the decay between matches and up to the career's day included."""
    system, held = career.board.rating_system, career.opening.rating
    yield Entry(held.as_of or (career.games[0].day if career.games else None), None, held.points)
    for game in career.games:
        yield from faded(held, game.before, game.day)
        yield Entry(game.day, game.before.points, game.after.points, game)
        held = game.after
    yield from faded(held, advance_rating(system, held, career.day), career.day)


def faded(held: Rating, now: Rating, day: date) -> Iterator[Entry]:
    """Give the decay between two states of a rating, if there was any."""
    if held.points != now.points:
        yield Entry(now.as_of or day, held.points, now.points, held=held)
