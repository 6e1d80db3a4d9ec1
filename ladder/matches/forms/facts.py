"""The fields for the facts that a season's boards ask for, built from what the rating systems declare."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django import forms

from ladder.models import Ladder
from ladder.pages.fields import NumberField, format_all_digits
from ladder.ratings import Fact, RatingSystem

OTHER = "_other"


class FactFields(NamedTuple):
    """The bound fields of a fact: buttons with its usual values, if it has any, and a field to type in."""

    fact: Fact
    usual: forms.BoundField | None
    typed: forms.BoundField


def list_asked_facts(systems: Iterable[RatingSystem], ladder: Ladder) -> list[Fact]:
    """Return the facts that these systems of a ladder ask for, each once."""
    found = {fact.name: fact for system in systems for fact in reversed(system.facts)}
    return [ladder.fit_fact(fact) for fact in found.values()]


def add_fact_fields(form: forms.Form, facts: Iterable[Fact], last: Mapping[str, float]) -> None:
    """Add the fields of these facts to a form, with a usual value or that of the last time chosen."""
    for fact in facts:
        start = last.get(fact.name, fact.default)
        text = format_all_digits(start) if isinstance(start, int | float) else ""
        if not fact.usual:
            number = NumberField(fact, label=fact.label, help_text=fact.help, initial=text)
            number.widget.attrs |= {"required": True} if fact.required else {}
            form.fields[fact.name] = number
            continue
        choices = [(str(value), str(value)) for value in fact.usual]
        offered = text if text in dict(choices) else ""
        sentence = {"invalid_choice": "Choose one of the buttons, or type another number."}
        form.fields[fact.name] = forms.ChoiceField(
            choices=choices,
            required=False,
            label=fact.label,
            initial=offered,
            widget=forms.RadioSelect,
            error_messages=sentence,
        )
        other = "" if offered else text
        form.fields[fact.name + OTHER] = NumberField(fact, label=f"Other {fact.label.lower()}", initial=other)


def format_stored_facts(facts: Iterable[Fact], stored: Mapping[str, float]) -> dict[str, str]:
    """Return the values of the fields for a match with these facts, by field."""
    shown: dict[str, str] = {}
    for fact in facts:
        text = format_all_digits(stored[fact.name]) if fact.name in stored else ""
        offered = not fact.usual or text in map(str, fact.usual)
        shown[fact.name] = text if offered else ""
        if fact.usual:
            shown[fact.name + OTHER] = "" if offered else text
    return shown


def bind_fact_fields(form: forms.Form, facts: Iterable[Fact]) -> list[FactFields]:
    """Return the bound fields of these facts."""
    return [
        FactFields(fact, form[fact.name], form[fact.name + OTHER])
        if fact.usual
        else FactFields(fact, None, form[fact.name])
        for fact in facts
    ]


def read_fact_values(form: forms.Form, facts: Iterable[Fact]) -> dict[str, float]:
    """Return the facts that a form gives; a typed value goes before a button."""
    values: dict[str, float] = {}
    for fact in facts:
        chosen = form.cleaned_data.get(fact.name)
        value = form.cleaned_data.get(fact.name + OTHER) if fact.usual else chosen
        if value is None and fact.usual and chosen:
            value = int(chosen)
        if value is not None:
            values[fact.name] = value
    return values
