"""An organiser enters a match of two others: both names are asked."""

from typing import Any

from players.models import Player
from players.names import name_key

from .names import NameField
from .two import TwoForm

NAMELESS = {"required": "Enter a name."}


class PairForm(TwoForm):
    """Both players are typed; a new name makes a player."""

    field_order = ("first", "second", "winner", "kind")

    first = NameField(label="First player", error_messages=NAMELESS)
    second = NameField(label="Second player", error_messages=NAMELESS)

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "second", "range": "second"}

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        values = getattr(self, "cleaned_data", {})
        return values.get("first"), values.get("second")

    def clean(self) -> dict[str, Any]:
        first, second = self.pair
        if first and second and (first.pk, name_key(first.name)) == (second.pk, name_key(second.name)):
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")
        return super().clean()
