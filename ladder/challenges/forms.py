"""Whom to challenge, with which partners, or how many places a battle has; the length, and a note."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.matches.forms.sides import TAPPED_SIDES, SideSeats
from ladder.matches.forms.terms import BOTH_SIDES, NamedSidesForm, TermsForm
from ladder.models import Season
from ladder.models.fixture import LONGEST_NOTE, MOST_CHALLENGE_PLACES
from ladder.pages.fields import NameField
from ladder.ratings import Kind
from players.form_fields import SentenceField
from players.models import Player

BATTLE_PLACES = [(str(number), str(number)) for number in range(3, MOST_CHALLENGE_PLACES + 1)]
NAME_NEEDED = {"required": "Enter a name."}
NOBODY_CALLED = "Nobody is called “{}”. New players join with their first result."


class ArrangeForm(NamedSidesForm):
    """Two players or two sides for whom an organiser arranges a match; nobody needs an account."""

    note = SentenceField(label="Note", required=False, max_length=LONGEST_NOTE, help_text="Only the players see it.")

    prefix = "arrange"

    def __init__(self, data: Any = None, *, season: Season, kind: Kind, **terms: Any) -> None:
        self.has_sides = kind.format.has_sides
        self.receivers = ("First side", "Second side") if self.has_sides else ("First player", "Second player")
        super().__init__(data, **terms)
        ladder = season.ladder
        for side in BOTH_SIDES:
            for number in range(1, ladder.most_a_side + 1 if self.has_sides else 2):
                name, label = side, f"{side.capitalize()} player"
                if self.has_sides:
                    name, label = f"{side}_{number}", f"{side.capitalize()} side, player {number}"
                required = number <= ladder.fewest_a_side
                self.fields[name] = NameField(label=label, required=required, error_messages=NAME_NEEDED)
        self.order_fields(self.list_seats())

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for name in self.list_seats():
            if (player := values.get(name)) and not player.pk:
                self.add_error(name, NOBODY_CALLED.format(player.name))
        return values


class ChallengeForm(SideSeats, TermsForm):
    """Whom a member challenges, and with which partners; or how many places an open battle has.

    Between sides the players are tapped or typed. Without sides the button that was pressed has the opponent, or says
    that a battle is opened.
    """

    opponent = forms.ModelChoiceField(
        Player.objects.all(), required=False, error_messages={"invalid_choice": "Choose one of the players shown here."}
    )
    places = forms.TypedChoiceField(
        label="Places",
        choices=BATTLE_PLACES,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": f"A battle has 3 to {MOST_CHALLENGE_PLACES} places."},
    )
    battle = forms.BooleanField(required=False)  # the button that opens one; places are sent with every other, too
    kind = forms.SlugField(
        required=False,
        max_length=20,
        error_messages={"invalid": "Choose a kind shown here.", "max_length": "Choose a kind shown here."},
    )
    note = SentenceField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="For example when you have time. Only the players see it.",
    )

    def __init__(self, data: Any = None, *, season: Season, player: Player | None, kind: Kind, **terms: Any) -> None:
        self.season, self.player, self.has_sides = season, player, kind.format.has_sides
        self.receivers = ("My side", "The other side") if self.has_sides else ("Me", "My opponent")
        super().__init__(data, **terms)
        self.seats = self.list_seats() if self.has_sides else range(0)
        self.add_seats()
        for name in ("opponent", "places", "battle") if self.has_sides else TAPPED_SIDES:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not self.has_sides:
            if not self.errors and not (values.get("opponent") or (values.get("battle") and values.get("places"))):
                raise ValidationError("Choose who to challenge.")
            return values
        self.find_players()
        for seat, player in self.named().items():
            if not player.pk:
                self.add_error(f"player_{seat}", NOBODY_CALLED.format(player.name))
        self.check_sides()
        return self.cleaned_data

    @property
    def is_named(self) -> bool:
        """Whether the form names anybody, so that it can be said what is at stake."""
        return self.is_bound and any(field.value() for side in self.sides() for field in (side.tapped, *side.typed))

    def list_side(self, number: int) -> list[Player]:
        """Return the players of a side of a valid form, the member first."""
        if not self.has_sides:
            chosen = self.player if number == 1 else self.cleaned_data["opponent"]
            return [chosen] if chosen else []
        return [player for seat, player in sorted(self.named().items()) if self.side_of(seat) == number]
