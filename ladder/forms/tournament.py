"""A tournament: who took which place, and how many took part (T-1)."""

from typing import Any, ClassVar

from ladder.forms.fields import NumberField
from ladder.forms.rows import FIELD_FACT, PLACE_FACT
from ladder.forms.seats import RowsForm
from ladder.services.results import ParticipantResult
from players.models import Player


class TournamentForm(RowsForm):
    """Places may be shared, and not everybody who took part has to be listed."""

    shapes: ClassVar[tuple[str, ...]] = ("tournament",)
    usual_rows: ClassVar[int] = 8
    fewest: ClassVar[int] = 1

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["field"] = NumberField(FIELD_FACT, label=FIELD_FACT.label, help_text=FIELD_FACT.help)
        self.order_fields(["field"])

    @property
    def beside(self) -> dict[str, str]:
        """The worst place is the one that may lie outside the field."""
        worst = max(self.named(), key=lambda seat: self.cleaned_data.get(f"place_{seat}") or 0, default=0)
        return super().beside | {"place": f"place_{worst}"}

    def add_row(self, seat: int) -> None:
        self.fields[f"place_{seat}"] = NumberField(
            PLACE_FACT, label=f"Player {seat + 1}, finishing place", initial=seat + 1
        )

    def check_row(self, seat: int) -> None:
        self.require(f"place_{seat}", "Enter their finishing place.")

    def too_few(self) -> str:
        return "Enter at least one player."

    def side(self, seat: int, player: Player) -> ParticipantResult:
        return ParticipantResult(player, place=int(self.cleaned_data.get(f"place_{seat}") or 0) or None)

    def fact_values(self) -> dict[str, float]:
        field = self.cleaned_data.get("field")
        return {"field": field} if field else {}
