"""How a profile prints days."""

from datetime import date, datetime

from django.utils import timezone


def format_short_day(at: datetime | date) -> str:
    """Return a day as a list prints it, with its year when that is not this year."""
    day = timezone.localdate(at) if isinstance(at, datetime) else at
    return f"{day.day} {day:%b}" if day.year == timezone.localdate().year else f"{day.day} {day:%b %Y}"


def format_long_day(day: date) -> str:
    """Return a day in full: 1 May 2026."""
    return f"{day.day} {day:%B %Y}"
