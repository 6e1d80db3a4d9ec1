"""The players of two sides in a form, tapped or typed, and the form for doubles and team matches."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from ladder.changes.forms import add_refusal
from ladder.formats import MOST_A_SIDE, Format, ParticipantResult, Played, RatingError, turn_handicap
from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.rows import NamedSeats, RowsForm
from ladder.models import Season
from ladder.pages.addresses import parse_whole_number
from ladder.pages.fields import TypedNameField
from players.models import Player

TAPPED_SIDES = ("tapped_1", "tapped_2")
SIDE_NAMED_TWICE = "{} can appear only once. Choose someone else."
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

    def list_seats(self) -> range:
        """Return the numbers of the seats, those of the first side first."""
        return range(2 * self.size)

    def add_seats(self) -> None:
        """Add the fields of the seats; a member's own has none."""
        for seat in self.seats[1 if self.player else 0 :]:
            self.fields[f"player_{seat}"] = TypedNameField(label=self.name_seat(seat), required=False)

    def named_sides(self) -> tuple[list[Player], list[Player]]:
        """Return the players of both sides, as far as the form names them."""
        named = self.named().items()
        first, second = ([player for seat, player in named if self.side_of(seat) == number] for number in (1, 2))
        return first, second

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
            tapped = [one for one in self.list_tapped(number) if one.pk not in seated]
            if len(tapped) > len(free):
                typed = self.cleaned_data.get(self.build_side(number).typed[0].name)
                is_single = self.build_side(number).is_single and typed
                if is_single and tapped[0].pk in self.list_opened_with(number):
                    continue  # a typed name goes before whom the form was opened with
                self.add_error(
                    f"tapped_{number}", ONE_OF_TWO.format(tapped[0], typed) if is_single else self.say_size()
                )
            self.cleaned_data.update({f"player_{seat}": one for seat, one in zip(free, tapped, strict=False)})

    def list_tapped(self, number: int) -> list[Player]:
        """Return the players who are tapped for a side: first those with whom the form was opened, in their order."""
        opened_with = self.list_opened_with(number)
        tapped: list[Player] = self.cleaned_data.get(f"tapped_{number}") or []
        return sorted(tapped, key=lambda one: opened_with.index(one.pk) if one.pk in opened_with else len(opened_with))

    def list_opened_with(self, number: int) -> list[int]:
        """Return the keys of the players with whom the form was opened as a side."""
        return [key for key in map(parse_whole_number, map(str, self[f"tapped_{number}"].initial or [])) if key]

    def check_sides(self) -> None:
        """Put beside each side who is there twice, and that somebody is missing."""
        for seat in self.list_repeated():
            self.add_once(f"tapped_{self.side_of(seat)}", SIDE_NAMED_TWICE.format(self.named()[seat].name))
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


class SidesForm(SideSeats, OutcomeForm):
    """A form for a match of two sides: the players are tapped or typed, and then who won."""

    def __init__(
        self, data: Any = None, *, season: Season, format: Format, size: int = 0, first: int = 1, **kwargs: Any
    ) -> None:
        self.stored_size, self.first_side = size, first  # of a match that is there: its larger side, its own first one
        self.season, self.format, self.formats = season, format, [format]
        self.seats = self.list_seats()
        super().__init__(data, season=season, **kwargs)
        self.add_seats()
        for number, name in enumerate(TAPPED_SIDES, start=1):
            self.fields[name].label = self.name_side(number)
        self.order_fields([name for name in self.fields if name.rpartition("_")[2].isdigit()])

    @property
    def heading(self) -> str:
        return f"Report {self.season.ladder.name_teams().lower()}"

    @property
    def whose(self) -> str:  # type: ignore[override]
        return "Your" if self.player else "The first side’s"

    @property
    def receivers(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("My side", "The other side") if self.player else ("The first side", "The other side")

    @property
    def called(self) -> tuple[str, str]:  # type: ignore[override]
        return ("We", "They") if self.player else ("First side", "Other side")

    def who_won(self) -> tuple[str, str]:
        return ("We won", "They won") if self.player else ("The first side won", "The other side won")

    def fact_values(self) -> dict[str, float]:
        """Return the facts; a handicap is for side 1, which is the other one where this form shows side 2 first."""
        facts = super().fact_values()
        return facts if self.first_side == 1 else turn_handicap(facts)

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"players": "tapped_2", "side": "winner", "result": "winner"}

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not self.errors:
            try:
                _ = self.entry
            except RatingError as error:
                add_refusal(self, error)
        return values

    def names_somebody(self) -> bool:
        return bool(self.list_chosen() or self.challenge)

    def check_seats(self) -> None:
        self.find_players()
        self.check_sides()

    def build_scored(self, score: float) -> Played:
        return self.build_match(
            [
                ParticipantResult(one, score, side=self.first_side)
                if self.side_of(seat) == 1
                else ParticipantResult(one, 1 - score, side=3 - self.first_side)
                for seat, one in sorted(self.named().items())
            ]
        )

    def find_outcome(self, outcome: str) -> Played | None:
        is_known = not set(self.errors) - {"winner", "score", "form_key", "date", "time", "day"}
        return super().find_outcome(outcome) if is_known else None


def build_rows_form(data: Any = None, *, format: Format, **kwargs: Any) -> RowsForm | SidesForm:
    """Return the form for a match of this format: with two sides, or with a row for each player."""
    if format.has_sides:
        return SidesForm(data, format=format, **kwargs)
    return RowsForm(data, format=format, **kwargs)


def read_tapped_players(query: QueryDict) -> dict[str, list[str]]:
    """Return the players of both sides whom a link to the form names."""
    return {name: query.getlist(name)[-MOST_A_SIDE:] for name in TAPPED_SIDES if name in query}


def list_seat_names(participants: Sequence[ParticipantResult], own: ParticipantResult, size: int) -> dict[str, Any]:
    """Return the names of both sides by field, with the side of `own` first."""
    first, second = split_own_side(participants, own)
    names = {f"player_{seat}": one.name for seat, one in enumerate(first)}
    names |= {f"player_{size + seat}": one.name for seat, one in enumerate(second)}
    return names


def list_seat_taps(
    participants: Sequence[ParticipantResult], own: ParticipantResult, player: Player | None
) -> dict[str, list[int]]:
    """Return the keys of both sides by field, with the side of `own` first; the member's own is not tapped."""
    sides = zip(TAPPED_SIDES, split_own_side(participants, own), strict=True)
    return {name: [one.pk for one in side if one != player] for name, side in sides}


def split_own_side(
    participants: Sequence[ParticipantResult], own: ParticipantResult
) -> tuple[list[Player], list[Player]]:
    """Return the players of the side of `own`, who comes first, and those of the other one."""
    first = sorted((one for one in participants if one.side == own.side), key=lambda one: one is not own)
    return [one.player for one in first], [one.player for one in participants if one.side != own.side]
