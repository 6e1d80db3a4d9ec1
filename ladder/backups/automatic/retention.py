"""Which backups are kept: one a day for 7 days, then one a week for 5 weeks and one a month for 12 months.

The rules are applied one after the other, as `borg prune` does it: each goes through the backups from the newest to the
oldest and keeps the newest of every period, until it has kept as many as it may. A period whose newest backup an
earlier rule keeps already doesn't count. Whatever is younger than two days is kept besides, so that a backup made after
a mistake doesn't replace the one of the night before it.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta, tzinfo

Period = Callable[[date], tuple[int, ...]]

ALL_KEPT_FOR = timedelta(days=2)


def find_day_key(day: date) -> tuple[int, ...]:
    """Return the year, the month and the day."""
    return day.year, day.month, day.day


def find_week_key(day: date) -> tuple[int, ...]:
    """Return the year and the number of the week as in ISO 8601."""
    return tuple(day.isocalendar()[:2])


def find_month_key(day: date) -> tuple[int, ...]:
    """Return the year and the month."""
    return day.year, day.month


KEPT_PERIODS: Mapping[Period, int] = {find_day_key: 7, find_week_key: 5, find_month_key: 12}


def choose_kept_backups(
    made: Collection[datetime], now: datetime, zone: tzinfo, periods: Mapping[Period, int] = KEPT_PERIODS
) -> set[datetime]:
    """Return which of the backups made at these moments are kept; days are those of the time zone."""
    kept: set[datetime] = set()
    for find_key, most in periods.items():
        kept |= choose_newest(sorted(made, reverse=True), kept, zone, find_key, most)
    return kept | {moment for moment in made if moment > now - ALL_KEPT_FOR}


def choose_newest(
    newest_first: list[datetime], kept: set[datetime], zone: tzinfo, find_key: Period, most: int
) -> set[datetime]:
    """Return the newest backup of each period, at most so many, without those that are kept already."""
    chosen: set[datetime] = set()
    last = None
    for moment in newest_first:
        period = find_key(moment.astimezone(zone).date())
        if period != last and moment not in kept and len(chosen) < most:
            chosen.add(moment)
        last = period
    return chosen
