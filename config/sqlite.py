"""What SQLite needs besides Django: one server for one file, and a connection that stays open (decision 0025).

POSIX drops all locks that a process has on a file when any descriptor of that file is closed. SQLite closes none while
a connection of the process holds a lock; but another thread can take a lock in the moment between. The process then
works without a lock, and another process, which believes that it is alone, removes the log with what was just
committed. A connection that has read in WAL mode holds a lock until it is closed. While one stays open, SQLite never
closes a descriptor.
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

SERVER_END_SECONDS = 12.0  # that an older server may need; its workers are killed after 8
PORT_TAKEN = "Another server already runs on {}: stop it first. Nothing was started."


class KeptConnection(NamedTuple):
    """A connection that stays open, with the device and inode of the database, its log and the log's index."""

    connection: sqlite3.Connection
    files: Files


kept: dict[Key, KeptConnection] = {}


def watch_connections() -> None:
    """Keep every SQLite file open once Django has opened it."""
    connection_created.connect(keep_file_open)
    atexit.register(write_log_back)
    atexit.register(warnings.filterwarnings, "ignore", "unclosed database", ResourceWarning)  # it is so on purpose


def keep_file_open(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Open the file of this connection once more, for as long as the process lives, and read from it.

    Raises: sqlite3.Error
    """
    path = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or not os.path.isfile(path):
        return
    key = (os.getpid(), path)  # after a fork, the new process needs a connection of its own
    with lock:
        if key not in kept or kept[key].files[0] != identify_file(path):
            one = sqlite3.connect(path, timeout=30, check_same_thread=False)
            one.execute("SELECT count(*) FROM sqlite_master").fetchone()
            kept[key] = KeptConnection(one, find_database_files(path))


def write_log_back() -> None:
    """Move the log into the database file, as closing the last connection would: so a copy of the file is complete."""
    for (process, _), one in kept.items():
        if process == os.getpid():
            with suppress(sqlite3.Error):  # others may be reading: the next one does it
                one.connection.execute("PRAGMA busy_timeout = 2000")
                one.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def has_lost_files(connection: BaseDatabaseWrapper) -> bool:
    """Return whether files that this process has open were removed or replaced, so that its writes would be lost."""
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


def check_writable(path: Path) -> None:
    """Refuse a SQLite file beside which nothing can be stored.

    Raises: ImproperlyConfigured, "/srv/ladder is on a disk that can only be read. Nothing was started."
    """
    if fault := find_folder_fault(path.parent):
        raise ImproperlyConfigured(f"{fault} Nothing was started.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise ImproperlyConfigured(f"This account may not read and write {path}. Nothing was started.")


def find_folder_fault(folder: Path) -> str:
    """Return why nothing can be stored in a folder; an empty text if it can."""
    if not folder.is_dir():
        return f"There is no folder {folder}."
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return f"{folder} is on a disk that can only be read."
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"This account may not write to {folder}."


def lock_database(path: Path, patience: float = SERVER_END_SECONDS) -> int:
    """Hold the lock of this SQLite file for as long as the server and its workers live; return its descriptor.

    Raises: ImproperlyConfigured, "Another server already runs on /srv/ladder/db.sqlite3: stop it first. ..."
    """
    descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)  # exec and fork keep it: the lock ends with the last process
    until = time.monotonic() + patience
    while not take_lock(descriptor):
        if time.monotonic() > until:
            os.close(descriptor)
            raise ImproperlyConfigured(PORT_TAKEN.format(path))
        time.sleep(0.2)
    return descriptor


def take_lock(descriptor: int) -> bool:
    """Take the lock if nobody has it, and return whether it is taken; on a file system without locks it always is."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
