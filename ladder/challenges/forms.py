"""Whom to challenge, or how many places a battle has; the length, and a note."""

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
from ladder.models.challenge import LONGEST_NOTE, MOST_PLACES
from ladder.pages.fields import NameField
from ladder.ratings import Fact, Facts
from players.form_fields import SentenceField
from players.models import Player

PLACES = [(str(number), str(number)) for number in range(3, MOST_PLACES + 1)]
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

    first = NameField(label="First player", error_messages={"required": "Enter a name."})
    second = NameField(label="Second player", error_messages={"required": "Enter a name."})
    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text="Only the players see it.")

    prefix = "arrange"

    def clean_first(self) -> Player:
        return check_known_player(self.cleaned_data["first"])

    def clean_second(self) -> Player:
        return check_known_player(self.cleaned_data["second"])


def check_known_player(player: Player) -> Player:
    """Return this player if they are stored. Raises: ValidationError."""
    if not player.pk:
        raise ValidationError(f"Nobody is called “{player.name}”. New players join with their first result.")
    return player


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
