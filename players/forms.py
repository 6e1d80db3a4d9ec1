"""What organisers type about players."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from .models import Player, validate_name
from .names import LONGEST, clean_name, name_key
from .services import known

A_DAY = "Give a date such as 2026-11-21."
YEARS = range(1900, 2200)
MANY = 300  # names to add at once


class SeenForm(forms.Form):
    """How visitors see a player."""

    use_required_attribute = False

    nickname = forms.CharField(
        required=False,
        max_length=LONGEST,
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text="Visitors read it where the club shows nicknames.",
    )
    hidden = forms.BooleanField(
        required=False,
        label="Hidden from visitors",
        help_text="Whoever is not signed in reads “Hidden player” and finds no page. Members see the name.",
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data, initial={"nickname": player.nickname, "hidden": player.hidden})


class EditForm(SeenForm):
    """A player's name, whether they play, and how visitors see them."""

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
        super().__init__(data, player=player)
        kept = {"name": player.name, "sits_out_until": player.sits_out_until, "retired": bool(player.retired_on)}
        self.initial.update(kept)

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
            **{field: self.cleaned_data[field] for field in ("sits_out_until", "nickname", "hidden")},
        }


class EraseForm(forms.Form):
    """The name of whoever is to be erased, typed once more."""

    use_required_attribute = False

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
        if name_key(name) != self.player.key:
            raise ValidationError(f"That is another name. Type “{self.player}”.")
        return name


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


class AddForm(forms.Form):
    """Several names at once, a line each."""

    use_required_attribute = False

    names = forms.CharField(
        label="Add players",
        max_length=20_000,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocapitalize": "words"}),
        error_messages={"required": "Give a name."},
        help_text="One name on each line. Whoever is a player already stays as they are.",
    )

    def clean_names(self) -> list[str]:
        """Return the names, each once, or say which of them can't be one."""
        found: dict[str, str] = {}
        for line in filter(str.strip, self.cleaned_data["names"].splitlines()):
            try:
                name = clean_name(line)
            except ValueError as error:
                raise ValidationError(f"“{line.strip()[:40]}”: {error}") from error
            found.setdefault(name_key(name), name)
        if len(found) > MANY:
            raise ValidationError(f"Give {MANY} names at most; add the others after them.")
        return list(found.values())

    def new(self) -> list[str]:
        """Return the names that nobody has, of a valid form."""
        there = known([name_key(name) for name in self.cleaned_data["names"]])
        return [name for name in self.cleaned_data["names"] if name_key(name) not in there]
