"""The words that go with a match, and which version of it they are about."""

from django import forms

from .fields import ReasonField


class ReasonForm(forms.Form):
    """Why, and which version of the match was shown."""

    reason = ReasonField()
    revision = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_revision(self) -> int:
        """Return the version that was shown; one that can't be read is none."""
        text = self.cleaned_data["revision"]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
