"""A field for a code that is typed from paper."""

from typing import Any

from django import forms

TYPED = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


class CodeField(forms.CharField):
    """The text as typed; whether it is the right code is the service's to say."""

    def __init__(self, *, too_long: str, **kwargs: Any) -> None:
        mistakes = {"required": "Enter the code.", "max_length": too_long}
        super().__init__(max_length=40, widget=forms.TextInput(TYPED), error_messages=mistakes, **kwargs)
