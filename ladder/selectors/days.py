"""Club days: where one begins and ends in the order of play, and the one that an address asks for."""

import re
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from ladder.selectors.order import OrderPlace

FIRST_DAY = date(2, 1, 1)  # weeks and days before it are asked for, too


def start_of_day(day: date) -> datetime:
    """Return the moment a club day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def place_after_day(day: date) -> OrderPlace:
    """Return the first place in the order after that day: the table before it is the day's last."""
    return start_of_day(day + timedelta(1)), -1


def parse_past_day(text: str | None) -> date | None:
    """Return the past day that a link names as 2026-05-01; None for today, for later and for anything else."""
    if not text or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day < timezone.localdate() else None
