"""Fields that forms share, and the base of forms that several people may have open at once."""

import unicodedata
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.choices import flatten_choices

from players.people.names import has_unseen_letters

KNOWN_YEARS = range(1900, 2200)
ALL_YEARS = range(2, 9999)  # the first and the last are not whole in every time zone

CHANGED_MEANWHILE = "This was changed to “{}” after you opened the page. To keep yours, send it again."
EMPTIED_MEANWHILE = "This was emptied after you opened the page. To keep yours, send it again."


class DayField(forms.DateField):
    """A day as a date input sends it; a slip such as the year 0202 is refused, unless all `years` are taken."""

    def __init__(self, *, years: range = KNOWN_YEARS, **kwargs: Any) -> None:
        widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        super().__init__(input_formats=["%Y-%m-%d"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a date such as 2026-11-21."
        self.years = years

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(require_ascii(value, self.error_messages["invalid"]))
        check_year_range(day, self.years)
        return day


def require_ascii(value: Any, sentence: Any) -> Any:
    """Return the value, or refuse it with this sentence: Python also reads other scripts' digits as numbers."""
    if isinstance(value, str) and not value.isascii():
        raise ValidationError(sentence)
    return value


def check_year_range(day: date | None, years: range = KNOWN_YEARS) -> None:
    """Refuse a day of another century. Raises: ValidationError, "Enter a year from 1900 to 2199."."""
    if day and day.year not in years:
        raise ValidationError(f"Enter a year from {years[0]} to {years[-1]}.")


class SentenceField(forms.CharField):
    """One line of plain text, as long as the columns for sentences are, without invisible characters."""

    noun = "A note"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 300, **kwargs})

    def to_python(self, value: Any) -> str:
        text = " ".join(unicodedata.normalize("NFC", str(super().to_python(value) or "")).split())
        if has_unseen_letters(text):
            raise ValidationError(f"{self.noun} can't hold invisible or control characters.")
        return text


class WhyField(SentenceField):
    """The reason for something; it may be left out."""

    noun = "A reason"

    def __init__(self, **kwargs: Any) -> None:
        usual = {"required": False, "label": "Why", "help_text": "Everyone can read this in the ladder’s change log."}
        super().__init__(**{**usual, **kwargs})


class ConcurrentForm(forms.BaseForm):
    """A form that changes only what its reader changed; a field that somebody else changed too is refused once.

    A subclass calls `watch` when it has all its fields. Fields with an initial value are watched: the page sends back
    the value that it showed, in a hidden field, and it is compared with what is stored by now.
    """

    data: Any
    moved: dict[str, str]  # the sentences about fields that somebody else changed too, by field

    def watch(self) -> None:
        """Compare the watched fields with what is stored now. A field that was not sent was shown as stored now."""
        self.moved = {}
        watched = [one for one in self if one.name in self.initial or one.field.initial is not None]
        for one in watched:
            one.field.show_hidden_initial = True
        if self.is_bound:
            self.data = self.data.copy()
            for one in watched:
                self.data.setdefault(one.html_initial_name, format_stored_value(one))
            for one in watched:
                self.catch_up(one)

    def catch_up(self, one: forms.BoundField) -> None:
        """Put the stored value into a field that the reader left alone; note a conflict where both changed it."""
        now = format_stored_value(one)
        if self.data[one.html_initial_name] == now:
            return
        if one.name not in self.changed_data:
            self.data[one.html_name] = now
        elif one.field.has_changed(one.initial, one.data):
            self.moved[one.name] = describe_conflict(one, now)
        self.data[one.html_initial_name] = now

    def clean(self) -> Any:
        """Refuse fields that somebody else changed too, with a sentence that says their value now."""
        values = super().clean()
        for name, text in self.moved.items():
            self.add_error(name, text)
        return values

    def shown_now(self) -> list[str]:
        """Return the hidden fields that htmx exchanges for those of fields in conflict, so that the next try counts."""
        return [self[name].as_hidden({"hx-swap-oob": "true"}, only_initial=True) for name in self.moved]

    def touched(self) -> dict[str, Any]:
        """Return the values of a valid form that its reader changed, by field."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


def format_stored_value(one: forms.BoundField) -> str:
    """Return the stored value of a field as its hidden field sends it back."""
    value = one.field.prepare_value(one.initial)
    return one.field.hidden_widget().format_value(value) or ""


def describe_conflict(one: forms.BoundField, now: str) -> str:
    """Return the sentence that somebody else changed a field, with its value now in the words of the page."""
    words = dict(flatten_choices(getattr(one.field, "choices", ()))).get(now, now)
    if isinstance(one.initial, date):
        words = formats.date_format(one.initial, "j F Y")
    return CHANGED_MEANWHILE.format(words) if now else EMPTIED_MEANWHILE
