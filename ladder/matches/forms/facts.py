"""The fields of facts and rows: what a season's boards ask for, and what a row of players may hold."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from ladder.pages.fields import NumberField, format_all_digits
from ladder.ratings import Fact, RatingSystem

OTHER = "_other"

FIELD_FACT = Fact("field", "Entrants", low=1, high=10_000, help="How many took part, including anyone not listed.")
ROUND_FACT = Fact("round", "Round", low=1, high=10_000)
PLACE_FACT = Fact("place", "Finishing place", low=1, high=10_000)
EXITS_OF_BATTLE = [("standing", "Standing"), ("surrendered", "Surrendered"), ("dead", "Died")]
MOST_ROWS = 200


class FactFields(NamedTuple):
    """A fact's bound fields: the buttons, where it has usual values, and the field to type in."""

    fact: Fact
    usual: forms.BoundField | None
    typed: forms.BoundField


def list_asked_facts(systems: Iterable[RatingSystem]) -> list[Fact]:
    """Return the facts that these systems ask for, each once."""
    return list({fact.name: fact for system in systems for fact in reversed(system.facts)}.values())


def add_fact_fields(form: forms.Form, facts: Iterable[Fact], last: Mapping[str, float]) -> None:
    """Give the form its fields; a usual value is preselected, as it was last time."""
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
    """Return what the fields of these facts show of a match that has them, by field."""
    shown: dict[str, str] = {}
    for fact in facts:
        text = format_all_digits(stored[fact.name]) if fact.name in stored else ""
        offered = not fact.usual or text in map(str, fact.usual)
        shown[fact.name] = text if offered else ""
        if fact.usual:
            shown[fact.name + OTHER] = "" if offered else text
    return shown


def bind_fact_fields(form: forms.Form, facts: Iterable[Fact]) -> list[FactFields]:
    """Return the bound fields of these facts, for the template."""
    return [
        FactFields(fact, form[fact.name], form[fact.name + OTHER])
        if fact.usual
        else FactFields(fact, None, form[fact.name])
        for fact in facts
    ]


def read_fact_values(form: forms.Form, facts: Iterable[Fact]) -> dict[str, float]:
    """Return the facts given; what was typed goes before the buttons."""
    values: dict[str, float] = {}
    for fact in facts:
        chosen = form.cleaned_data.get(fact.name)
        value = form.cleaned_data.get(fact.name + OTHER) if fact.usual else chosen
        if value is None and fact.usual and chosen:
            value = int(chosen)
        if value is not None:
            values[fact.name] = value
    return values


def count_sent_rows(data: Mapping[str, Any]) -> int:
    """Return how many rows were sent, at most `MOST`."""
    return next(seat for seat in count() if seat == MOST_ROWS or f"player_{seat}" not in data)


def add_empty_row(data: QueryDict) -> dict[str, Any]:
    """Return what was sent with one more row, as the start of a new form."""
    values: dict[str, Any] = {name: value for name, value in data.items() if name != "csrfmiddlewaretoken"}
    seat = count_sent_rows(values)
    return values if seat == MOST_ROWS else values | {f"player_{seat}": "", f"place_{seat}": seat + 1}
