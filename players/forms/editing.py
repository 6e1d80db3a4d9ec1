"""A player's name, whether they play, and how visitors see them."""

from typing import Any

from django import forms
from django.utils import timezone

from players.forms.days import DayField
from players.forms.fields import WhyField
from players.forms.touched import ConcurrentForm
from players.models import Player, validate_name
from players.names import LONGEST


class VisibilityForm(ConcurrentForm, forms.Form):
    """How visitors see a player."""

    nickname = forms.CharField(
        required=False,
        max_length=LONGEST,
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text="Shown to visitors where the club shows nicknames.",
    )
    hidden = forms.BooleanField(
        required=False,
        label="Hidden from visitors",
        help_text="Visitors see “Hidden player” and no page. Members see the name.",
    )

    def __init__(self, data: Any = None, *, player: Player, **stored: Any) -> None:
        super().__init__(data, initial={"nickname": player.nickname, "hidden": player.hidden, **stored})
        self.watch()


class EditPlayerForm(VisibilityForm):
    """A player's name, whether they play, and how visitors see them."""

    name = forms.CharField(
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Enter a name."},
        help_text="The old name still finds them when it is typed or imported.",
    )
    reason = WhyField(label="Reason for the new name")
    retired = forms.BooleanField(
        required=False,
        label="Retired",
        help_text="They keep their history, lose their rank and are no longer offered as opponents.",
    )
    sits_out_until = DayField(
        required=False, label="Sits out until", help_text="The day they are back. Ratings don’t change."
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        kept = {"name": player.name, "sits_out_until": player.sits_out_until, "retired": bool(player.retired_on)}
        super().__init__(data, player=player, **kept)

    def values(self) -> dict[str, Any]:
        """Return what `edit` takes, of a valid form; who retires now does so today."""
        values = self.touched()
        if "retired" in values:
            values["retired_on"] = timezone.localdate() if values.pop("retired") else None
        return values
