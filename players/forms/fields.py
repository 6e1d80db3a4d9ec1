"""Fields of forms that take what somebody says."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from players.names import has_unseen_letters


class SentenceField(forms.CharField):
    """A sentence in one line of plain text, as long as the columns for what is said; letters as names have them."""

    noun = "A note"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 300, **kwargs})

    def to_python(self, value: Any) -> str:
        text = " ".join(unicodedata.normalize("NFC", str(super().to_python(value) or "")).split())
        if has_unseen_letters(text):
            raise ValidationError(f"{self.noun} can't hold invisible or control characters.")
        return text


class WhyField(SentenceField):
    """Why something is done; it may be left out."""

    noun = "A reason"

    def __init__(self, **kwargs: Any) -> None:
        usual = {"required": False, "label": "Why", "help_text": "Everyone can read this in the ladder’s change log."}
        super().__init__(**{**usual, **kwargs})
