"""When an automatic backup is due; plain Python."""

from datetime import datetime, time, timedelta, tzinfo

NIGHT = time(3)  # the club's time


def find_last_night(now: datetime, zone: tzinfo) -> datetime:
    """Return the last moment before now at which the night's backup was due."""
    today = datetime.combine(now.astimezone(zone).date(), NIGHT, zone)
    return today if today <= now else datetime.combine(today.date() - timedelta(days=1), NIGHT, zone)


def is_night_missing(made_at: datetime | None, now: datetime, zone: tzinfo) -> bool:
    """Return whether there is no backup since the last night, as after a night in which the site was off."""
    return made_at is None or made_at < find_last_night(now, zone)
