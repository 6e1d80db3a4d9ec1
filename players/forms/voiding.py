"""Since when a person's reports are voided."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from players.forms.days import DayField
from players.forms.fields import WhyField


class VoidReasonForm(forms.Form):
    """Why somebody's reports are voided."""

    reason = WhyField(label="Reason", required=True, error_messages={"required": "Enter a reason."})


class VoidSinceForm(forms.Form):
    """The moment since which somebody's reports are looked for."""

    day = DayField(label="Reported since", error_messages={"required": "Enter the day."})
    time = forms.TimeField(
        label="Time",
        required=False,
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time such as 20:15."},
        help_text="Leave empty for the whole day.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"day": timezone.localdate()})

    def clean_day(self) -> Any:
        day = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise ValidationError("Choose today or an earlier day.")
        return day

    def since(self) -> datetime:
        """Return the moment, of a valid form."""
        at = self.cleaned_data["time"] or time()
        return timezone.make_aware(datetime.combine(self.cleaned_data["day"], at))
