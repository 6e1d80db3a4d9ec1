"""One lock per ladder, taken first and once, before every read that feeds a write."""

from django.core.exceptions import ValidationError
from django.db import OperationalError, connection

from ladder.models import Ladder

PATIENCE = "5s"


class Busy(ValidationError):
    """Somebody else is changing this ladder and takes long."""


def lock(ladder_id: int) -> Ladder:
    """Return the ladder, locked until the end of the transaction.

    On SQLite the transaction itself holds the lock, since it began IMMEDIATE.
    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        return Ladder.objects.select_for_update().get(pk=ladder_id)
    except OperationalError as error:
        raise Busy("The ladder is busy. Nothing was saved, so try again.") from error
