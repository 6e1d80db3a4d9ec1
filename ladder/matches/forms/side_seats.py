"""The seats of two sides in a form: partners and opponents are tapped or typed."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from ladder.matches.forms.rows import NamedSeats
from ladder.models import Season
from ladder.pages.addresses import parse_whole_number
from ladder.pages.fields import TypedNameField
from players.models import Player
from players.people.names import build_name_key

TAPPED_SIDES = ("tapped_1", "tapped_2")
TWICE = "{} can appear only once. Choose someone else."
ONE_OF_TWO = "You tapped {} and typed {}. The name is kept: report it again, or clear it and tap."


class TappedPlayersField(forms.Field):
    """Players who were tapped; its value is the list of them."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[Player]:
        keys = [parse_whole_number(str(one)) for one in value or [] if one]
        found = {player.pk: player for player in Player.objects.filter(pk__in=[key for key in keys if key])}
        if len(found) < len(set(keys)):
            raise ValidationError("Choose from the players, or type a name.")
        return list(found.values())


class SideFields(NamedTuple):
    """The fields of one side: those to tap, and the names to type."""

    number: int
    legend: str
    tapped: forms.BoundField
    typed: list[forms.BoundField]
    is_single: bool  # only one player is to be chosen
    is_typed: bool  # the names are shown open
    chosen: list[str]  # the keys of the players who are tapped
    names: list[str]  # those that are typed


class SideSeats(NamedSeats):
    """A form with the players of two sides. The seats of side 1 come first; a member's own is the first of them."""

    season: Season
    player: Player | None
    stored_size = 0  # of the larger side of a match that is there

    tapped_1 = TappedPlayersField(required=False)
    tapped_2 = TappedPlayersField(required=False)

    @cached_property
    def size(self) -> int:
        """How many players each side has room for."""
        return max(self.season.ladder.most_a_side, self.stored_size)

    def list_seats(self, sent: Mapping[str, Any]) -> range:
        """Return the numbers of the seats, those of the first side first."""
        return range(2 * self.size)

    def add_seat(self, seat: int) -> None:
        """Add the field of a seat; a member's own has none."""
        if self.player is None or seat:
            self.fields[f"player_{seat}"] = TypedNameField(label=self.name_seat(seat), required=False)

    def name_seat(self, seat: int) -> str:
        """Return what the field of a seat asks for."""
        which = "" if self.size == 1 or (self.player and self.size == 2 and seat < 2) else f" {seat % self.size + 1}"
        if self.player:
            return f"Partner{which if self.size > 2 else ''}" if seat < self.size else f"Opponent{which}"
        return f"{'First' if seat < self.size else 'Other'} side, player{which}"

    def side_of(self, seat: int) -> int:
        """Return the side of a seat, 1 or 2."""
        return 1 if seat < self.size else 2

    def sides(self) -> list[SideFields]:
        """Return the fields of both sides."""
        return [self.build_side(number) for number in (1, 2)]

    def name_side(self, number: int) -> str:
        """Return what is asked above the fields of a side."""
        if self.player is None:
            return "First side" if number == 1 else "Other side"
        if number == 1:
            return "Your partner" if self.size == 2 else "Your partners"
        return "Your opponent" if self.size == 1 else "Your opponents"

    def build_side(self, number: int) -> SideFields:
        """Return the fields of a side."""
        typed = [self[f"player_{seat}"] for seat in self.seats if self.side_of(seat) == number and self.has_field(seat)]
        is_typed = any(field.value() or field.errors for field in typed)
        tapped = self[f"tapped_{number}"]
        is_undecided = len(typed) == 1 and typed[0].value() and tapped.errors  # a tap can't be taken back by another
        chosen = [] if is_undecided else [str(one) for one in tapped.value() or []]
        names = [str(field.value()) for field in typed if field.value()]
        return SideFields(number, self.name_side(number), tapped, typed, len(typed) == 1, is_typed, chosen, names)

    def list_chosen(self) -> list[int]:
        """Return the keys of the players who are tapped on each side."""
        sent = [str(one) for name in TAPPED_SIDES for one in self[name].value() or []]
        return [key for key in map(parse_whole_number, sent) if key]

    def has_field(self, seat: int) -> bool:
        """Return whether the player of a seat can be typed."""
        return f"player_{seat}" in self.fields

    def named(self) -> dict[int, Player]:
        found = super().named()
        return {0: self.player} | found if self.player else found

    def find_players(self) -> None:
        """Replace typed names by known players, and seat the tapped ones where their side has room."""
        super().find_players()
        for number in (1, 2):
            free = [seat for seat in self.seats if self.side_of(seat) == number and seat not in self.named()]
            seated = [one.pk for seat, one in self.named().items() if self.side_of(seat) == number]
            tapped = [one for one in self.cleaned_data.get(f"tapped_{number}") or [] if one.pk not in seated]
            if len(tapped) > len(free):
                typed = self.cleaned_data.get(self.build_side(number).typed[0].name)
                is_single = self.build_side(number).is_single and typed
                self.add_error(
                    f"tapped_{number}", ONE_OF_TWO.format(tapped[0], typed) if is_single else self.say_size()
                )
            self.cleaned_data.update({f"player_{seat}": one for seat, one in zip(free, tapped, strict=False)})

    def check_sides(self) -> None:
        """Put beside each side who is there twice, and that somebody is missing."""
        seen: set[str] = set()
        for seat, player in self.named().items():
            key = str(player.pk or build_name_key(player.name))
            if key in seen:
                self.add_once(f"tapped_{self.side_of(seat)}", TWICE.format(player.name))
            seen.add(key)
        for number in (1, 2):
            count = sum(self.side_of(seat) == number for seat in self.named())
            if count < self.season.ladder.fewest_a_side and not any(self.list_side_errors(number)):
                self.add_error(self.choose_field_of_missing(number), self.ask_for_players(number))

    def list_side_errors(self, number: int) -> Iterator[str]:
        """Yield the fields of a side that have an error."""
        side = self.build_side(number)
        yield from (field.name for field in (side.tapped, *side.typed) if field.name in self.errors)

    def choose_field_of_missing(self, number: int) -> str:
        """Return the field beside which it is said that a side lacks players."""
        return f"tapped_{number}"

    def ask_for_players(self, number: int) -> str:
        """Return the sentence about a side that lacks players."""
        if self.player and number == 1 and self.season.ladder.plays_doubles:
            return "Choose your partner."
        return self.say_size()

    def say_size(self) -> str:
        return f"A side has {self.season.ladder.describe_side_size()}."
