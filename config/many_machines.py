"""What several machines that serve one site from one PostgreSQL need when they start."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connection, connections

from config.environment import read_switch

STARTING_LOCK = 0x1ADDE7  # the key of the lock that starts wait for, among PostgreSQL's advisory ones
NO_LIMIT = (
    "PGBOUNCER=1 needs a limit in PostgreSQL for how long a transaction waits for a lock: run "
    "ALTER ROLE {} SET lock_timeout = '5s', then RECONNECT in PgBouncer's console, or restart it."
)


@contextmanager
def wait_for_other_starts() -> Iterator[None]:
    """Let one machine after the other migrate the database and add the demonstration club.

    The lock belongs to a transaction on a connection of its own, so that it also holds through PgBouncer.
    """
    if connection.vendor == "sqlite":
        yield
        return
    own = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [STARTING_LOCK])
        yield
        own.rollback()
    finally:
        own.close()


def check_pooled_database() -> None:
    """Refuse a database behind PgBouncer in which a transaction could wait for a lock for ever.

    Raises: ImproperlyConfigured, "PGBOUNCER=1 needs a limit in PostgreSQL ..."
    """
    if connection.vendor != "postgresql" or not read_switch("PGBOUNCER"):
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), current_user")
        limit, account = cursor.fetchone()
    if limit == "0":
        raise ImproperlyConfigured(NO_LIMIT.format(account))
