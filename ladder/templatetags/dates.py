"""Days in running text: the year is named where it is another one."""

from datetime import date, datetime

from django import template
from django.utils import timezone

from ladder.pages.figures import format_day, format_weekday

register = template.Library()


@register.filter
def day_of(value: date) -> str:
    """Return the club's day of a moment, or a day, such as 24 December."""
    return format_day(timezone.localdate(value) if isinstance(value, datetime) else value)


@register.filter
def weekday_of(value: date) -> str:
    """Return a day with its weekday, such as Thursday 24 December."""
    return format_weekday(value)
