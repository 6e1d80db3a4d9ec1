"""The form for a match with a row for each player, whose columns the format declares."""

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from ladder.changes.forms import add_refusal
from ladder.formats import EntryColumn, Format, Played, RatingError
from ladder.matches.forms.match import MatchForm
from ladder.pages.fields import NumberField, TypedNameField, find_known_players
from players.models import Player
from players.people.names import build_name_key

MOST_ROWS = 200
NAMED_TWICE = "Each player can appear only once. Choose someone else."


class PlayerRow(NamedTuple):
    """The bound fields of one row: the name, and for each column of the format a field with its heading."""

    number: int
    player: forms.BoundField
    choices: list[tuple[str, forms.BoundField]]
    numbers: list[tuple[str, forms.BoundField]]


class NamedSeats(forms.Form):
    """A form with a field for the name of each player, numbered from 0."""

    seats: range

    def named(self) -> dict[int, Player]:
        """Return the players by row, as far as the form names them."""
        values = getattr(self, "cleaned_data", {})
        found = ((seat, values.get(f"player_{seat}")) for seat in self.seats)
        return {seat: player for seat, player in found if player}

    def find_players(self) -> None:
        """Replace typed names by known players; one query."""
        typed = self.named()
        found = zip(typed, find_known_players(list(typed.values())), strict=True)
        self.cleaned_data.update({f"player_{seat}": player for seat, player in found})

    def list_repeated(self) -> list[int]:
        """Return the seats whose player has an earlier one, too."""
        found = [(seat, player.pk or build_name_key(player.name)) for seat, player in self.named().items()]
        return [seat for at, (seat, key) in enumerate(found) if key in {other for _, other in found[:at]}]

    def add_once(self, name: str, sentence: str) -> None:
        """Put a sentence beside a field that has no error yet."""
        if name not in self.errors:
            self.add_error(name, sentence)


class RowsForm(NamedSeats, MatchForm):
    """A form with a row for each player. Rows without a name are left out; the sent form says how many there are."""

    template = "ladder/matches/seats_record.html"

    def __init__(
        self, data: Any = None, *, format: Format, initial: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        self.format, self.formats = format, [format]
        super().__init__(data, initial=initial, **kwargs)
        for fact in format.facts:
            self.fields[fact.name] = NumberField(fact, label=fact.label, help_text=fact.help)
        self.seats = range(max(count_sent_rows(data or initial or {}) or format.usual_rows, format.fewest))
        for seat in self.seats:
            self.add_seat(seat)
        first = [fact.name for fact in format.facts]
        self.order_fields([*first, *(name for name in self.fields if name.rpartition("_")[2].isdigit())])

    def add_seat(self, seat: int) -> None:
        """Add the fields of a row."""
        own = self.player.name if self.player and not seat else ""
        self.fields[f"player_{seat}"] = TypedNameField(label=f"Player {seat + 1}", required=False, initial=own)
        for column in self.format.columns:
            self.fields[f"{column.name}_{seat}"] = build_column_field(column, seat)

    @property
    def beside(self) -> dict[str, str]:
        """Return the fields beside which a refusal is shown, by what it is about; that of a column beside its first."""
        rows = list(self.named())
        ended = [self.format.build_participant(None, self.row_values(seat)) for seat in rows]
        names = [column.name for column in self.format.columns]
        at_fault = {name: rows[self.format.find_row_at_fault(name, ended)] if rows else 0 for name in names}
        fields = {name: f"{name}_{seat}" for name, seat in at_fault.items()}
        return super().beside | {"players": f"player_{self.free_row()}"} | fields

    @property
    def is_full(self) -> bool:
        return len(self.seats) >= MOST_ROWS

    def rows(self) -> list[PlayerRow]:
        """Return the rows with their bound fields."""
        choices = [column for column in self.format.columns if column.choices]
        numbers = [column for column in self.format.columns if column.number]
        return [
            PlayerRow(
                seat + 1,
                self[f"player_{seat}"],
                [(one.heading.format(seat + 1), self[f"{one.name}_{seat}"]) for one in choices],
                [(one.heading, self[f"{one.name}_{seat}"]) for one in numbers],
            )
            for seat in self.seats
        ]

    def head_facts(self) -> list[forms.BoundField]:
        """Return the fields above the rows, which the format asks for once."""
        return [self[fact.name] for fact in self.format.facts]

    def row_values(self, seat: int) -> dict[str, Any]:
        """Return the values of a row besides the name, by column, as far as they can be read."""
        values = getattr(self, "cleaned_data", {})
        return {column.name: values.get(f"{column.name}_{seat}") for column in self.format.columns}

    def free_row(self) -> int:
        """Return the number of the first row without a name, or of the last row."""
        return next((seat for seat in self.seats if seat not in self.named()), self.seats[-1])

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        self.find_players()
        self.check_rows()
        if not self.errors:
            try:
                _ = self.entry
            except RatingError as error:
                add_refusal(self, error)
        return values

    def check_rows(self) -> None:
        """Put beside the rows which names are there twice, which are missing, and what else is missing."""
        named, repeated = self.named(), self.list_repeated()
        for seat in named:
            if seat in repeated:
                self.add_error(f"player_{seat}", NAMED_TWICE)
            for name, sentence in self.format.list_row_errors(self.row_values(seat)):
                self.add_once(f"{name}_{seat}", sentence)
        for seat in self.seats:
            if seat not in named and self.format.is_row_used(self.row_values(seat)):
                self.add_once(f"player_{seat}", "Enter a name.")
        if len(named) - len(repeated) < self.format.fewest and not any(
            f"player_{seat}" in self.errors for seat in self.seats
        ):
            self.add_error(f"player_{self.free_row()}", self.format.words.too_few)

    def fact_values(self) -> dict[str, float]:
        asked = {fact.name: self.cleaned_data.get(fact.name) for fact in self.format.facts}
        return super().fact_values() | {name: value for name, value in asked.items() if value is not None}

    @cached_property
    def entry(self) -> Played:
        named = self.named().items()
        return self.build_match(
            [self.format.build_participant(player, self.row_values(seat)) for seat, player in named]
        )

    def find_entry(self) -> Played | None:
        """Return the match as it is typed; None while something is missing."""
        about = {re.sub(r"_[0-9]+$", "", name) for name in self.errors}
        if about - {"date", "time", "day", "form_key"} or "played_at" not in self.cleaned_data:
            return None
        try:
            return self.entry
        except RatingError:
            return None


def build_column_field(column: EntryColumn, seat: int) -> forms.Field:
    """Return the field of a column in a row."""
    label = column.asks.format(seat + 1)
    if column.number is None:
        sentence = {"invalid_choice": "Choose one of these."}
        return forms.ChoiceField(label=label, choices=column.choices, required=False, error_messages=sentence)
    return NumberField(column.number, label=label, initial=seat + 1 if column.counts_up else None)


def count_sent_rows(data: Mapping[str, Any]) -> int:
    """Return how many rows were sent, at most `MOST_ROWS`."""
    return next(seat for seat in count() if seat == MOST_ROWS or f"player_{seat}" not in data)


def add_empty_row(data: QueryDict) -> dict[str, Any]:
    """Return the sent values with one more row, for a new form."""
    values: dict[str, Any] = {name: value for name, value in data.items() if name != "csrfmiddlewaretoken"}
    seat = count_sent_rows(values)
    return values if seat == MOST_ROWS else values | {f"player_{seat}": ""}
