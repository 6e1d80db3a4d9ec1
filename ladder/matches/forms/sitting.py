"""A recorder enters one result of two after another: winner, Tab, loser, Tab, length, Enter."""

from typing import Any

from django import forms
from django.http import QueryDict

from ladder.matches.forms.facts import OTHER, FactFields
from ladder.matches.forms.two_players import TAPPED, PairForm
from ladder.pages.fields import NumberField, find_by_beginning
from players.models import Player

LONGEST = 120  # characters of a value that an address carries
KEPT = ("date", "kind")


class RecordForm(PairForm):
    """The form of a sitting: the winner comes first, so nobody has to say who won, and everything can be typed."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for name, label in (("first", "Winner"), ("second", "Loser")):
            self.fields[name].label = self.fields[name + TAPPED].label = label
        self.fields["date"].label = "Played on"
        self.fields["date"].help_text = "Leave empty for today."
        self.fields["kind"].widget = forms.Select(choices=self.fields["kind"].choices)  # type: ignore[attr-defined]
        for name in ("day", "time", "started_at", *(fact.name + OTHER for fact in self.facts)):
            self.fields.pop(name, None)
        for fact in self.facts:
            start = self.fields[fact.name].initial
            self.fields[fact.name] = NumberField(fact, label=fact.label, help_text=fact.help, initial=start)
        self.ask_who_won()
        if data is None:
            self.fields["first"].widget.attrs["autofocus"] = True
        if "exit" in self.fields:
            self.fields["exit"].widget = forms.Select(choices=self.fields["exit"].choices)  # type: ignore[attr-defined]

    def clean_first(self) -> Player | None:
        return find_by_beginning(self.cleaned_data["first"])

    def clean_second(self) -> Player | None:
        return find_by_beginning(self.cleaned_data["second"])

    def ask_who_won(self) -> None:
        """Ask whether it was a draw, if some board has draws."""
        del self.fields["winner"]
        if any(system.draws for system in self.systems):
            ended = forms.ChoiceField(label="Result", required=False, choices=[("first", "Won"), ("draw", "Draw")])
            ended.error_messages["invalid_choice"] = "Choose one of these."
            self.fields["winner"] = ended

    def main_facts(self) -> list[FactFields]:
        return [FactFields(fact, None, self[fact.name]) for fact in self.facts if fact.required]

    def more_facts(self) -> list[FactFields]:
        return [FactFields(fact, None, self[fact.name]) for fact in self.facts if not fact.required]

    def fact_values(self) -> dict[str, float]:
        given = {fact.name: self.cleaned_data.get(fact.name) for fact in self.facts}
        return {name: value for name, value in given.items() if value is not None}

    def kept(self) -> dict[str, str]:
        """Return the values of a valid form that stay for the next result of the sitting."""
        return {name: self.data[name] for name in KEPT if self.data.get(name)}


def carry_typed_values(typed: QueryDict) -> dict[str, str]:
    """Return what was typed, short enough for an address, without keys and answers to questions."""
    left_out = {"csrfmiddlewaretoken", "form_key", "sure", "meant"}
    return {name: str(value)[:LONGEST] for name, value in typed.items() if name not in left_out}
