"""Whether the site can answer, and whether it keeps what it takes: the address that a container's health check asks."""

import logging
import os
import signal
import threading
import time

from django.db import DatabaseError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import sqlite
from config.database_trouble import AWAY, BUSY, find_database_trouble
from config.environment import WAIT_FOR_A_WRITER

log = logging.getLogger(__name__)
OFTEN = 10.0  # seconds between two looks at what is stored
ANSWERED = 1.0  # seconds for the answer to leave
YOUNG = 10.0  # seconds that a worker lives at least: workers that end at once end the server
HOPELESS = ("SQLITE_CORRUPT", "SQLITE_NOTADB")  # seen in a worker while the file was well for every other process
born = time.monotonic()
lock = threading.Lock()


class StorageLost(Exception):
    """What was stored is not there any more."""


class WorkerState:
    """What this process knows of itself."""

    may_end = False  # set where a server starts another one
    count = -1  # stored last
    looked_at = -OFTEN


@never_cache
@require_safe
def show_health(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and keeps what it is given, else 503."""
    if fault := find_site_fault():
        return HttpResponse(f"{fault}\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def find_site_fault() -> str:
    """Return why the site is not well; nothing where it is. A worker that loses what it stores ends itself."""
    try:
        if connection.vendor == "sqlite":
            check_storage()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except StorageLost:
        log.critical("The database loses what is stored.")
        end_worker()
        return "The database loses what is stored."
    except DatabaseError as error:
        trouble = find_database_trouble(error)
        fault = trouble.title if trouble and trouble.can_read else AWAY.title
        log.error("%s: %s", fault, str(error).strip().partition("\n")[0])
        if getattr(error.__cause__, "sqlite_errorname", "").startswith(HOPELESS):
            end_worker()
        return f"{fault}."
    return ""


def check_storage() -> None:
    """Every few seconds, store a number that all workers count up, and see that it has never gone back.

    Raises: StorageLost, DatabaseError
    """
    if sqlite.has_lost_files(connection):
        raise StorageLost
    with lock:
        if time.monotonic() - WorkerState.looked_at < OFTEN or connection.in_atomic_block:
            return
        try:
            WorkerState.count = store_next_number(WorkerState.count)
        except OperationalError as error:
            if find_database_trouble(error) is not BUSY:
                raise
            return  # somebody else is storing something, as a long import does
        WorkerState.looked_at = time.monotonic()


def store_next_number(known: int) -> int:
    """Store the next number in the head of SQLite's file, which nobody else uses, and return it; wait for nobody.

    Raises: StorageLost, DatabaseError
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            with transaction.atomic():
                cursor.execute("PRAGMA user_version")
                (stored,) = cursor.fetchone()
                if stored < known:
                    raise StorageLost
                cursor.execute(f"PRAGMA user_version = {(stored + 1)}")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {1000 * WAIT_FOR_A_WRITER}")
    return int(stored + 1)


def end_worker() -> None:
    """End this worker at once, when it has answered; the server starts another one."""
    if WorkerState.may_end:
        timer = threading.Timer(max(ANSWERED, born + YOUNG - time.monotonic()), os.kill, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
