"""Two players of a ladder, the kind of match, and its facts such as the length."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.matches.forms.facts import FactFields, add_fact_fields, bind_fact_fields, read_fact_values
from ladder.pages.fields import NameField
from ladder.ratings import Fact, Kind
from players.models import Player
from players.people.names import build_name_key
from players.privacy.veil import is_veil_down


class PairingForm(forms.Form):
    """The two players of a match that may be played, and what it would be about."""

    first = NameField(label="First player", error_messages={"required": "Enter a name."})
    second = NameField(label="Second player", error_messages={"required": "Enter a name."})

    def __init__(
        self, data: Any = None, *, kinds: Sequence[Kind], facts: Sequence[Fact], last: Mapping[str, float]
    ) -> None:
        super().__init__(data)
        self.facts = facts
        if len(kinds) > 1:
            self.fields["kind"] = forms.ChoiceField(
                label="Kind",
                choices=[(kind.key, kind.label) for kind in kinds],
                required=False,
                error_messages={"invalid_choice": "Choose one of these."},
            )
        add_fact_fields(self, facts, last)

    def clean_first(self) -> Player:
        return self.find_stored_player("first")

    def clean_second(self) -> Player:
        return self.find_stored_player("second")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, second = values.get("first"), values.get("second")
        if first and first == second:
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")
        return values

    def find_stored_player(self, name: str) -> Player:
        """Return the player of a typed name; visitors find only players whose names they may read."""
        player: Player = self.cleaned_data[name]
        typed = self.data.get(name, "")
        if player.pk and not (
            is_veil_down() and (player.hidden or build_name_key(player.name) != build_name_key(typed))
        ):
            return player
        raise ValidationError(f"Nobody is called “{typed}”.")

    def lengths(self) -> list[FactFields]:
        """Return the fields of the match's facts, such as its length."""
        return bind_fact_fields(self, self.facts)

    def fact_values(self) -> dict[str, float]:
        """Return the facts, as far as the form says them."""
        return read_fact_values(self, self.facts)
