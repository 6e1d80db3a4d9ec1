"""Read pages from a replica of the database, where everybody sees exactly what the primary would show.

A request that changes nothing asks the primary how far its log has come and which transactions are finished. If the
replica has replayed that much, and shows nothing that the primary doesn't show yet, every question of the request goes
to the replica, in one transaction. Else, and after the first write, the primary answers. Decision 0044.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from typing import Any

from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS as PRIMARY
from django.db import DatabaseError, connections, transaction
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.connection import ConnectionDoesNotExist

from config.environment import REPLICA

log = logging.getLogger(__name__)
MUCH = 16 << 20  # bytes of log; what is being written is always a little behind
REST = 10.0  # seconds for which a process asks nothing of a replica that did not answer
READING = ("GET", "HEAD")
CHECKS = ("/healthz", "/readyz", "/metrics")  # what a proxy asks may never wait for a replica that hangs

# What is shown is flushed first, unless the primary was told not to wait for its disk.
POSITION = """
    SELECT CASE current_setting('synchronous_commit')
        WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn()
    END::text, pg_current_snapshot()::text
"""
BEHIND = "SELECT pg_is_in_recovery(), pg_wal_lsn_diff(%s::text::pg_lsn, pg_last_wal_replay_lsn())"
HAS_REACHED = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::text::pg_lsn"
# A replica may be ahead for a moment: the primary shows a transaction once it has heard that its log is safe.
SHOWS_NO_MORE = """
    SELECT pg_snapshot_xmax(pg_current_snapshot()) <= pg_snapshot_xmax(shown)
        AND NOT EXISTS (SELECT FROM pg_snapshot_xip(shown) AS running WHERE pg_xact_status(running) = 'committed')
    FROM CAST(%s::text AS pg_snapshot) AS shown
"""


class Reader(threading.local):
    """What the request of this thread reads from; other threads, such as those for mail, read from the primary."""

    may_ask_replica = False
    chosen: str | None = None
    failed = False
    transaction: ExitStack


class Replica:
    """What this process knows of the replica."""

    rests_until = 0.0


reader = Reader()


class ReplicaRouter:
    """Django's way to choose a database for each question."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        if not reader.may_ask_replica or connections[PRIMARY].in_atomic_block:
            return PRIMARY
        if reader.chosen is None:
            reader.chosen = begin_reading()
        return reader.chosen

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        reader.chosen = PRIMARY  # who writes reads what was written
        return PRIMARY

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == PRIMARY


def begin_reading() -> str:
    """Return the database that answers this request: the replica, in a transaction that has begun, if it may.

    Raises: DatabaseError, if the primary is away.
    """
    if time.monotonic() < Replica.rests_until:
        return PRIMARY
    position, shown = fetch_row(PRIMARY, POSITION)
    try:
        if not fetch_row(REPLICA, HAS_REACHED, position)[0]:  # before its transaction begins
            return PRIMARY
        reader.transaction.enter_context(transaction.atomic(using=REPLICA))
        return REPLICA if fetch_row(REPLICA, SHOWS_NO_MORE, shown)[0] else PRIMARY
    except DatabaseError as error:
        Replica.rests_until, reader.failed = time.monotonic() + REST, False
        log.warning("The replica does not answer, the primary does: %s", str(error).strip().partition("\n")[0])
        return PRIMARY


def fetch_row(alias: str, question: str, *parameters: Any) -> tuple[Any, ...]:
    """Return the one row that a database answers."""
    with connections[alias].cursor() as cursor:
        cursor.execute(question, parameters)
        row: tuple[Any, ...] = cursor.fetchone()
        return row


@contextmanager
def read_from_replica() -> Iterator[Reader]:
    """Let this thread read from the replica, and note whether it failed to answer."""
    replica = connections[REPLICA]
    with replica.execute_wrapper(note_failure), ExitStack() as reader.transaction:
        reader.may_ask_replica, reader.chosen, reader.failed = True, None, False
        try:
            yield reader
        finally:
            reader.may_ask_replica = False
            replica.needs_rollback = replica.in_atomic_block  # nothing is to be stored, and nothing may fail here


def find_replica_fault() -> str:
    """Return what is wrong with the replica, for whoever runs the site; an empty text if pages are read from it.

    Raises: DatabaseError, if the primary is away.
    """
    position, _ = fetch_row(PRIMARY, POSITION)
    try:
        is_replica, behind = fetch_row(REPLICA, BEHIND, position)
    except DatabaseError:
        return "It does not answer; the primary answers."
    if not is_replica:
        return "REPLICA_URL names a server that is no replica; the primary answers."
    return f"It is {behind >> 20} MB of log behind; the primary answers." if behind >= MUCH else ""


def note_failure(execute: Callable[..., Any], *statement: Any) -> Any:
    try:
        return execute(*statement)
    except DatabaseError:
        reader.failed = True
        raise


class ReplicaMiddleware:
    """Answers requests that change nothing from the replica; if it fails meanwhile, again from the primary."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        try:
            connections[REPLICA]
        except ConnectionDoesNotExist:
            raise MiddlewareNotUsed from None
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in READING or request.path in CHECKS:
            return self.get_response(request)
        again = copy(request)
        with read_from_replica() as reading:
            response = self.get_response(request)
        if reading.failed:
            response.close()
            return self.get_response(again)
        return response
