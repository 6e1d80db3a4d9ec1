"""A member reports a match of two: opponent, facts, winner; the rest under More."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError

from ladder.forms.names import NameField, TappedField
from ladder.forms.two import TwoPlayersForm
from ladder.models import Season
from players.models import Player


class ReportForm(TwoPlayersForm):
    """The opponent is tapped among the likely ones, or typed."""

    keys: ClassVar[tuple[str, str, str]] = ("me", "them", "draw")
    field_order = ("opponent", "newcomer", "winner", "kind")
    player: Player

    opponent = TappedField(label="Your opponent")
    newcomer = NameField(required=False, label="Someone else, or a new name")

    def __init__(
        self, data: Any = None, *, season: Season, player: Player, opponent: Player | None = None, **kwargs: Any
    ) -> None:
        self.before = opponent
        super().__init__(data, season=season, player=player, **kwargs)
        if opponent:
            self.initial["opponent"] = opponent.pk

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "opponent", "range": "opponent"}

    @property
    def found(self) -> Player | None:
        """The opponent as far as the form says, in a valid form or not; in one not sent yet, whom it began with."""
        if not self.is_bound:
            return self.before
        values = getattr(self, "cleaned_data", {})
        return values.get("newcomer") or values.get("opponent")

    @property
    def pair(self) -> tuple[Player, Player | None]:
        return self.player, self.found

    def who_won(self) -> tuple[str, str]:
        return "I won", f"{self.found.name if self.found else 'They'} won"

    def called(self) -> tuple[str, str]:
        return "I", "me"

    def won_again(self, nths: tuple[str, str]) -> tuple[str, str]:
        name = self.found.name if self.found else ""
        return f"{nths[0]} win over {name} today", f"{name}’s {nths[1]} win over you today"

    def clean_opponent(self) -> Player | None:
        player = self.cleaned_data["opponent"]
        return player and self.someone_else(player)

    def clean_newcomer(self) -> Player | None:
        player = self.cleaned_data["newcomer"]
        return player and self.someone_else(player)

    def someone_else(self, player: Player) -> Player:
        if player.pk == self.player.pk:
            raise ValidationError("That is you. Choose someone else.")
        return player

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        chosen, typed = values.get("opponent"), values.get("newcomer")
        if chosen and typed and chosen.pk != typed.pk:
            self.add_error(
                "newcomer", "Choose a player or type a name, not both. Choose “Someone else” to keep the name."
            )
        elif not chosen and not typed and not {"opponent", "newcomer"} & set(self.errors):
            self.add_error("opponent", "Choose your opponent.")
        return values
