"""Whom to challenge, with which partners, or how many places a battle has; the length, and a note."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_handicap_fields,
    bind_fact_fields,
    check_handicap_fields,
    read_fact_values,
)
from ladder.matches.forms.side_seats import SideSeats
from ladder.models import Ladder, Season
from ladder.models.challenge import LONGEST_NOTE, MOST_PLACES
from ladder.pages.fields import NameField
from ladder.ratings import Fact, Facts
from players.form_fields import SentenceField
from players.models import Player

PLACES = [(str(number), str(number)) for number in range(3, MOST_PLACES + 1)]
BOTH = ("first", "second")
NAMELESS = {"required": "Enter a name."}
UNKNOWN = "Nobody is called “{}”. New players join with their first result."
WHO_READS = "For example when you have time. Only the players see it."


class TermsForm(forms.Form):
    """What a match is agreed to be about: its facts such as the length, and a handicap where there can be one."""

    receivers = ("First player", "Second player")

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


class ArrangeForm(TermsForm):
    """Two players for whom an organiser arranges a match; they need no accounts."""

    first = NameField(label="First player", error_messages=NAMELESS)
    second = NameField(label="Second player", error_messages=NAMELESS)
    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text="Only the players see it.")

    prefix = "arrange"

    def clean_first(self) -> Player:
        return check_known_player(self.cleaned_data["first"])

    def clean_second(self) -> Player:
        return check_known_player(self.cleaned_data["second"])


def check_known_player(player: Player) -> Player:
    """Return this player if they are stored. Raises: ValidationError."""
    if not player.pk:
        raise ValidationError(UNKNOWN.format(player.name))
    return player


class ArrangeSidesForm(TermsForm):
    """Two sides for which an organiser arranges a match; nobody needs an account."""

    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text="Only the players see it.")

    prefix = "arrange"
    receivers = ("First side", "Second side")

    def __init__(self, data: Any = None, *, ladder: Ladder, **terms: Any) -> None:
        super().__init__(data, **terms)
        seats = [(side, number) for side in BOTH for number in range(1, ladder.most_a_side + 1)]
        for side, number in seats:
            required = number <= ladder.fewest_a_side
            label = f"{side.capitalize()} side, player {number}"
            self.fields[f"{side}_{number}"] = NameField(label=label, required=required, error_messages=NAMELESS)
        self.order_fields(self.list_seats())

    def list_seats(self) -> list[str]:
        """Return the names of the fields for players: first_1, first_2, second_1, second_2."""
        return [name for name in self.fields if name.startswith(BOTH)]

    def seats(self) -> list[forms.BoundField]:
        """Return the fields for players."""
        return [self[name] for name in self.list_seats()]

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for name in self.list_seats():
            if player := values.get(name):
                try:
                    check_known_player(player)
                except ValidationError as error:
                    self.add_error(name, error)
        return values

    def sides(self) -> tuple[list[Player], list[Player]]:
        """Return the players of both sides of a valid form."""
        first, second = (
            [self.cleaned_data[name] for name in self.list_seats() if name.startswith(side) and self.cleaned_data[name]]
            for side in BOTH
        )
        return first, second


class SidesChallengeForm(SideSeats, TermsForm):
    """The partners and the opponents of a member, tapped or typed."""

    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text=WHO_READS)

    receivers = ("My side", "The other side")

    def __init__(self, data: Any = None, *, season: Season, player: Player, **terms: Any) -> None:
        self.season, self.player = season, player
        super().__init__(data, **terms)
        self.seats = self.list_seats({})
        for seat in self.seats:
            self.add_seat(seat)

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.find_players()
        for seat, player in self.named().items():
            if not player.pk:
                self.add_error(f"player_{seat}", UNKNOWN.format(player.name))
        self.check_sides()
        return self.cleaned_data

    @property
    def is_named(self) -> bool:
        """Whether the form names anybody, so that it can be said what is at stake."""
        return self.is_bound and any(field.value() for side in self.sides() for field in (side.tapped, *side.typed))

    def list_side(self, number: int) -> list[Player]:
        """Return the players of a side of a valid form, the member first."""
        return [player for seat, player in sorted(self.named().items()) if self.side_of(seat) == number]


class ChallengeForm(TermsForm):
    """An opponent, or a number of places for an open battle; the button that was pressed says which."""

    opponent = forms.ModelChoiceField(
        Player.objects.all(), required=False, error_messages={"invalid_choice": "Choose one of the players shown here."}
    )
    places = forms.TypedChoiceField(
        label="Places",
        choices=PLACES,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": f"A battle has 3 to {MOST_PLACES} places."},
    )
    battle = forms.BooleanField(required=False)  # the button that opens one; places are sent with every other, too
    kind = forms.SlugField(
        required=False,
        max_length=20,
        error_messages={"invalid": "Choose a kind shown here.", "max_length": "Choose a kind shown here."},
    )
    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text=WHO_READS)

    receivers = ("Me", "My opponent")

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not self.errors and not (values.get("opponent") or (values.get("battle") and values.get("places"))):
            raise ValidationError("Choose who to challenge.")
        return values
