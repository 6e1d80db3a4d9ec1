"""The forms of a sitting, in which a recorder enters one result after another: of two players, or of two sides.

The winner comes first, so nobody has to say who won, and everything can be typed.
"""

from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from ladder.formats import MOST_A_SIDE, STOPPED, Format, join_side
from ladder.matches.forms.outcome import OutcomeForm, shorten_for_button
from ladder.matches.forms.seats import PLAYER_NEEDED, TAPPED_SUFFIX
from ladder.matches.forms.sides import TAPPED_SIDES, SidesForm
from ladder.matches.forms.two_players import PairForm
from ladder.pages.fields import find_by_beginning
from players.models import Player

LONGEST_CARRIED_VALUE = 120  # characters of a value that an address carries
CARRIED_FIELDS = ("date", "kind")  # values that stay for the next result of a sitting


class SittingForm(OutcomeForm):
    """A form that asks nothing but the day for the moment, and of who won only whether it was a draw."""

    first_name: ClassVar[str]  # the field that is typed in first

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["date"].label = "Played on"
        self.fields["date"].help_text = "Leave empty for today."
        for name in ("day", "time", "started_at"):
            self.fields.pop(name, None)
        self.ask_who_won()
        for name in self.fields.keys() & {"kind", "exit"}:
            field: Any = self.fields[name]
            field.widget = forms.Select(choices=field.choices)
        if data is None:
            self.fields[self.first_name].widget.attrs["autofocus"] = True

    def ask_who_won(self) -> None:
        """Ask whether it was a draw, if some board has draws."""
        del self.fields["winner"]
        if any(system.draws for system in self.systems):
            ended = forms.ChoiceField(label="Result", required=False, choices=[("first", "Won"), ("draw", "Draw")])
            ended.error_messages["invalid_choice"] = "Choose one of these."
            self.fields["winner"] = ended

    def tapped_winner(self) -> str:
        if self.entered_score().ending == STOPPED:
            return ""  # “Won” is what nobody changed
        return super().tapped_winner() or self.keys[0]

    def kept(self) -> dict[str, str]:
        """Return the values of a valid form that stay for the next result of the sitting."""
        return {name: self.data[name] for name in CARRIED_FIELDS if self.data.get(name)}


class RecordForm(SittingForm, PairForm):
    """The form of a sitting for a match of two."""

    receivers = ("The winner", "The loser")
    whose = "The winner’s"
    called = ("The winner", "The loser")
    first_name = "first"

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for name, label in (("first", "Winner"), ("second", "Loser")):
            self.fields[name].label = self.fields[name + TAPPED_SUFFIX].label = label

    def clean_first(self) -> Player | None:
        return find_by_beginning(self.cleaned_data["first"])

    def clean_second(self) -> Player | None:
        return find_by_beginning(self.cleaned_data["second"])


class RecordSidesForm(SittingForm, SidesForm):
    """The form of a sitting for a match of two sides: the winners come first."""

    receivers = ("The winners", "The losers")
    whose = "The winners’"
    first_name = "player_0"

    def name_side(self, number: int) -> str:
        who = "Winner" if number == 1 else "Loser"
        return who if self.size == 1 else f"{who}s"

    def name_seat(self, seat: int) -> str:
        who = "Winner" if seat < self.size else "Loser"
        return who if self.size == 1 else f"{who} {seat % self.size + 1}"

    def who_won(self) -> tuple[str, str]:
        first, second = (join_side([shorten_for_button(one) for one in side]) for side in self.named_sides())
        return f"{first or 'The winners'} won", f"{second or 'The losers'} won"

    def find_players(self) -> None:
        """Find typed names also by their beginning."""
        super().find_players()
        self.cleaned_data |= {name: find_by_beginning(player) for name, player in self.newcomers().items()}

    def choose_field_of_missing(self, number: int) -> str:
        """Return the first empty field in which a player of a side is typed."""
        seats = [seat for seat in self.seats if self.side_of(seat) == number and seat not in self.named()]
        return f"player_{seats[0]}"

    def ask_for_players(self, number: int) -> str:
        return PLAYER_NEEDED if self.season.ladder.plays_doubles else self.say_size()


def build_sitting_form(data: Any = None, *, format: Format, **kwargs: Any) -> RecordForm | RecordSidesForm:
    """Return the form of a sitting for matches of this format."""
    return RecordSidesForm(data, format=format, **kwargs) if format.has_sides else RecordForm(data, **kwargs)


def carry_typed_values(typed: QueryDict) -> dict[str, str | list[str]]:
    """Return what was typed and tapped, short enough for an address, without keys and answers to questions."""
    left_out = {"csrfmiddlewaretoken", "form_key", "sure", "meant", "asked"}
    carried: dict[str, str | list[str]] = {}
    for name, values in typed.lists():
        if name not in left_out:
            short = [str(value)[:LONGEST_CARRIED_VALUE] for value in values[-MOST_A_SIDE:]]
            carried[name] = short if name in TAPPED_SIDES else short[-1]
    return carried
