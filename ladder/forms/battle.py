"""A battle of any number of players: how each of them left, and in which round (W-1 to W-5)."""

from typing import Any, ClassVar

from django import forms

from ladder.forms.fields import NumberField
from ladder.forms.rows import EXITS_OF_BATTLE, ROUND_FACT
from ladder.forms.seats import RowsForm
from ladder.services.results import ParticipantResult
from players.models import Player


class BattleForm(RowsForm):
    """Whoever reports stands in the first row already."""

    shapes: ClassVar[tuple[str, ...]] = ("battle",)
    usual_rows: ClassVar[int] = 4
    fewest: ClassVar[int] = 2

    @property
    def beside(self) -> dict[str, str]:
        """A second one standing, and the last who left, are the ones to look at (W-1, W-5)."""
        values, seats = self.cleaned_data, list(self.named())
        standing = [seat for seat in seats if values.get(f"exit_{seat}") == "standing"]
        last = max(seats, key=lambda seat: values.get(f"round_{seat}") or 0, default=0)
        return super().beside | {"exit": f"exit_{(standing or [last])[-1]}", "round": f"round_{last}"}

    def add_row(self, seat: int) -> None:
        self.fields[f"exit_{seat}"] = forms.ChoiceField(
            label=f"Player {seat + 1}, how they left",
            choices=EXITS_OF_BATTLE,
            required=False,
            error_messages={"invalid_choice": "Choose one of these."},
        )
        self.fields[f"round_{seat}"] = NumberField(ROUND_FACT, label=f"Player {seat + 1}, round")

    def check_row(self, seat: int) -> None:
        left = self.require(f"exit_{seat}", "Choose how they left, or that they are still standing.")
        if left == "standing" and self.cleaned_data.get(f"round_{seat}"):
            self.add_error(f"round_{seat}", "A player who is still standing has no round.")
        elif left and left != "standing":
            self.require(f"round_{seat}", "Enter the round in which they left.")

    def says_more(self, seat: int) -> bool:
        values = self.cleaned_data
        return bool(values.get(f"round_{seat}")) or values.get(f"exit_{seat}") == "standing"

    def too_few(self) -> str:
        return "A battle needs two players or more."

    def side(self, seat: int, player: Player) -> ParticipantResult:
        number: Any = self.cleaned_data.get(f"round_{seat}")
        return ParticipantResult(player, None, self.cleaned_data.get(f"exit_{seat}", ""), number and int(number))
