"""A match of two others: each is tapped among the frequent players, or typed."""

from typing import Any, NamedTuple

from django import forms

from ladder.forms.names import NameField, TappedField
from ladder.forms.two import TwoPlayersForm
from players.models import Player
from players.names import build_name_key

NAMELESS = "Enter a name."
TAPPED = "_tapped"


class PlayerPick(NamedTuple):
    """One of the two: the field to type in and what it is called below those to tap, and what was tapped."""

    typed: forms.BoundField
    or_typed: str
    tapped: forms.BoundField


class PairForm(TwoPlayersForm):
    """A new name makes a player; what is typed goes before what is tapped, which can't be let go without JavaScript."""

    field_order = ("first_tapped", "first", "second_tapped", "second", "winner", "kind")

    first = NameField(label="First player", required=False)
    second = NameField(label="Second player", required=False)
    first_tapped = TappedField(label="First player")
    second_tapped = TappedField(label="Second player")

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "second", "range": "second"}

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        values = getattr(self, "cleaned_data", {})
        return values.get("first") or values.get("first_tapped"), values.get("second") or values.get("second_tapped")

    def picks(self) -> list[PlayerPick]:
        """Return the fields of both, for the template."""
        fields = [(self[name], self[name + TAPPED]) for name in ("first", "second")]
        return [PlayerPick(typed, f"{typed.label}: another name", tapped) for typed, tapped in fields]

    def clean(self) -> dict[str, Any]:
        first, second = self.pair
        self.require("first", first)
        self.require("second", second)
        if first and second and (first.pk, build_name_key(first.name)) == (second.pk, build_name_key(second.name)):
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")
        return super().clean()

    def require(self, name: str, player: Player | None) -> None:
        """Put it beside the field that one of the two is missing."""
        if player is None and name not in self.errors and name + TAPPED not in self.errors:
            self.add_error(name, NAMELESS)
