"""What organisers type about players."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from .models import Player, validate_name
from .names import name_key
from .services import known

A_DAY = "Give a date such as 2026-11-21."
YEARS = range(1900, 2200)


class EditForm(forms.Form):
    """A player's name, and whether they play."""

    use_required_attribute = False

    name = forms.CharField(
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Give a name."},
        help_text="The name until now still finds them, in imports and when it is typed.",
    )
    retired = forms.BooleanField(
        required=False,
        label="Retired",
        help_text="They keep their place and history, are no longer offered as an opponent, and count as inactive.",
    )
    sits_out_until = forms.DateField(
        required=False,
        label="Sits out until",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": A_DAY},
        help_text="The day they are back. Ratings stay as they are.",
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        self.player = player
        initial = {"name": player.name, "retired": bool(player.retired_on), "sits_out_until": player.sits_out_until}
        super().__init__(data, initial=initial)

    def clean_sits_out_until(self) -> date | None:
        day = self.cleaned_data["sits_out_until"]
        if day and (day.year not in YEARS or not str(self.data.get("sits_out_until", "")).strip().isascii()):
            raise ValidationError(A_DAY)
        return day

    def values(self) -> dict[str, Any]:
        """Return what `edit` takes, of a valid form; who retires now does so today."""
        retired = self.cleaned_data["retired"]
        return {
            "name": self.cleaned_data["name"],
            "retired_on": (self.player.retired_on or timezone.localdate()) if retired else None,
            "sits_out_until": self.cleaned_data["sits_out_until"],
        }


class IntoForm(forms.Form):
    """Into whom a player is merged, by name."""

    use_required_attribute = False

    into = forms.CharField(
        label="Is the same person as",
        widget=forms.TextInput({"autocomplete": "off", "list": "names", "spellcheck": "false"}),
        error_messages={"required": "Give the name of the other player."},
        help_text="That name stays. This one still finds them.",
    )

    def clean_into(self) -> Player:
        name = self.cleaned_data["into"]
        found = known([name_key(name)]).get(name_key(name))
        if found is None:
            raise ValidationError(f"Nobody is called “{name}”.")
        return found
