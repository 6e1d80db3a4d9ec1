"""Columns with names in them: redacted when they are read from the database (decision 0016), or folded."""

from typing import Any

from django.db import models

from players.people.names import fold_name_key
from players.privacy import redaction


class FoldedKeyField(models.CharField):
    """The `key` of a row as names are searched and put in order; it is stored with every row that is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return what is stored, and set it on the row."""
        folded = fold_name_key(model_instance.key)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, folded)
        return folded

    def deconstruct(self) -> Any:
        """Return the column as migrations know it: a plain text."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class RedactedField(models.CharField):
    """A text that the redaction changes whenever it is read from the database; it is stored unchanged."""

    reads = ""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        used = redaction.redaction_in_use.get()
        return value if used is None or not value else getattr(used, self.reads)(value)

    def deconstruct(self) -> Any:
        """Return the column as migrations know it: a plain text."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class RedactedNameField(RedactedField):
    """A player's name."""

    reads = "redact_name"


class RedactedSentenceField(RedactedField):
    """A sentence that somebody typed, which may name players."""

    reads = "redact_text"


class RedactedAccountField(RedactedField):
    """An account's name, which may be the name of a person."""

    reads = "redact_account"
