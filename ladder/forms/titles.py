"""Names of clubs, ladders and seasons, and the words that stand for them in addresses."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify

from ladder.models.ladder import RESERVED, validate_slug
from players.names import LONGEST, clean_name


class TitleField(forms.CharField):
    """A name as people read it: one line without invisible characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, error_messages={"required": "Enter a name."}, **kwargs)
        self.widget.attrs["autocomplete"] = "off"

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return clean_name(text) if text else ""
        except ValueError as error:
            raise ValidationError(str(error)) from error


class AddressField(forms.SlugField):
    """The word that stands for a ladder or a season in links."""

    def __init__(self, **kwargs: Any) -> None:
        said = {"required": "Enter an address.", "invalid": "Use letters from a to z, digits and hyphens."}
        super().__init__(label="Address", max_length=50, validators=[validate_slug], error_messages=said, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


def choose_slug(title: str, taken: set[str], instead: str) -> str:
    """Return a free word for addresses that is like the title; `instead` stands for one without Latin letters."""
    word = slugify(title)[:40].strip("-") or instead
    numbered = (word if number == 1 else f"{word}-{number}" for number in range(1, len(taken) + 3))
    return next(slug for slug in numbered if slug not in taken | RESERVED)
