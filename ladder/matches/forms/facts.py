"""The fields for the facts of a match: those that a season's boards ask for, and its handicap.

The first are built from what the rating systems declare. The handicap has two fields: how many points, and who gets
them; together they are the fact, whose sign says who.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django import forms

from ladder.formats import HANDICAP, ParticipantResult, get_handicap, name_both_sides
from ladder.models import Ladder, Match
from ladder.pages.fields import NumberField, format_all_digits
from ladder.ratings import Fact, RatingSystem

OTHER_SUFFIX = "_other"
POINTS_FACT = HANDICAP._replace(low=0, label="Handicap points")
RECEIVER_FIELD = f"{HANDICAP.name}_for"
HANDICAP_FIELDS = (HANDICAP.name, RECEIVER_FIELD)
FIRST, SECOND = "first", "second"
HANDICAP_HELP = "Agreed before the match. They count as rating when the chance is worked out, and nowhere else."
RECEIVER_NEEDED = "Say who gets the points."
HOW_MANY = "Enter how many points, or choose nobody."


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
        form.fields[fact.name + OTHER_SUFFIX] = NumberField(fact, label=f"Other {fact.label.lower()}", initial=other)


def format_stored_facts(facts: Iterable[Fact], stored: Mapping[str, float]) -> dict[str, str]:
    """Return the values of the fields for a match with these facts, by field."""
    shown: dict[str, str] = {}
    for fact in facts:
        text = format_all_digits(stored[fact.name]) if fact.name in stored else ""
        offered = not fact.usual or text in map(str, fact.usual)
        shown[fact.name] = text if offered else ""
        if fact.usual:
            shown[fact.name + OTHER_SUFFIX] = "" if offered else text
    return shown


def bind_fact_fields(form: forms.Form, facts: Iterable[Fact]) -> list[FactFields]:
    """Return the bound fields of these facts, and those of the handicap where the form asks for it."""
    return [bind_fact(form, fact) for fact in facts] + bind_handicap_fields(form)


def bind_fact(form: forms.Form, fact: Fact) -> FactFields:
    """Return the bound fields of one fact."""
    if fact.usual:
        return FactFields(fact, form[fact.name], form[fact.name + OTHER_SUFFIX])
    return FactFields(fact, None, form[fact.name])


def read_fact_values(form: forms.Form, facts: Iterable[Fact]) -> dict[str, float]:
    """Return the facts that a form gives, with the handicap; a typed value goes before a button."""
    values: dict[str, float] = {}
    for fact in facts:
        chosen = form.cleaned_data.get(fact.name)
        value = form.cleaned_data.get(fact.name + OTHER_SUFFIX) if fact.usual else chosen
        if value is None and fact.usual and chosen:
            value = int(chosen)
        if value is not None:
            values[fact.name] = value
    return values | read_handicap(form)


def list_unasked_facts(form: forms.Form, match: Match) -> dict[str, float]:
    """Return the facts of a stored match that its form has no field for: they stay."""
    return {name: value for name, value in match.facts.items() if name not in form.fields}


def add_handicap_fields(form: forms.Form, receivers: Sequence[str], facts: Mapping[str, float] | None = None) -> None:
    """Add the fields with the handicap of a match; `receivers` is what both players or sides are called."""
    start = list_handicap_values(facts or {})
    number = NumberField(POINTS_FACT, label=POINTS_FACT.label, help_text=HANDICAP_HELP, initial=start[HANDICAP.name])
    form.fields[HANDICAP.name] = number
    form.fields[RECEIVER_FIELD] = forms.ChoiceField(
        label="Handicap for",
        required=False,
        choices=[("", "Nobody"), *zip((FIRST, SECOND), receivers, strict=True)],
        initial=start[RECEIVER_FIELD],
        error_messages={"invalid_choice": "Choose one of these."},
    )


def asks_handicap(form: forms.Form) -> bool:
    return RECEIVER_FIELD in form.fields


def list_handicap_values(facts: Mapping[str, float], *, turned: bool = False) -> dict[str, str]:
    """Return the values of the fields for a match; `turned` where the form names the second player first."""
    points = get_handicap(facts)
    if not points:
        return {HANDICAP.name: "", RECEIVER_FIELD: ""}
    return {HANDICAP.name: format_all_digits(abs(points)), RECEIVER_FIELD: FIRST if (points > 0) != turned else SECOND}


def bind_handicap_fields(form: forms.Form) -> list[FactFields]:
    """Return the bound fields of the handicap; none where the form does not ask for it."""
    if not asks_handicap(form):
        return []
    receiver = POINTS_FACT._replace(name=RECEIVER_FIELD)
    return [FactFields(POINTS_FACT, None, form[HANDICAP.name]), FactFields(receiver, None, form[RECEIVER_FIELD])]


def check_handicap_fields(form: forms.Form) -> None:
    """Put beside its field what is missing: the points, or who gets them."""
    if not asks_handicap(form) or form.errors.keys() & {HANDICAP.name, RECEIVER_FIELD}:
        return
    points, receiver = form.cleaned_data[HANDICAP.name], form.cleaned_data[RECEIVER_FIELD]
    if points and not receiver:
        form.add_error(RECEIVER_FIELD, RECEIVER_NEEDED)
    elif receiver and not points:
        form.add_error(HANDICAP.name, HOW_MANY)


def read_handicap(form: forms.Form) -> dict[str, float]:
    """Return the fact that the fields give: below zero for the second player or side, and no fact for no points."""
    points, receiver = (form.cleaned_data.get(name) for name in (HANDICAP.name, RECEIVER_FIELD))
    if not points or not receiver:
        return {}
    return {HANDICAP.name: points if receiver == FIRST else -points}


def takes_handicap(match: Match, participants: Sequence[ParticipantResult]) -> bool:
    """Return whether the handicap of a stored match can be changed: it has one, or its ladder takes them."""
    has_two_sides = len(participants) == 2 or {one.side for one in participants} == {1, 2}
    return has_two_sides and (match.season.ladder.takes_handicaps or HANDICAP.name in match.facts)


def add_stored_handicap_fields(
    form: forms.Form, match: Match, participants: Sequence[ParticipantResult], facts: Mapping[str, float]
) -> None:
    """Add the fields to a form for a stored match with these facts, if its handicap can be changed."""
    if takes_handicap(match, participants):
        add_handicap_fields(
            form, name_both_sides([one._replace(player=one.player.name) for one in participants]), facts
        )
