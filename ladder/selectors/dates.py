"""Days as people say them: the year is named where it is another one."""

from datetime import date

from django.utils import timezone


def format_day(day: date) -> str:
    """Return 24 December, or 24 December 2025 in any other year."""
    return f"{day.day} {day:%B}{format_other_year(day)}"


def format_weekday(day: date) -> str:
    """Return Thursday 24 December, or Wednesday 24 December 2025 in any other year."""
    return f"{day:%A} {format_day(day)}"


def format_other_year(day: date) -> str:
    """Return the year with a blank before it, where it is not the club's year now."""
    return "" if day.year == timezone.localdate().year else f" {day.year}"
