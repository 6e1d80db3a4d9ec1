"""Columns with names in them, which are redacted when they are read from the database (decision 0016)."""

from typing import Any

from django.db import models

from players.privacy import redaction


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
