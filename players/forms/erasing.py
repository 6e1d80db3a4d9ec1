"""Who is to be erased."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from players.models import Player
from players.names import build_name_key


class ErasePersonForm(forms.Form):
    """The name of whoever is to be erased, typed once more."""

    name = forms.CharField(
        label="Type the name to confirm",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Type the name."},
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        self.player = player
        super().__init__(data)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if build_name_key(name) != self.player.key:
            raise ValidationError(f"The name doesn't match. Type “{self.player}”.")
        return name
