"""When a match was played: today, yesterday or another date, with or without the time it ended."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.files.values import NO_SUCH_TIME, is_skipped_by_clocks
from ladder.forms.fields import ClockField
from ladder.models import Season
from ladder.services.admission import check_match_day
from players.forms.days import DayField

LAST_SECOND = time(23, 59, 59)
DAYS = [("today", "Today"), ("yesterday", "Yesterday"), ("other", "Other date")]


class WhenForm(forms.Form):
    """Three fields that come to one moment, `played_at`; nothing given means now."""

    season: Season

    day = forms.ChoiceField(
        label="Played",
        choices=DAYS,
        required=False,
        initial="today",
        error_messages={"invalid_choice": "Choose one of these."},
    )
    date = DayField(label="Other date", required=False)
    time = ClockField(label="Time it ended", required=False, help_text="Optional.")

    def clean(self) -> dict[str, Any]:
        """Find out when the match ended, and that it can have been then."""
        values = self.cleaned_data
        if {"day", "date", "time"} & set(self.errors):
            return values
        if not values.get("date") and values.get("day") == "other":
            self.add_error("date", "Enter the date.")
            return values
        day = values.get("date") or find_club_day(values.get("day"))
        try:
            check_match_day(self.season, day)
        except ValidationError as error:
            self.add_error("date" if values.get("date") or "day" not in self.fields else "day", error)
            return values
        values["played_at"] = build_ended_at(day, values.get("time"))
        if values.get("time") and is_skipped_by_clocks(values["played_at"]):
            self.add_error("time", NO_SUCH_TIME)
        elif values["played_at"] > timezone.now():
            self.add_error("time", "A match can't be in the future.")
        return values


def find_club_day(word: str | None) -> date:
    """Return the club's day that the word means; no word is today."""
    return timezone.localdate() - timedelta(days=1 if word == "yesterday" else 0)


def keep_stored_moment(typed: datetime, stored: datetime) -> datetime:
    """Return what is stored where a form shows it as this, to the second; in autumn a clock shows an hour twice."""
    shown = timezone.make_naive(stored).replace(microsecond=0)
    return stored if timezone.make_naive(typed) == shown else typed


def build_ended_at(day: date, at: time | None) -> datetime:
    """Return when a match ended: a day alone means now for today, else its last second."""
    if at is None and day == timezone.localdate():
        return timezone.now()
    return timezone.make_aware(datetime.combine(day, at or LAST_SECOND))
