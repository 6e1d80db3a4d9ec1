"""The words that go with a match, and which version of it they are about."""

from typing import Any

from django import forms
from django.http import QueryDict

from ladder.models import Match

from .fields import ReasonField


class ReasonForm(forms.Form):
    """Why, and which version of the match was shown."""

    data: QueryDict
    reason = ReasonField()
    revision = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_revision(self) -> int:
        """Return the version that was shown; one that can't be read is none."""
        text = self.cleaned_data["revision"]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1

    def again(self, match: Match) -> "ReasonForm":
        """Return the form with its words once more, about what the match says by now."""
        return ReasonForm(self.sent(match))

    def sent(self, match: Match) -> dict[str, Any]:
        """Return what was sent, with the newest version of the match."""
        return {**self.data.dict(), "revision": str(match.revision)}
