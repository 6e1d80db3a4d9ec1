"""When an automatic backup is due; plain Python."""

from datetime import datetime, time, timedelta, tzinfo

BACKUP_TIME = time(3)  # the club's time
CLOCKS_APART = timedelta(minutes=5)  # of several machines


def find_last_night(now: datetime, zone: tzinfo) -> datetime:
    """Return the last moment before now at which the night's backup was due."""
    today = datetime.combine(now.astimezone(zone).date(), BACKUP_TIME, zone)
    return today if today <= now else datetime.combine(today.date() - timedelta(days=1), BACKUP_TIME, zone)


def is_night_missing(made_at: datetime | None, now: datetime, zone: tzinfo) -> bool:
    """Return whether there is no backup since the last night, as after a night in which the site was off.

    One of the future was made while the clock was wrong.
    """
    return made_at is None or not find_last_night(now, zone) <= made_at <= now + CLOCKS_APART
