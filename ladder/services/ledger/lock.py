"""One lock per ladder, taken first and once, before every read that feeds a write."""

from django.core.exceptions import ValidationError
from django.db import OperationalError, connection
from django.utils import timezone

from ladder.models import Ladder
from players.models import Club

PATIENCE = "5s"


class Busy(ValidationError):
    """Somebody else is changing this ladder and takes long."""


def lock(ladder_id: int) -> Ladder:
    """Return the ladder, locked until the end of the transaction; from now on days are those of the club's zone.

    On SQLite the transaction itself holds the lock, since it began IMMEDIATE. The zone is read under the lock, because
    whoever changes it holds the locks of all ladders.
    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        locked = Ladder.objects.select_for_update().get(pk=ladder_id)
        timezone.activate(Club.stored().zone)
        return locked
    except OperationalError as error:
        raise Busy("The ladder is busy. Nothing was saved, so try again.") from error
