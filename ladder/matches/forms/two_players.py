"""The forms for a match of two players: one's own with an opponent, and that of two others."""

from typing import Any

from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.seats import (
    PLAYER_NEEDED,
    TAPPED_SUFFIX,
    PlayerPick,
    bind_picks,
    find_picked,
    list_picked_keys,
)
from ladder.models import Season
from ladder.pages.fields import NameField, TappedField
from players.models import Player
from players.people.names import build_name_key

PAIR_SEATS = ["first", "second"]


class PairForm(OutcomeForm):
    """A form for a match of two others. A new name makes a player."""

    field_order = ("first_tapped", "first", "second_tapped", "second", "winner", "kind")

    first = NameField(label="First player", required=False)
    second = NameField(label="Second player", required=False)
    first_tapped = TappedField(label="First player")
    second_tapped = TappedField(label="Second player")

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "second", "range": "second"}

    def named_sides(self) -> tuple[list[Player], list[Player]]:
        first, second = ([player] if player else [] for player in (find_picked(self, name) for name in PAIR_SEATS))
        return first, second

    def picks(self) -> list[PlayerPick]:
        """Return the fields of both players."""
        return bind_picks(self, PAIR_SEATS)

    def list_chosen(self) -> list[int]:
        return list_picked_keys(self, PAIR_SEATS)

    def names_somebody(self) -> bool:
        return bool(self.initial.get("first"))

    def check_seats(self) -> None:
        first, second = self.named_sides()
        for name, side in zip(PAIR_SEATS, (first, second), strict=True):
            if not side and name not in self.errors and name + TAPPED_SUFFIX not in self.errors:
                self.add_error(name, PLAYER_NEEDED)
        keys = [(player.pk, build_name_key(player.name)) for player in (*first, *second)]
        if len({*keys}) < len(keys):
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")


class ReportForm(OutcomeForm):
    """A form for one's own match; the opponent is tapped among the likely ones, or typed."""

    receivers = ("Me", "My opponent")
    whose = "Your"
    called = ("I", "They")
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
        """The opponent, also before the form is valid; in a new form, the one that it was opened with."""
        if not self.is_bound:
            return self.before
        values = getattr(self, "cleaned_data", {})
        return values.get("newcomer") or values.get("opponent")

    def named_sides(self) -> tuple[list[Player], list[Player]]:
        return [self.player], [self.found] if self.found else []

    def list_chosen(self) -> list[int]:
        return [self.found.pk] if self.found and self.found.pk else []

    def names_somebody(self) -> bool:
        return bool(self.found)

    def who_won(self) -> tuple[str, str]:
        return "I won", f"{self.found.name if self.found else 'They'} won"

    def check_seats(self) -> None:
        chosen, typed = (self.cleaned_data.get(name) for name in ("opponent", "newcomer"))
        for name, found in (("opponent", chosen), ("newcomer", typed)):
            if found and found.pk == self.player.pk:
                self.add_error(name, "That is you. Choose someone else.")
        if chosen and typed and chosen.pk != typed.pk:
            self.add_error(
                "newcomer", "Choose a player or type a name, not both. Choose “Someone else” to keep the name."
            )
        elif not chosen and not typed and not {"opponent", "newcomer"} & set(self.errors):
            self.add_error("opponent", "Choose your opponent.")
