"""The year of a ladder: the nights on which the club plays, up to yesterday, and today."""

import random
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from typing import NamedTuple

from django.utils import timezone

WEEKS = 52
FIRST = time(19, 30)


class ClubNight(NamedTuple):
    """A day on which the club plays: how much of the year has passed, and the moment it is now."""

    day: date
    passed: float
    now: datetime

    @property
    def is_today(self) -> bool:
        return self.day == self.now.date()

    def moments(self, luck: random.Random, count: int, low: int, high: int) -> list[datetime]:
        """Return when so many matches ended, low to high minutes apart: in the evening, today up to now."""
        gaps = [timedelta(minutes=luck.randint(low, high)) for _ in range(count)]
        if self.is_today:
            midnight, now = build_local_moment(self.day, time.min), self.now.astimezone(UTC)
            ago = reversed(list(accumulate(reversed(gaps))))
            return [max(midnight, timezone.localtime(now - passed)) for passed in ago]
        return [build_local_moment(self.day, FIRST) + passed for passed in accumulate(gaps)]


def list_nights(now: datetime, step: tuple[int, ...]) -> list[ClubNight]:
    """Return the nights of a year, the last before today yesterday; `step` is how many days lie between them."""
    today, days = now.date(), [now.date() - timedelta(days=1)]
    while (today - days[-1]).days < 7 * WEEKS:
        days.append(days[-1] - timedelta(days=step[len(days) % len(step)]))
    nights = [*reversed(days), today]
    return [ClubNight(day, number / (len(nights) - 1), now) for number, day in enumerate(nights)]


def build_local_moment(day: date, clock: time) -> datetime:
    """Return a moment in the club's zone."""
    return datetime.combine(day, clock, timezone.get_current_timezone())
