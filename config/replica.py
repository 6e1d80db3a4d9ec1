"""Read pages from a replica of the database, without anybody ever seeing less than the primary would show.

A request that changes nothing asks the primary how far its log has come, and the replica whether it has replayed that
much. If so, every question of the request goes to the replica, which then knows all that was stored before the request
came, by whomever and through whichever machine. Else, and after the first write, the primary answers. Decision 0044.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS as PRIMARY
from django.db import DatabaseError, connections
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.connection import ConnectionDoesNotExist
from psycopg import Connection
from psycopg.errors import OperationalError

from config.environment import REPLICA

log = logging.getLogger(__name__)
ANSWERED = 3.0  # seconds in which the replica has to answer each question
REST = 10.0  # seconds for which a process asks nothing of a replica that did not answer
READING = ("GET", "HEAD")

# What is shown is flushed first, unless the primary was told not to wait for its disk.
POSITION = """
    SELECT CASE current_setting('synchronous_commit')
        WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn()
    END::text
"""
HAS_REACHED = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::text::pg_lsn"


class ImpatientConnection(Connection):
    """A connection that is closed if the replica does not answer, so that no page waits for a server that hangs."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, ANSWERED if timeout is None else timeout)
        except OperationalError:
            self.pgconn.finish()
            raise


class Reader(threading.local):
    """What the request of this thread reads from; other threads, such as those for mail, read from the primary."""

    may_ask_replica = False
    chosen: str | None = None
    failed = False


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
            reader.chosen = REPLICA if is_replica_up_to_date() else PRIMARY
        return reader.chosen

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        reader.chosen = PRIMARY  # who writes reads what was written
        return PRIMARY

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == PRIMARY


def is_replica_up_to_date() -> bool:
    """Return whether the replica has all that is stored by now. Raises: DatabaseError, if the primary is away."""
    if time.monotonic() < Replica.rests_until:
        return False
    position = fetch_value(PRIMARY, POSITION)
    try:
        return bool(fetch_value(REPLICA, HAS_REACHED, position))
    except DatabaseError as error:
        Replica.rests_until = time.monotonic() + REST
        log.warning("The replica does not answer, the primary does: %s", str(error).strip().partition("\n")[0])
        return False


def fetch_value(alias: str, question: str, *parameters: Any) -> Any:
    """Return the one value that a database answers."""
    with connections[alias].cursor() as cursor:
        cursor.execute(question, parameters)
        return cursor.fetchone()[0]


@contextmanager
def read_from_replica() -> Iterator[Reader]:
    """Let this thread read from the replica, and note whether it failed to answer."""
    reader.may_ask_replica, reader.chosen, reader.failed = True, None, False
    try:
        with connections[REPLICA].execute_wrapper(note_failure):
            yield reader
    finally:
        reader.may_ask_replica = False


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
        if request.method not in READING:
            return self.get_response(request)
        again = copy(request)
        with read_from_replica() as reading:
            response = self.get_response(request)
        if reading.failed and reading.chosen == REPLICA:
            response.close()
            return self.get_response(again)
        return response
