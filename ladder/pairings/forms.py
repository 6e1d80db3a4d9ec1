"""Two players of a ladder or two sides of several, the kind of match, and its facts such as the length."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.matches.forms.terms import BOTH_SIDES, NamedSidesForm
from ladder.models import Ladder
from ladder.pages.fields import NameField
from ladder.pairings.queries.comparison import Pairing
from ladder.ratings import Fact, Kind
from players.models import Player
from players.people.names import build_name_key
from players.privacy.redaction import are_names_redacted

SAME_PLAYER_TWICE = "A player can’t play against themselves. Choose someone else."
ONLY_SIDES = "Only doubles and teams are rated here. Enter the partners too."


class PairingForm(NamedSidesForm):
    """Who would play, and what the match would be about. On a ladder with sides there are fields for partners."""

    first = NameField(label="First player", error_messages={"required": "Enter a name."})
    second = NameField(label="Second player", error_messages={"required": "Enter a name."})

    def __init__(
        self,
        data: Any = None,
        *,
        ladder: Ladder,
        kinds: Sequence[Kind],
        facts: Sequence[Fact],
        has_sides: bool = False,
    ) -> None:
        """Take the kinds of a match of two players; `has_sides` says that a board rates doubles or teams."""
        self.kinds, self.ladder, self.has_sides = kinds, ladder, has_sides
        self.receivers = ("First side", "Second side") if has_sides else ("First player", "Second player")
        super().__init__(data, facts=facts, handicaps=ladder.takes_handicaps)
        for number in range(2, ladder.most_a_side + 1 if has_sides else 2):
            for side in BOTH_SIDES:
                label = f"Partner of the {side} player" if ladder.most_a_side == 2 else f"Player {number}, {side} side"
                self.fields[f"{side}_{number}"] = NameField(label=label, required=False)
        if len(kinds) > 1:
            self.fields["kind"] = forms.ChoiceField(
                label="Kind",
                choices=[(kind.key, kind.label) for kind in kinds],
                required=False,
                error_messages={"invalid_choice": "Choose one of these."},
            )

    def clean(self) -> dict[str, Any]:
        values, found = super().clean(), set()
        for name in self.list_seats():
            player = values.get(name)
            if not player:
                continue
            try:
                check_readable_player(player, self.data.get(name, ""))
            except ValidationError as error:
                self.add_error(name, error)
            else:
                if player.pk in found:
                    self.add_error(name, SAME_PLAYER_TWICE if name == "second" else f"{player} is named twice.")
                found.add(player.pk)
        if not self.errors:
            self.check_sides()
        return values

    def check_sides(self) -> None:
        """Refuse sides of a size that the ladder does not have."""
        pairing, fewest = self.pairing(), self.ladder.fewest_a_side
        if not pairing.has_sides and self.has_sides and not self.kinds:
            self.add_error("first_2", ONLY_SIDES)
        if pairing.has_sides:
            for side, players in zip(BOTH_SIDES, pairing, strict=True):
                if len(players) < fewest:
                    self.add_error(f"{side}_2", f"A side has at least {fewest} players here.")

    def pairing(self) -> Pairing:
        """Return the two sides of a valid form."""
        return Pairing(*self.sides())


def check_readable_player(player: Player, typed: str) -> None:
    """Refuse a name that nobody has; visitors find only players whose names they may read. Raises: ValidationError."""
    is_readable = not player.hidden and build_name_key(player.name) == build_name_key(typed)
    if not player.pk or (are_names_redacted() and not is_readable):
        raise ValidationError(f"Nobody is called “{typed}”.")


def list_seat_values(pairing: Pairing) -> dict[str, str]:
    """Return the names of the players by field, as the form takes them."""
    return {
        side if number == 1 else f"{side}_{number}": player.name
        for side, players in zip(BOTH_SIDES, pairing, strict=True)
        for number, player in enumerate(players, 1)
    }
