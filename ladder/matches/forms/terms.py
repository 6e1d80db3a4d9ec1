"""What a match that is not played yet is about, and who is to play it, by name."""

from collections.abc import Sequence
from typing import Any

from django import forms

from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_handicap_fields,
    bind_fact_fields,
    check_handicap_fields,
    read_fact_values,
)
from ladder.ratings import Fact, Facts
from players.models import Player

BOTH_SIDES = ("first", "second")
"""What the names of the fields for the players of each side begin with."""


class TermsForm(forms.Form):
    """What a match is agreed to be about: its facts such as the length, and a handicap where there can be one."""

    receivers: tuple[str, str]  # who can be given a handicap

    def __init__(
        self, data: Any = None, *, facts: Sequence[Fact] = (), last: Facts | None = None, handicaps: bool = False
    ) -> None:
        super().__init__(data, prefix=self.prefix)
        self.facts = facts
        add_fact_fields(self, facts, last or {})
        if handicaps:
            add_handicap_fields(self, self.receivers, last)

    def clean(self) -> dict[str, Any]:
        check_handicap_fields(self)
        return super().clean() or {}

    def lengths(self) -> list[FactFields]:
        """Return the fields of the match's facts, such as its length, and of its handicap."""
        return bind_fact_fields(self, self.facts)

    def fact_values(self) -> dict[str, float]:
        """Return the facts, as far as the form says them; a handicap above 0 is for whoever is named first."""
        return read_fact_values(self, self.facts) if self.is_bound else {}

    def first_error(self) -> str:
        """Return the first thing that is wrong, in one sentence."""
        return next(str(text) for texts in self.errors.values() for text in texts)


class NamedSidesForm(TermsForm):
    """Two players, or the players of two sides, whose names are typed."""

    def list_seats(self) -> list[str]:
        """Return the names of the fields for players, in their order on the page."""
        return [name for name in self.fields if name.startswith(BOTH_SIDES)]

    def seats(self) -> list[forms.BoundField]:
        """Return the fields for players."""
        return [self[name] for name in self.list_seats()]

    def sides(self) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
        """Return the players of both sides of a valid form."""
        named = {name: self.cleaned_data[name] for name in self.list_seats() if self.cleaned_data[name]}
        first, second = (tuple(named[name] for name in named if name.startswith(side)) for side in BOTH_SIDES)
        return first, second
