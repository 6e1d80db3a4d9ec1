"""What every form about a change asks that is shown first: why, and which preview was seen."""

import hashlib
import json
import re
from typing import Any, NamedTuple

from django import forms

from ladder.forms.fields import ReasonField

PREVIEW_TOKEN = re.compile(r"([0-9]{1,18})-([0-9]{1,9})-([0-9a-f]{16})-([0-9a-f]{16})", re.ASCII)


class SeenPreview(NamedTuple):
    """What a preview was made from, the ladder's version and the match's revision, and a digest of what it said."""

    version: int
    revision: int
    shown: str = ""


class PreviewedForm(forms.Form):
    """Why, and the token of the preview."""

    noted = ""  # where the reason can be read, if not in a match's history

    reason = ReasonField()
    token = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.noted:
            self.fields["reason"].help_text = self.noted

    def said(self) -> Any:
        """Return what a valid form says besides the reason, as plain values."""
        return None

    def token_of(self, seen: SeenPreview) -> str:
        """Return the token of a preview of what the form says now."""
        return f"{seen.version}-{seen.revision}-{seen.shown}-{self.digest()}"

    def seen(self) -> SeenPreview | None:
        """Return what the preview was made from, if it showed what this valid form says."""
        found = PREVIEW_TOKEN.fullmatch(self.cleaned_data["token"])
        if found is None or found[4] != self.digest():
            return None
        return SeenPreview(int(found[1]), int(found[2]), found[3])

    def digest(self) -> str:
        text = json.dumps(self.said(), default=str, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class NotedForm(PreviewedForm):
    """A change to what has no versions of its own."""

    noted = "Everyone can read this in the ladder’s change log."
