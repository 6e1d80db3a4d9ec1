"""Let the threads of a process do something that takes long one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class TimedLock(Protocol):
    """A lock of the module `threading`."""

    def acquire(self, *, timeout: float) -> bool: ...
    def release(self) -> None: ...


@contextmanager
def hold_lock(lock: TimedLock, seconds: float) -> Iterator[bool]:
    """Wait so many seconds for whoever holds the lock, and say whether it is ours now. At the end it is free again."""
    is_ours = lock.acquire(timeout=seconds)
    try:
        yield is_ours
    finally:
        if is_ours:
            lock.release()
