"""The names of new players."""

from django import forms
from django.core.exceptions import ValidationError

from players.names import build_name_key, clean_name
from players.services import find_players

MANY = 300  # names to add at once


class AddPlayersForm(forms.Form):
    """Several names at once, a line each."""

    names = forms.CharField(
        label="Add players",
        max_length=20_000,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocapitalize": "words"}),
        error_messages={"required": "Enter a name."},
        help_text="One name on each line. Existing players stay as they are.",
    )

    def clean_names(self) -> list[str]:
        """Return the names, each once, or say which of them can't be one."""
        found: dict[str, str] = {}
        for line in filter(str.strip, self.cleaned_data["names"].splitlines()):
            try:
                name = clean_name(line)
            except ValueError as error:
                raise ValidationError(f"“{line.strip()[:40]}”: {error}") from error
            found.setdefault(build_name_key(name), name)
        if len(found) > MANY:
            raise ValidationError(f"Enter at most {MANY} names, then add the others.")
        return list(found.values())

    def new(self) -> list[str]:
        """Return the names that nobody has, of a valid form."""
        there = find_players([build_name_key(name) for name in self.cleaned_data["names"]])
        return [name for name in self.cleaned_data["names"] if build_name_key(name) not in there]
