"""A refusal of the core or a service, put beside the field it is about."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.ratings import RatingError
from ladder.services.matches import Refused

ABOUT = {
    "result": "winner",
    "players": "opponent",
    "started": "started_at",
    "exit": "exit",
}


def refuse(form: forms.Form, error: RatingError | ValidationError) -> None:
    """Add the refusal's sentences to the form."""
    if isinstance(error, RatingError):
        name = ABOUT.get(error.field or "", error.field)
        form.add_error(name if name in form.fields else None, str(error))
        return
    hint = " Under More you can record it as friendly." if isinstance(error, Refused) and friendly(form) else ""
    for sentence in error.messages:
        form.add_error(
            "opponent" if isinstance(error, Refused) and "opponent" in form.fields else None, sentence + hint
        )


def friendly(form: forms.Form) -> bool:
    """Say whether the form offers a friendly kind."""
    kind: Any = form.fields.get("kind")
    return kind is not None and "friendly" in dict(kind.choices)
