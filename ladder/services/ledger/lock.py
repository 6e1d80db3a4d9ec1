"""One lock per ladder, taken first and once, before every read that feeds a write; what only reads sees one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from ladder.models import Ladder
from players.models import Club

PATIENCE = "5s"
CHEAP_LOOKUPS = "SET LOCAL random_page_cost = 1.1"
"""Lets PostgreSQL look the rows of one ladder up among those of all, instead of going through them all."""


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
                cursor.execute(CHEAP_LOOKUPS)
        locked = Ladder.objects.select_for_update().get(pk=ladder_id)
        timezone.activate(Club.stored().zone)
        return locked
    except OperationalError as error:
        raise Busy("The ladder is busy. Nothing was saved, so try again.") from error


@contextmanager
def one_moment() -> Iterator[None]:
    """Let everything inside be read as it was at one moment, without a lock: nobody waits for it.

    A fold reads matches, participants and the ledger one after the other, and a result that came in between would be
    in some of them. Inside a transaction whoever began it holds the lock.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()  # which decides how its transactions begin
    database: Any = connection
    usual, database.transaction_mode = getattr(database, "transaction_mode", None), "DEFERRED"  # on SQLite no writer
    try:
        with transaction.atomic():
            database.transaction_mode = usual
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    cursor.execute(CHEAP_LOOKUPS)
            yield
    finally:
        database.transaction_mode = usual
