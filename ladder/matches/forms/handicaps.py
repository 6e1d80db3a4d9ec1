"""The two fields of a handicap: how many points, and who gets them. Together they are the fact, whose sign says who."""

from collections.abc import Mapping, Sequence

from django import forms

from ladder.formats import HANDICAP, ParticipantResult, get_handicap, name_both_sides
from ladder.matches.forms.facts import FactFields
from ladder.models import Match
from ladder.pages.fields import NumberField, format_all_digits

POINTS = HANDICAP._replace(low=0, label="Handicap points")
RECEIVER = f"{HANDICAP.name}_for"
HANDICAP_FIELDS = (HANDICAP.name, RECEIVER)
FIRST, SECOND = "first", "second"
HELP = "Agreed before the match. They count as rating when the chance is worked out, and nowhere else."
WHO = "Say who gets the points."
HOW_MANY = "Enter how many points, or choose nobody."


def add_handicap_fields(form: forms.Form, receivers: Sequence[str], facts: Mapping[str, float] | None = None) -> None:
    """Add the fields with the handicap of a match; `receivers` is what both players or sides are called."""
    start = list_handicap_values(facts or {})
    number = NumberField(POINTS, label=POINTS.label, help_text=HELP, initial=start[HANDICAP.name])
    form.fields[HANDICAP.name] = number
    form.fields[RECEIVER] = forms.ChoiceField(
        label="Handicap for",
        required=False,
        choices=[("", "Nobody"), *zip((FIRST, SECOND), receivers, strict=True)],
        initial=start[RECEIVER],
        error_messages={"invalid_choice": "Choose one of these."},
    )


def asks_handicap(form: forms.Form) -> bool:
    return RECEIVER in form.fields


def list_handicap_values(facts: Mapping[str, float], *, turned: bool = False) -> dict[str, str]:
    """Return the values of the fields for a match; `turned` where the form names the second player first."""
    points = get_handicap(facts)
    if not points:
        return {HANDICAP.name: "", RECEIVER: ""}
    return {HANDICAP.name: format_all_digits(abs(points)), RECEIVER: FIRST if (points > 0) != turned else SECOND}


def bind_handicap_fields(form: forms.Form) -> list[FactFields]:
    """Return the bound fields of the handicap; none where the form does not ask for it."""
    if not asks_handicap(form):
        return []
    receiver = POINTS._replace(name=RECEIVER)
    return [FactFields(POINTS, None, form[HANDICAP.name]), FactFields(receiver, None, form[RECEIVER])]


def check_handicap_fields(form: forms.Form) -> None:
    """Put beside its field what is missing: the points, or who gets them."""
    if not asks_handicap(form) or form.errors.keys() & {HANDICAP.name, RECEIVER}:
        return
    points, receiver = form.cleaned_data[HANDICAP.name], form.cleaned_data[RECEIVER]
    if points and not receiver:
        form.add_error(RECEIVER, WHO)
    elif receiver and not points:
        form.add_error(HANDICAP.name, HOW_MANY)


def read_handicap(form: forms.Form) -> dict[str, float]:
    """Return the fact that the fields give: below zero for the second player or side, and no fact for no points."""
    points, receiver = (form.cleaned_data.get(name) for name in (HANDICAP.name, RECEIVER))
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
