"""When a result counts: one choice and its hours on a form, two columns of a ladder."""

from typing import Any

from django import forms
from django.db.models import TextChoices

from ladder.models.ladder import NO_HOURS, WEEK_HOURS
from ladder.pages.options import CHOICE_ERRORS

USUAL_HOURS = 48


class Confirming(TextChoices):
    """When a result counts, and whether the opponent is asked."""

    AT_ONCE = "at-once", "At once"
    ASKED = "asked", "At once; the opponent may object"
    CONFIRMED = "confirmed", "Only once the opponent confirms"


def split_confirming(columns: dict[str, Any]) -> dict[str, Any]:
    """Return the choice and the hours that a form shows, of the two columns; hours where it has none are the usual."""
    hours, waits = columns["confirm_hours"], columns["counts_when_confirmed"]
    chosen = Confirming.CONFIRMED if waits else Confirming.ASKED if hours else Confirming.AT_ONCE
    return {"confirming": chosen.value, "confirm_hours": hours or USUAL_HOURS}


class ConfirmingForm(forms.Form):
    """A form that asks when results count. In a valid one `confirm_hours` is empty where nobody is asked."""

    confirming = forms.ChoiceField(
        label="When a result counts",
        choices=Confirming.choices,
        required=False,
        error_messages=CHOICE_ERRORS,
        help_text="Until a result counts it is listed, but changes no rating.",
    )
    confirm_hours = forms.IntegerField(
        label="Hours to answer",
        required=False,
        min_value=1,
        max_value=WEEK_HOURS,
        help_text="The opponent is asked, and no answer by then counts as a yes.",
    )

    def clean(self) -> Any:
        """Ask for the hours where somebody has to answer; what was not sent is as the form showed it."""
        values: Any = super().clean()
        for one in (self["confirming"], self["confirm_hours"]):
            if one.data is None:
                values[one.name] = one.initial
        if values.get("confirming") == Confirming.AT_ONCE:
            values["confirm_hours"] = None
        elif values.get("confirm_hours") is None and "confirm_hours" not in self.errors:
            self.add_error("confirm_hours", NO_HOURS)
        return values

    def read_confirming(self) -> dict[str, Any]:
        """Return the two columns, of a valid form."""
        waits = self.cleaned_data["confirming"] == Confirming.CONFIRMED
        return {"confirm_hours": self.cleaned_data["confirm_hours"], "counts_when_confirmed": waits}
