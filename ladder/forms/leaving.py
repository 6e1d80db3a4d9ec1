"""The word that somebody types before they remove the demonstration."""

from django import forms
from django.core.exceptions import ValidationError

WORD = "leave"


class LeaveForm(forms.Form):
    """Only the word itself is a yes."""

    word = forms.CharField(
        label=f"Type {WORD} to confirm",
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": f"Type the word {WORD}."},
    )

    def clean_word(self) -> str:
        if self.cleaned_data["word"].casefold() != WORD:
            raise ValidationError(f"Type the word {WORD}.")
        return WORD
