"""The word that somebody types before they remove the demonstration."""

from django import forms
from django.core.exceptions import ValidationError

LEAVE_WORD = "leave"


class LeaveDemonstrationForm(forms.Form):
    """Only the word itself is a yes."""

    word = forms.CharField(
        label=f"Type {LEAVE_WORD} to confirm",
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": f"Type the word {LEAVE_WORD}."},
    )

    def clean_word(self) -> str:
        if self.cleaned_data["word"].casefold() != LEAVE_WORD:
            raise ValidationError(f"Type the word {LEAVE_WORD}.")
        return LEAVE_WORD
