"""The veil: what visitors read instead of names. The columns that hold names ask it while a request is answered.

Without a veil, as in commands and tasks, names are read as they are stored.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

HIDDEN_PLAYER = "Hidden player"
HIDDEN_MEMBER = "A member"


class Veil(Protocol):
    """Decides how names are read."""

    @property
    def is_down(self) -> bool:
        """Whether the reader may not see every name."""

    @property
    def shortens(self) -> bool:
        """Whether all names are shortened."""

    @property
    def key(self) -> str:
        """A text that changes when what players are called changes; empty where all names are whole."""

    def name(self, name: str) -> str:
        """Return what a player with this name is called."""

    def said(self, text: str) -> str:
        """Return a sentence that somebody typed, with the players in it as they are called."""

    def account(self, name: str) -> str:
        """Return what an account without a player is called."""

    def meant(self, key: str) -> str:
        """Return the name key of the player whose shown name has this key; empty where there is none."""

    def shown_keys(self) -> Mapping[int, str]:
        """Return the name keys of the shown names that are not read as they are stored, by player."""


worn: ContextVar[Veil | None] = ContextVar("worn", default=None)
finds_shown_only: ContextVar[bool] = ContextVar("finds_shown_only", default=False)


@contextmanager
def wear_veil(veil: Veil | None) -> Iterator[None]:
    """Read names through this veil inside this block; with None they are whole."""
    token = worn.set(veil)
    try:
        yield
    finally:
        worn.reset(token)


@contextmanager
def find_shown_names_only() -> Iterator[None]:
    """Let typed names inside this block find only players who are shown by them, so that they confirm no other name."""
    token = finds_shown_only.set(True)
    try:
        yield
    finally:
        finds_shown_only.reset(token)


def is_found_by(player: int, key: str) -> bool:
    """Return whether the name with this key may now tell the reader that it is this player's."""
    return not finds_shown_only.get() or find_shown_keys().get(player, key) == key


def is_veil_down() -> bool:
    """Return whether names are now read by somebody who may not see all of them."""
    veil = worn.get()
    return veil is not None and veil.is_down


def find_veil_key() -> str:
    """Return the key of the veil that is worn, for what is kept between requests."""
    veil = worn.get()
    return veil.key if veil else ""


def is_veil_shortening() -> bool:
    """Return whether all names are now shortened."""
    veil = worn.get()
    return veil is not None and veil.shortens


def find_meant_key(key: str) -> str:
    """Return the name key of the player whose shown name has this key; empty where names are whole."""
    veil = worn.get()
    return veil.meant(key) if veil and veil.is_down else ""


def find_shown_keys() -> Mapping[int, str]:
    """Return the name keys of the players whom this reader doesn't see by their stored names, by player."""
    veil = worn.get()
    return veil.shown_keys() if veil and veil.is_down else {}
