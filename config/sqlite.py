"""What SQLite needs besides Django: one server over one file, and a connection that stays open (decision 0025).

POSIX drops all locks that a process has on a file when any descriptor of that file is closed. SQLite knows, and closes
none while a connection of the process holds a lock; but another thread can take one in the very moment between. The
process then works without a lock, another one believes itself alone, and removes the log with what was just committed.
A connection that has read in WAL mode holds a lock until it is closed: with one that stays, nothing is ever closed.
"""

import atexit
import fcntl
import os
import sqlite3
import threading
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

Key = tuple[int, str]
Files = tuple[tuple[int, int] | None, ...]
lock = threading.Lock()

ENDING = 12.0  # seconds that an older server may need to end; its workers are killed after 8
TAKEN = "Another server already runs on {}: stop it first. Nothing was started."


class KeptConnection(NamedTuple):
    """A connection that stays open, and which files are the database, its log and the log's index."""

    connection: sqlite3.Connection
    files: Files


kept: dict[Key, KeptConnection] = {}


def watch_connections() -> None:
    """Keep a file open as soon as Django opens it; the lock lets no thread close it before."""
    connection_created.connect(keep_file_open)
    atexit.register(write_log_back)
    atexit.register(warnings.filterwarnings, "ignore", "unclosed database", ResourceWarning)  # it is so on purpose


def keep_file_open(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Open the file of this connection once more for as long as the process lives, and read it outside a transaction.

    Raises: sqlite3.Error
    """
    path = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or not os.path.isfile(path):
        return
    key = (os.getpid(), path)  # after a fork another process, whose connection is another one
    with lock:
        if key not in kept or kept[key].files[0] != identify_file(path):
            one = sqlite3.connect(path, timeout=30, check_same_thread=False)
            one.execute("SELECT count(*) FROM sqlite_master").fetchone()
            kept[key] = KeptConnection(one, find_database_files(path))


def write_log_back() -> None:
    """Move what is in the log into the file, as the last close would: whoever copies the file then has everything."""
    for (process, _), one in kept.items():
        if process == os.getpid():
            with suppress(sqlite3.Error):  # others may be reading: the next one does it
                one.connection.execute("PRAGMA busy_timeout = 2000")
                one.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def has_lost_files(connection: BaseDatabaseWrapper) -> bool:
    """Return whether somebody removed or replaced files that this process has open: what it writes would be lost."""
    path = str(connection.settings_dict["NAME"])
    found = kept.get((os.getpid(), path))
    return found is not None and found.files != find_database_files(path)


def find_database_files(path: str) -> Files:
    """Return the device and inode of the database, its log and the log's index."""
    return tuple(identify_file(path + suffix) for suffix in ("", "-wal", "-shm"))


def identify_file(path: str) -> tuple[int, int] | None:
    try:
        found = Path(path).stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def lock_database(path: Path, patience: float = ENDING) -> int:
    """Hold the lock of this SQLite file for as long as the server and its workers live; return its descriptor.

    Raises: ImproperlyConfigured, "Another server already runs on /srv/ladder/db.sqlite3: stop it first. ..."
    """
    descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)  # through exec and fork: the last to end lets go
    until = time.monotonic() + patience
    while not take_lock(descriptor):
        if time.monotonic() > until:
            os.close(descriptor)
            raise ImproperlyConfigured(TAKEN.format(path))
        time.sleep(0.2)
    return descriptor


def take_lock(descriptor: int) -> bool:
    """Take the lock if nobody has it; on a file system without locks nobody ever has."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
