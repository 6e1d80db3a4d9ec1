"""Whether the database answers and keeps what is stored; `/healthz` asks it, and the clock of each worker."""

import logging
import os
import signal
import threading
import time

from django.db import DatabaseError, OperationalError, connection, transaction

from config import sqlite
from config.database_trouble import DATABASE_AWAY, DATABASE_BUSY, find_database_trouble
from config.environment import WAIT_FOR_A_WRITER

log = logging.getLogger(__name__)
STORAGE_CHECK_SECONDS = 10.0  # between two checks of what is stored
SENDING_SECONDS = 1.0  # for the answer to be sent
SHORTEST_WORKER_LIFE = 10.0  # seconds that a worker lives at least: the server gives up if workers end at once
BROKEN_FILE_ERRORS = ("SQLITE_CORRUPT", "SQLITE_NOTADB")  # a worker may see these while the file is well for all others
born = time.monotonic()
lock = threading.Lock()


class StorageLost(Exception):
    """Something that was stored is no longer there."""


class WorkerState:
    """What this process knows of itself."""

    may_end = False  # set in a worker, which the server replaces
    count = -1  # the number that was stored last
    looked_at = -STORAGE_CHECK_SECONDS


def find_site_fault() -> str:
    """Return what is wrong with the site; an empty text if it is well. A worker that loses what it stores ends."""
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
        fault = trouble.title if trouble and trouble.can_read else DATABASE_AWAY.title
        log.error("%s: %s", fault, str(error).strip().partition("\n")[0])
        if getattr(error.__cause__, "sqlite_errorname", "").startswith(BROKEN_FILE_ERRORS):
            end_worker()
        return f"{fault}."
    return ""


def check_storage() -> None:
    """Every few seconds, store a number that all workers count up, and check that it has never gone down.

    Raises: StorageLost, DatabaseError
    """
    if sqlite.has_lost_files(connection):
        raise StorageLost
    with lock:
        if time.monotonic() - WorkerState.looked_at < STORAGE_CHECK_SECONDS or connection.in_atomic_block:
            return
        try:
            WorkerState.count = store_next_number(WorkerState.count)
        except OperationalError as error:
            if find_database_trouble(error) is not DATABASE_BUSY:
                raise
            return  # somebody else is storing something, as a long import does
        WorkerState.looked_at = time.monotonic()


def store_next_number(known: int) -> int:
    """Store the next number in SQLite's `user_version`, which nothing else uses, and return it; without waiting.

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
    """End this worker as soon as it has answered; the server starts another one."""
    if WorkerState.may_end:
        wait = max(SENDING_SECONDS, born + SHORTEST_WORKER_LIFE - time.monotonic())
        timer = threading.Timer(wait, os.kill, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
