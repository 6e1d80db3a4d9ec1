"""Let the threads of a process do something that takes long one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Turn(Protocol):
    """A lock of the module `threading`."""

    def acquire(self, *, timeout: float) -> bool: ...
    def release(self) -> None: ...


@contextmanager
def take_turn(turn: Turn, patience: float) -> Iterator[bool]:
    """Wait so many seconds for whoever has the turn, and say whether it is ours now. At the end it is free again."""
    is_ours = turn.acquire(timeout=patience)
    try:
        yield is_ours
    finally:
        if is_ours:
            turn.release()
