"""The form for doubles and team matches: the players of both sides are tapped or typed, and then who won."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from ladder.formats import (
    DRAWN,
    LOST,
    MOST_A_SIDE,
    WON,
    Format,
    ParticipantResult,
    RatingError,
    join_side,
    turn_handicap,
)
from ladder.matches.actions.new_match import EnteredMatch
from ladder.matches.forms.rows import RowsForm
from ladder.matches.forms.scores import OutcomeFields
from ladder.matches.forms.two_players import shorten_for_button
from ladder.pages.addresses import parse_whole_number
from ladder.pages.fields import TypedNameField
from players.models import Player
from players.people.names import build_name_key

OUTCOMES = (WON, LOST, DRAWN)
OWN_KEYS, OTHER_KEYS = ("me", "them", "draw"), ("first", "second", "draw")
TAPPED_SIDES = ("tapped_1", "tapped_2")
TWICE = "{} can appear only once. Choose someone else."
ONE_OF_TWO = "You tapped {} and typed {}. The name is kept: report it again, or clear it and tap."
WON_BEFORE = {"required": "Say who won.", "invalid_choice": "Say who won."}


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


class SidesForm(OutcomeFields, RowsForm):
    """A form for a match of two sides. The seats of side 1 come first; a member's own is the first of them."""

    template = "ladder/matches/sides_record.html"

    winner = forms.ChoiceField(label="Who won?", error_messages=WON_BEFORE)
    tapped_1 = TappedPlayersField(required=False)
    tapped_2 = TappedPlayersField(required=False)

    def __init__(self, data: Any = None, *, format: Format, size: int = 0, first: int = 1, **kwargs: Any) -> None:
        self.stored_size, self.first_side = size, first  # of a match that is there: its larger side, its own first one
        super().__init__(data, format=format, **kwargs)
        winner: Any = self.fields["winner"]
        winner.choices = [(key, label) for key, label in self.labels().items() if key in self.outcomes]
        self.ask_for_score(self.season.ladder, self.whose)

    @property
    def whose(self) -> str:
        """Whose points come first in the score."""
        return "Your" if self.player else "The first side’s"

    @property
    def receivers(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("My side", "The other side") if self.player else ("The first side", "The other side")

    def fact_values(self) -> dict[str, float]:
        """Return the facts; a handicap is for side 1, which is the other one where this form shows side 2 first."""
        facts = super().fact_values()
        return facts if self.first_side == 1 else turn_handicap(facts)

    # ---- its seats

    @cached_property
    def size(self) -> int:
        """How many players each side has room for."""
        return max(self.season.ladder.most_a_side, self.stored_size)

    def list_seats(self, sent: Mapping[str, Any]) -> range:
        return range(2 * self.size)

    def add_seat(self, seat: int) -> None:
        if self.player is None or seat:
            self.fields[f"player_{seat}"] = TypedNameField(label=self.name_seat(seat), required=False)

    def name_seat(self, seat: int) -> str:
        """Return what the field of a seat asks for."""
        which = "" if self.size == 1 or (self.player and self.size == 2 and seat < 2) else f" {seat % self.size + 1}"
        if self.player:
            return f"Partner{which if self.size > 2 else ''}" if seat < self.size else f"Opponent{which}"
        return f"{'First' if seat < self.size else 'Other'} side, player{which}"

    def side_of(self, seat: int) -> int:
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
        typed = [self[f"player_{seat}"] for seat in self.seats if self.side_of(seat) == number and self.has_field(seat)]
        is_typed = any(field.value() or field.errors for field in typed)
        tapped = self[f"tapped_{number}"]
        is_undecided = len(typed) == 1 and typed[0].value() and tapped.errors  # a tap can't be taken back by another
        chosen = [] if is_undecided else [str(one) for one in tapped.value() or []]
        return SideFields(number, self.name_side(number), tapped, typed, len(typed) == 1, is_typed, chosen)

    def list_chosen(self) -> list[int]:
        """Return the keys of the players who are tapped on each side."""
        sent = [str(one) for name in TAPPED_SIDES for one in self[name].value() or []]
        return [key for key in map(parse_whole_number, sent) if key]

    def has_field(self, seat: int) -> bool:
        return f"player_{seat}" in self.fields

    def rows(self) -> list[Any]:
        return []

    def named(self) -> dict[int, Player]:
        found = super().named()
        return {0: self.player} | found if self.player else found

    # ---- who won

    @property
    def keys(self) -> tuple[str, str, str]:
        return OWN_KEYS if self.player else OTHER_KEYS

    @property
    def outcomes(self) -> list[str]:
        """The results that can be reported; a draw only if every board that counts the kind has draws."""
        winners_only = self.player is not None and self.season.ladder.reporters == "winner"
        counting = [system for system in self.systems if self.shown_kind() in system.kinds]
        drawn = bool(counting) and all(system.draws for system in counting)
        return [*self.keys[: 1 if winners_only else 2], *(self.keys[2:] if drawn else ())]

    def labels(self) -> dict[str, str]:
        """Return the label of each outcome."""
        won = ("We won", "They won") if self.player else ("The first side won", "The other side won")
        return dict(zip(self.keys, (*won, "Draw"), strict=True))

    def told(self) -> dict[str, str]:
        """Return a sentence for each outcome, such as "Bo and I beat Cy and Di", once both sides are known."""
        named = self.named()
        others = join_side([shorten_for_button(one) for seat, one in named.items() if self.side_of(seat) == 2])
        mine = [shorten_for_button(one) for seat, one in named.items() if self.side_of(seat) == 1]
        win, lose = ([*mine[1:], me] for me in ("I", "me")) if self.player else (mine, mine)
        first, second = join_side(list(win)), join_side(list(lose))
        told = (f"{first} beat {others}", f"{others} beat {second}", f"{first} drew with {others}")
        return dict(zip(self.keys, told, strict=True))

    # ---- the match

    @property
    def beside(self) -> dict[str, str]:
        return {**super(RowsForm, self).beside, "players": "tapped_2", "side": "winner", "result": "winner"}

    def find_players(self) -> None:
        """Replace typed names by known players, and seat the tapped ones where their side has room."""
        super().find_players()
        for number in (1, 2):
            free = [seat for seat in self.seats if self.side_of(seat) == number and seat not in self.named()]
            seated = [one.pk for seat, one in self.named().items() if self.side_of(seat) == number]
            tapped = [one for one in self.cleaned_data.get(f"tapped_{number}") or [] if one.pk not in seated]
            if len(tapped) > len(free):
                typed = self.cleaned_data.get(self.build_side(number).typed[0].html_name)
                is_single = self.build_side(number).is_single and typed
                self.add_error(
                    f"tapped_{number}", ONE_OF_TWO.format(tapped[0], typed) if is_single else self.say_size()
                )
            self.cleaned_data.update({f"player_{seat}": one for seat, one in zip(free, tapped, strict=False)})

    def check_rows(self) -> None:
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
        self.check_outcome()

    def list_side_errors(self, number: int) -> Iterator[str]:
        """Yield the fields of a side that have an error."""
        side = self.build_side(number)
        yield from (field.html_name for field in (side.tapped, *side.typed) if field.html_name in self.errors)

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

    @cached_property
    def entry(self) -> EnteredMatch:
        return self.build_outcome(self.cleaned_data.get("winner") or self.keys[0])

    def build_outcome(self, outcome: str) -> EnteredMatch:
        """Return the match with this outcome. Raises: RatingError with what is wrong."""
        score = OUTCOMES[self.keys.index(outcome)]
        entry = self.build_match(
            [
                ParticipantResult(one, score, side=self.first_side)
                if self.side_of(seat) == 1
                else ParticipantResult(one, 1 - score, side=3 - self.first_side)
                for seat, one in sorted(self.named().items())
            ]
        )
        return entry._replace(result=self.add_score(entry.result))

    def game_labels(self) -> tuple[str, str]:
        if self.player:
            return f"We won the {self.name_unit()}", f"They won the {self.name_unit()}"
        return f"First side won the {self.name_unit()}", f"Other side won the {self.name_unit()}"

    def find_outcome(self, outcome: str) -> EnteredMatch | None:
        """Return the match with this outcome, also before it is said who won; None while something is missing."""
        if (
            set(self.errors) - {"winner", "score", "form_key", "date", "time", "day"}
            or "played_at" not in self.cleaned_data
        ):
            return None
        try:
            return self.build_outcome(outcome)
        except RatingError:
            return None

    def find_entry(self) -> EnteredMatch | None:
        return self.find_outcome(self.cleaned_data.get("winner") or self.keys[0])


def build_rows_form(data: Any = None, *, format: Format, **kwargs: Any) -> RowsForm:
    """Return the form for a match of this format: with two sides, or with a row for each player."""
    if format.has_sides:
        return SidesForm(data, format=format, **kwargs)
    return RowsForm(data, format=format, **kwargs)


def read_tapped_players(query: QueryDict) -> dict[str, list[str]]:
    """Return the players of both sides whom a link to the form names."""
    return {name: query.getlist(name)[-MOST_A_SIDE:] for name in TAPPED_SIDES if name in query}


def list_side_values(
    participants: Sequence[ParticipantResult], own: ParticipantResult, size: int, *, is_own: bool
) -> dict[str, Any]:
    """Return the values of a form that is filled in with a match, with the side of `own` first."""
    first = sorted((one for one in participants if one.side == own.side), key=lambda one: one is not own)
    second = [one for one in participants if one.side != own.side]
    names = {f"player_{seat}": one.player.name for seat, one in enumerate(first)}
    names |= {f"player_{size + seat}": one.player.name for seat, one in enumerate(second)}
    return names | {"winner": (OWN_KEYS if is_own else OTHER_KEYS)[OUTCOMES.index(own.score or 0.0)]}
