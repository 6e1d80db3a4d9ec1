"""How many day or month changes lie between two of the club's days (T-3, C-5)."""

from __future__ import annotations

from datetime import date

from .about import Period
from .base import RatingSystem
from .values import Rating


def count_periods(period: Period, since: date, until: date) -> int:
    """Return the number of midnights or month starts after `since`, up to `until`; never negative."""
    if period == "day":
        return max((until - since).days, 0)
    return max((until.year - since.year) * 12 + until.month - since.month, 0)


def advance_rating(system: RatingSystem, rating: Rating, day: date) -> Rating:
    """Return the rating as it stands on that day, nothing being played in between."""
    period = system.period
    if period is None:
        return rating
    if rating.as_of is None:
        return rating._replace(as_of=day)
    count = count_periods(period, rating.as_of, day)
    after = system.decay(rating, count) if count else rating
    return Rating(after.points, after.experience, after.memory, max(day, rating.as_of))
