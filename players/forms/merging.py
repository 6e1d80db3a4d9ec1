"""Into whom a player is merged."""

from django import forms
from django.core.exceptions import ValidationError

from players.models import Player
from players.names import name_key
from players.services import known

from .fields import WhyField


class WhyForm(forms.Form):
    """Why two are one, or are not."""

    reason = WhyField()


class IntoForm(forms.Form):
    """Into whom a player is merged, by name."""

    into = forms.CharField(
        label="Is the same person as",
        widget=forms.TextInput({"autocomplete": "off", "list": "names", "spellcheck": "false"}),
        error_messages={"required": "Enter the name of the other player."},
        help_text="That name stays. This name still finds them.",
    )

    def clean_into(self) -> Player:
        name = self.cleaned_data["into"]
        found = known([name_key(name)]).get(name_key(name))
        if found is None:
            raise ValidationError(f"Nobody is called “{name}”.")
        return found
