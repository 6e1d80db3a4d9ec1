"""The sentences that people wrote, in every column that can hold one, so that no new table is forgotten."""

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models

from players.forgetting import NameEraser

SENTENCE_LENGTH = 150  # characters: a shorter column holds a word or a name of something, not a sentence
ACCOUNT_APPS = {
    "auth",
    "account",
    "mfa",
    "sessions",
    "usersessions",
    "contenttypes",
}  # of others; the person's own are deleted


def list_changed_texts(forget: NameEraser) -> Iterator[tuple[type[models.Model], str, str, str]]:
    """Give every sentence of the site that names the person: model, column, as it is, as it will be."""
    for model, field in list_sentence_columns():
        for text in model._default_manager.order_by().values_list(field, flat=True).distinct():
            new = remove_person_from_text(forget, text or "")[: find_column_limit(model, field)]
            if new != (text or ""):
                yield model, field, text, new


def remove_person_from_text(forget: NameEraser, text: str) -> str:
    """Return a text without the person; what the admin noted is a list in JSON, of which the keys stay."""
    try:
        noted = json.loads(text) if text.startswith("[") else None
    except (ValueError, RecursionError):
        noted = None
    if not isinstance(noted, list):
        return forget(text)
    new = remove_person_from_json(forget, noted)
    return text if new == noted else json.dumps(new)


def remove_person_from_json(forget: NameEraser, value: Any) -> Any:
    """Return a value that was read from JSON without the person."""
    if isinstance(value, dict):
        return {key: remove_person_from_json(forget, held) for key, held in value.items()}
    if isinstance(value, list):
        return [remove_person_from_json(forget, held) for held in value]
    return forget(value) if isinstance(value, str) else value


def list_sentence_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Give the columns that can hold a sentence."""
    for model in apps.get_models():
        if model._meta.app_label not in ACCOUNT_APPS:
            for field in model._meta.concrete_fields:
                if isinstance(field, models.TextField) or is_sentence_column(field):
                    yield model, field.name


def is_sentence_column(field: Any) -> bool:
    """Say whether a sentence fits into a column; what is looked up by an index or a choice is none."""
    looked_up = field.choices or field.unique or field.db_index
    return (
        isinstance(field, models.CharField)
        and not looked_up
        and (field.max_length or SENTENCE_LENGTH) >= SENTENCE_LENGTH
    )


def find_column_limit(model: type[models.Model], field: str) -> int | None:
    """Return how many characters a column takes; None without a limit."""
    return model._meta.get_field(field).max_length  # type: ignore[union-attr]
