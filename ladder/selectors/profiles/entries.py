"""Every change of a rating in order, by matches and by the clock: each begins where the one before it ended."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ladder.ratings import Rating, advance_rating
from ladder.selectors.profiles.career import Career, CareerMatch


class RatingEntry(NamedTuple):
    """One change, unrounded: by a match, or by the clock from a rating on; the opening has no before."""

    day: date | None
    before: float | None
    after: float
    game: CareerMatch | None = None
    held: Rating | None = None


def list_rating_entries(career: Career) -> Iterator[RatingEntry]:
    """Give the opening, then every change, the decay between matches and up to the career's day included."""
    system, held = career.board.rating_system, career.opening.rating
    yield RatingEntry(held.as_of or (career.games[0].day if career.games else None), None, held.points)
    for game in career.games:
        yield from list_decay_entries(held, game.before, game.day)
        yield RatingEntry(game.day, game.before.points, game.after.points, game)
        held = game.after
    yield from list_decay_entries(held, advance_rating(system, held, career.day), career.day)


def list_decay_entries(held: Rating, now: Rating, day: date) -> Iterator[RatingEntry]:
    """Give the decay between two states of a rating, if there was any."""
    if held.points != now.points:
        yield RatingEntry(now.as_of or day, held.points, now.points, held=held)
