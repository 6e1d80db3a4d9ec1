"""The base of every form about a change: the reason, the preview that was seen, and refusals beside their fields."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict

from ladder.ledger.admission import PlayersOutOfRange
from ladder.models import Match
from ladder.pages.fields import ReasonField, add_sentence
from ladder.ratings import RatingError
from players.people.questions import AskedForm, Question

FIELDS_BESIDE = {"result": "winner", "started": "started_at", "games": "score"}


class PreviewedForm(AskedForm):
    """A form with a reason and the token of the preview."""

    noted = ""  # where the reason can be read, if not in a match's history

    reason = ReasonField()
    token = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.noted:
            self.fields["reason"].help_text = self.noted

    def list_values(self) -> Any:
        """Return the values of a valid form except for the reason, as plain values."""
        return None

    def list_questions(self) -> Iterable[Question]:
        """Return what is asked of the form before its preview is shown; the reason may be missing."""
        return ()


class NotedForm(PreviewedForm):
    """A form for a change to something without versions of its own."""

    noted = "Everyone can read this in the ladder’s change log."


class ReasonForm(forms.Form):
    """A form with a reason and the number of the match's version that was shown."""

    data: QueryDict
    reason = ReasonField()
    revision = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_revision(self) -> int:
        """Return the number of the version that was shown; -1 for one that can't be read."""
        text = self.cleaned_data["revision"]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1

    def again(self, match: Match) -> "ReasonForm":
        """Return the form with what was typed, for the match as it is by now."""
        return ReasonForm(self.sent(match))

    def sent(self, match: Match) -> dict[str, Any]:
        """Return the sent values, with the newest version of the match."""
        return {**self.data.dict(), "revision": str(match.revision)}


def add_refusal(form: forms.BaseForm, error: RatingError | ValidationError, rows: dict[str, str] | None = None) -> None:
    """Add the refusal's sentences to the form; `rows` names the fields that some of them are about."""
    beside = FIELDS_BESIDE | getattr(form, "beside", {}) | (rows or {})
    if isinstance(error, RatingError):
        add_sentence(form, beside.get(error.field or "", error.field), str(error))
        return
    about = beside.get("range") if isinstance(error, PlayersOutOfRange) else None
    for name, sentences in group_by_field(error).items():
        for sentence in sentences:
            add_sentence(form, beside.get(sentence, beside.get(name, name) or about), sentence)


def group_by_field(error: ValidationError) -> dict[str, list[str]]:
    """Return the sentences of a refusal by field of the model; those about no field under an empty name."""
    if not hasattr(error, "error_dict"):
        return {"": error.messages}
    return {"" if name == NON_FIELD_ERRORS else name: found for name, found in error.message_dict.items()}


def list_refusal_sentences(error: Exception) -> list[str]:
    """Return the sentences of a refusal."""
    return error.messages if isinstance(error, ValidationError) else [str(error)]
