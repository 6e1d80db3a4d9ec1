"""Fields that take plain text only: ASCII digits, years we can store, no invisible characters."""

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from ladder.files.values import MOST_DECIMALS
from ladder.ratings import Fact
from ladder.selectors.printing import MINUS
from players.forms.days import check_year_range, require_ascii
from players.forms.fields import SentenceField

MATCH_LENGTH = "length"  # the fact that ui.md has words of its own for


class NumberField(forms.CharField):
    """The number of a fact; nothing for an empty field."""

    def __init__(self, fact: Fact, **kwargs: Any) -> None:
        self.fact = fact
        mode = {"inputmode": "numeric" if fact.whole else "decimal", "autocomplete": "off"}
        super().__init__(required=False, widget=forms.TextInput(mode), **kwargs)

    def clean(self, value: Any) -> float | None:
        text = super().clean(value)
        return parse_fact_number(self.fact, text) if text else None


def parse_fact_number(fact: Fact, text: str) -> float:
    """Return the number that the text says.

    Raises: ValidationError, such as "A match is 1 to 999 points long. Did you mean 7?"
    """
    pattern = r"-?[0-9]{1,12}" if fact.whole else rf"-?[0-9]{{1,12}}(\.[0-9]{{1,{MOST_DECIMALS}}})?"
    if re.fullmatch(pattern, text):
        value = int(text) if fact.whole else float(text)
        if fact.low <= value <= fact.high:
            return value
    raise ValidationError(describe_allowed_range(fact, text))


def format_all_digits(value: float) -> str:
    """Return a number with all its digits, so that a field that was left alone gives it back."""
    text = f"{Decimal(str(value)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def describe_allowed_range(fact: Fact, text: str) -> str:
    """Return the sentence for a number that the fact can't take."""
    low, high = (f"{limit:,.12g}" if limit < 1 else f"{limit:,.0f}" for limit in (fact.low, fact.high))
    if fact.name != MATCH_LENGTH and fact.low > 0 and text.startswith(("-", "+", MINUS)):
        return f"{fact.label}: enter the number without a sign. The winner decides which way it counts."
    if fact.name != MATCH_LENGTH:
        return f"{fact.label}: enter {'a whole number' if fact.whole else 'a number'} from {low} to {high}."
    meant = next((f" Did you mean {usual}?" for usual in reversed(fact.usual) if text.startswith(str(usual))), "")
    return f"A match is {low} to {high} points long.{meant}"


class ClockField(forms.TimeField):
    """A time of day as a time input sends it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput({"type": "time", "step": "1"}, format="%H:%M:%S")
        super().__init__(input_formats=["%H:%M", "%H:%M:%S"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a time such as 20:15."

    def to_python(self, value: Any) -> Any:
        return super().to_python(require_ascii(value, self.error_messages["invalid"]))


class MomentField(forms.DateTimeField):
    """A day and time, in the club's zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S")
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a date and time such as 2026-11-21T20:15."

    def to_python(self, value: Any) -> datetime | None:
        text = require_ascii(value, self.error_messages["invalid"])
        if isinstance(text, str) and re.match(r"[0-9]{4}-", text):
            check_year_range(date(max(int(text[:4]), 1), 1, 1))
        return super().to_python(text)


class ReasonField(SentenceField):
    """Why a match is changed; everyone can read it."""

    noun = "A reason"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Reason",
            widget=forms.Textarea({"rows": 3}),
            help_text="Everyone can read this in the match history.",
            error_messages={"required": "Say why. Everyone can read it in the match history."},
            **kwargs,
        )


class KeyField(forms.UUIDField):
    """A form's one-time key; one that was tampered with is no key."""

    def clean(self, value: Any) -> UUID | None:
        try:
            return super().clean(value)
        except ValidationError:
            return None
