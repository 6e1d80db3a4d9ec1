"""What visitors read instead of names: worn while a request is answered, and asked by the fields that hold names.

Without a veil, as in commands and tasks, names are read as they are stored.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

HIDDEN = "Hidden player"
SOMEBODY = "A member"


class Veil(Protocol):
    """Says how names are read."""

    @property
    def is_down(self) -> bool:
        """Whether somebody reads who may not see every name."""

    @property
    def shortens(self) -> bool:
        """Whether no name is whole."""

    @property
    def key(self) -> str:
        """What stays the same as long as everybody is called the same; nothing where all names are whole."""

    def name(self, name: str) -> str:
        """Return what a player of this name is called."""

    def said(self, text: str) -> str:
        """Return what somebody wrote, with the players in it as they are called."""

    def account(self, name: str) -> str:
        """Return what an account without a player is called."""

    def meant(self, key: str) -> str:
        """Return the key of the name that this key of a shown name stands for, if one does."""


worn: ContextVar[Veil | None] = ContextVar("worn", default=None)


@contextmanager
def wear_veil(veil: Veil | None) -> Iterator[None]:
    """Read names through this veil; through none they are whole."""
    token = worn.set(veil)
    try:
        yield
    finally:
        worn.reset(token)


def is_veil_down() -> bool:
    """Say whether names are now read by somebody who may not see all of them."""
    veil = worn.get()
    return veil is not None and veil.is_down


def find_veil_key() -> str:
    """Return what stays the same as long as everybody is called the same, for what is kept between requests."""
    veil = worn.get()
    return veil.key if veil else ""


def is_veil_shortening() -> bool:
    """Say whether no name is now read whole."""
    veil = worn.get()
    return veil is not None and veil.shortens


def find_meant_key(key: str) -> str:
    """Return the key of the name that this key of a shown name stands for; nothing where names are whole."""
    veil = worn.get()
    return veil.meant(key) if veil and veil.is_down else ""
