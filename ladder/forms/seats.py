"""Rows of players, as many as there are: the names, and what else each row asks."""

import re
from typing import Any, ClassVar, NamedTuple

from django import forms

from ladder.forms.match import MatchForm
from ladder.forms.names import TypedNameField, find_known_players
from ladder.forms.planned import NamedResult
from ladder.forms.refusals import add_refusal
from ladder.forms.rows import MOST_ROWS, count_sent_rows
from ladder.ratings import RatingError
from ladder.services.results import ParticipantResult
from players.models import Player
from players.names import build_name_key


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
