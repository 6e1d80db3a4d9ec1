"""A refusal of the core or a service, put beside the field it is about."""

from django import forms
from django.core.exceptions import ValidationError

from ladder.ratings import RatingError
from ladder.services.matches import Refused

BESIDE = {"result": "winner", "started": "started_at"}


def refuse(form: forms.BaseForm, error: RatingError | ValidationError, rows: dict[str, str] | None = None) -> None:
    """Add the refusal's sentences to the form; `rows` names the fields that some of them are about."""
    beside = BESIDE | getattr(form, "beside", {}) | (rows or {})
    if isinstance(error, RatingError):
        add(form, beside.get(error.field or "", error.field), str(error))
        return
    about = beside.get("range") if isinstance(error, Refused) else None
    for sentence in error.messages:
        add(form, beside.get(sentence, about), sentence)


def add(form: forms.BaseForm, name: str | None, sentence: str) -> None:
    """Put the sentence beside that field, or above the form where it has no such field."""
    form.add_error(name if name in form.fields else None, sentence)
