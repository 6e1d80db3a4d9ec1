"""Columns with names in them, which are veiled when they are read from the database (decision 0016)."""

from typing import Any

from django.db import models

from players.privacy import veil


class VeiledField(models.CharField):
    """A text that the veil changes whenever it is read from the database; it is stored unchanged."""

    reads = ""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        worn = veil.worn.get()
        return value if worn is None or not value else getattr(worn, self.reads)(value)

    def deconstruct(self) -> Any:
        """Return the column as migrations know it: a plain text."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class VeiledNameField(VeiledField):
    """A player's name."""

    reads = "name"


class VeiledSentenceField(VeiledField):
    """A sentence that somebody typed, which may name players."""

    reads = "said"


class VeiledAccountField(VeiledField):
    """An account's name, which may be the name of a person."""

    reads = "account"
