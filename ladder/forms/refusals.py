"""A refusal of the core or a service, put beside the field it is about."""

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from ladder.ratings import RatingError
from ladder.services.matches import PlayersOutOfRange

FIELDS_BESIDE = {"result": "winner", "started": "started_at"}


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
    """Return the sentences by the field of the model that they are about; those about none under an empty name."""
    if not hasattr(error, "error_dict"):
        return {"": error.messages}
    return {"" if name == NON_FIELD_ERRORS else name: found for name, found in error.message_dict.items()}


def add_sentence(form: forms.BaseForm, name: str | None, sentence: str) -> None:
    """Put the sentence beside that field, or above the form where it has no such field."""
    form.add_error(name if name in form.fields else None, sentence)
