"""A match entered in rows, one for each player: a battle or a tournament."""

import re
from typing import Any, ClassVar, NamedTuple

from django import forms

from ladder.changes.forms import add_refusal
from ladder.ledger.storage.match_record import ParticipantResult
from ladder.matches.forms.facts import EXITS_OF_BATTLE, FIELD_FACT, MOST_ROWS, PLACE_FACT, ROUND_FACT, count_sent_rows
from ladder.matches.forms.match import MatchForm, NamedResult
from ladder.pages.fields import NumberField, TypedNameField, find_known_players
from ladder.ratings import RatingError
from players.models import Player
from players.people.names import build_name_key


class PlayerRow(NamedTuple):
    """The bound fields of one row; a battle has exit and round, a tournament the place."""

    number: int
    player: forms.BoundField
    exit: forms.BoundField | None
    round: forms.BoundField | None
    place: forms.BoundField | None


class RowsForm(MatchForm):
    """A row without a name is left out; how many rows there are is seen from what was sent."""

    usual_rows: ClassVar[int]
    fewest: ClassVar[int]

    def __init__(self, data: Any = None, *, initial: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, initial=initial, **kwargs)
        self.seats = range(max(count_sent_rows(data or initial or {}) or self.usual_rows, self.fewest))
        for seat in self.seats:
            own = self.player.name if self.player and not seat else ""
            self.fields[f"player_{seat}"] = TypedNameField(label=f"Player {seat + 1}", required=False, initial=own)
            self.add_row(seat)
        self.order_fields([name for name in self.fields if name.rpartition("_")[2].isdigit()])

    def add_row(self, seat: int) -> None:
        """Add what a row asks beside the name."""
        raise NotImplementedError

    def side(self, seat: int, player: Player) -> ParticipantResult:
        """Return how it ended for the player of a row."""
        raise NotImplementedError

    def check_row(self, seat: int) -> None:
        """Put errors beside the fields of a row that has a name."""
        raise NotImplementedError

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"players": f"player_{self.free_row()}"}

    @property
    def is_full(self) -> bool:
        return len(self.seats) >= MOST_ROWS

    def rows(self) -> list[PlayerRow]:
        """Return the rows for the template."""
        names = ("player", "exit", "round", "place")
        return [PlayerRow(seat + 1, *(self.bound(f"{name}_{seat}") for name in names)) for seat in self.seats]

    def bound(self, name: str) -> Any:
        """Return a bound field, where this form has it."""
        return self[name] if name in self.fields else None

    def named(self) -> dict[int, Player]:
        """Return the players as far as the form says, by row."""
        values = getattr(self, "cleaned_data", {})
        found = ((seat, values.get(f"player_{seat}")) for seat in self.seats)
        return {seat: player for seat, player in found if player}

    def free_row(self) -> int:
        """Return the first row without a name; without one the last."""
        return next((seat for seat in self.seats if seat not in self.named()), self.seats[-1])

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        typed = self.named()
        found = zip(typed, find_known_players(list(typed.values())), strict=True)
        values.update({f"player_{seat}": player for seat, player in found})
        seen: set[str] = set()
        for seat, player in self.named().items():
            key = str(player.pk or build_name_key(player.name))
            if key in seen:
                self.add_error(f"player_{seat}", "Each player can appear only once. Choose someone else.")
            seen.add(key)
            self.check_row(seat)
        for seat in self.seats:
            if seat not in self.named() and self.says_more(seat):
                self.require(f"player_{seat}", "Enter a name.")
        if len(seen) < self.fewest and not any(f"player_{seat}" in self.errors for seat in self.seats):
            self.add_error(f"player_{self.free_row()}", self.too_few())
        if not self.errors:
            self.check_result()
        return values

    def check_result(self) -> None:
        """Put what the core says of the result beside the row it is about."""
        try:
            self.built(self.sides())
        except RatingError as error:
            add_refusal(self, error)

    def says_more(self, seat: int) -> bool:
        """Whether a row without a name can't be meant to be left out."""
        return False

    def too_few(self) -> str:
        """Return the sentence for too few names."""
        raise NotImplementedError

    def require(self, name: str, sentence: str) -> Any:
        """Return a value that was given, or put the sentence beside its field."""
        value = self.cleaned_data.get(name)
        if value in (None, "") and name not in self.errors:
            self.add_error(name, sentence)
        return value

    def sides(self) -> list[ParticipantResult]:
        return [self.side(seat, player) for seat, player in self.named().items()]

    def as_typed(self) -> NamedResult | None:
        """Return the match as it would be; nothing while something is missing."""
        about = {re.sub(r"_[0-9]+$", "", name) for name in self.errors}
        return None if about - {"date", "time", "day", "form_key"} else self.planned(self.sides())


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
