"""Whom somebody challenges, or how many places a battle has."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.models.challenge import MOST_PLACES
from players.models import Player

PLACES = [(str(number), str(number)) for number in range(3, MOST_PLACES + 1)]


class ChallengeForm(forms.Form):
    """Either an opponent or a number of places; the buttons of the page send one of them."""

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
    kind = forms.SlugField(
        required=False,
        max_length=20,
        error_messages={"invalid": "Choose a kind shown here.", "max_length": "Choose a kind shown here."},
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not (values.get("opponent") or values.get("places")):
            raise ValidationError("Choose whom you challenge.")
        return values

    def first_error(self) -> str:
        """Return what is wrong, in one sentence."""
        return next(str(text) for texts in self.errors.values() for text in texts)
