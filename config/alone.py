"""One server over one SQLite file, and no worker without its server."""

import fcntl
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

ENDING = 12.0  # seconds that an older server may need to end; its workers are killed after 8
TAKEN = "Another server already runs on {}: stop it first. Nothing was started."


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


def follow_parent() -> None:
    """End this process soon after its parent, however that ended."""
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=wait_for_parent_end, args=(parent.pid,), name="parent", daemon=True).start()


def wait_for_parent_end(parent: int | None) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(ENDING / 2)  # for requests that have begun
    os.kill(os.getpid(), signal.SIGKILL)
