"""The form for doubles and team matches: the players of both sides are tapped or typed, and then who won."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict

from ladder.formats import (
    DRAWN,
    LOST,
    MOST_A_SIDE,
    WON,
    Format,
    ParticipantResult,
    Played,
    RatingError,
    join_side,
    turn_handicap,
)
from ladder.matches.forms.rows import RowsForm
from ladder.matches.forms.scores import OutcomeFields
from ladder.matches.forms.side_seats import TAPPED_SIDES, SideSeats
from ladder.matches.forms.two_players import shorten_for_button

OUTCOMES = (WON, LOST, DRAWN)
OWN_KEYS, OTHER_KEYS = ("me", "them", "draw"), ("first", "second", "draw")
WON_BEFORE = {"required": "Say who won.", "invalid_choice": "Say who won."}


class SidesForm(SideSeats, OutcomeFields, RowsForm):
    """A form for a match of two sides. The seats of side 1 come first; a member's own is the first of them."""

    template = "ladder/matches/sides_record.html"

    winner = forms.ChoiceField(label="Who won?", error_messages=WON_BEFORE)

    def __init__(self, data: Any = None, *, format: Format, size: int = 0, first: int = 1, **kwargs: Any) -> None:
        self.stored_size, self.first_side = size, first  # of a match that is there: its larger side, its own first one
        super().__init__(data, format=format, **kwargs)
        winner: Any = self.fields["winner"]
        winner.choices = [(key, label) for key, label in self.labels().items() if key in self.outcomes]
        for number, name in enumerate(TAPPED_SIDES, start=1):
            self.fields[name].label = self.name_side(number)
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

    def rows(self) -> list[Any]:
        return []

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

    def check_rows(self) -> None:
        self.check_sides()
        self.check_outcome()

    @cached_property
    def entry(self) -> Played:
        return self.build_outcome(self.cleaned_data.get("winner") or self.keys[0])

    def build_outcome(self, outcome: str) -> Played:
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

    def find_outcome(self, outcome: str) -> Played | None:
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

    def find_entry(self) -> Played | None:
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
    winner = (OWN_KEYS if is_own else OTHER_KEYS)[OUTCOMES.index(own.score or 0.0)]
    return list_seat_names(participants, own, size) | {"winner": winner}


def list_seat_names(participants: Sequence[ParticipantResult], own: ParticipantResult, size: int) -> dict[str, Any]:
    """Return the names of both sides by field, with the side of `own` first."""
    first = sorted((one for one in participants if one.side == own.side), key=lambda one: one is not own)
    second = [one for one in participants if one.side != own.side]
    names = {f"player_{seat}": one.player.name for seat, one in enumerate(first)}
    names |= {f"player_{size + seat}": one.player.name for seat, one in enumerate(second)}
    return names
