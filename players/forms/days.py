"""A day as people give it: ASCII digits, and a year that can be stored."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

YEARS = range(1900, 2200)


class DayField(forms.DateField):
    """A day as a date input sends it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        super().__init__(input_formats=["%Y-%m-%d"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a date such as 2026-11-21."

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(require_ascii(value, self.error_messages["invalid"]))
        check_year_range(day)
        return day


def require_ascii(value: Any, sentence: Any) -> Any:
    if isinstance(value, str) and not value.isascii():
        raise ValidationError(sentence)
    return value


def check_year_range(day: date | None) -> None:
    if day and day.year not in YEARS:
        raise ValidationError(f"Enter a year from {YEARS[0]} to {YEARS[-1]}.")
