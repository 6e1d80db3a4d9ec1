"""What somebody reads instead of names. The columns that hold names ask for it while a request is answered.

Without a redaction, as in commands and tasks, names are read as they are stored.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

HIDDEN_PLAYER = "Hidden player"
HIDDEN_MEMBER = "A member"


class Redaction(Protocol):
    """Decides how names are read."""

    @property
    def is_on(self) -> bool:
        """Whether the reader may not see every name."""

    @property
    def shortens(self) -> bool:
        """Whether all names are shortened."""

    @property
    def key(self) -> str:
        """A text that changes when what players are called changes; empty where all names are whole."""

    def redact_name(self, name: str) -> str:
        """Return what a player with this name is called."""

    def redact_text(self, text: str) -> str:
        """Return a sentence that somebody typed, with the players in it as they are called."""

    def redact_account(self, name: str) -> str:
        """Return what an account without a player is called."""

    def find_meant_key(self, key: str) -> str:
        """Return the name key of the player whose shown name has this key; empty where there is none."""

    def list_shown_keys(self) -> Mapping[int, str]:
        """Return the name keys of the shown names that are not read as they are stored, by player."""


redaction_in_use: ContextVar[Redaction | None] = ContextVar("redaction_in_use", default=None)
finds_shown_only: ContextVar[bool] = ContextVar("finds_shown_only", default=False)


@contextmanager
def use_redaction(redaction: Redaction | None) -> Iterator[None]:
    """Read names with this redaction inside this block; with None they are whole."""
    token = redaction_in_use.set(redaction)
    try:
        yield
    finally:
        redaction_in_use.reset(token)


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


def redact_text(text: str) -> str:
    """Return a sentence with the players in it as this reader calls them."""
    redaction = redaction_in_use.get()
    return redaction.redact_text(text) if redaction else text


def are_names_redacted() -> bool:
    """Return whether names are now read by somebody who may not see all of them."""
    redaction = redaction_in_use.get()
    return redaction is not None and redaction.is_on


def find_redaction_key() -> str:
    """Return the key of the redaction in use, for what is kept between requests."""
    redaction = redaction_in_use.get()
    return redaction.key if redaction else ""


def are_names_shortened() -> bool:
    """Return whether all names are now shortened."""
    redaction = redaction_in_use.get()
    return redaction is not None and redaction.shortens


def find_meant_key(key: str) -> str:
    """Return the name key of the player whose shown name has this key; empty where names are whole."""
    redaction = redaction_in_use.get()
    return redaction.find_meant_key(key) if redaction and redaction.is_on else ""


def find_shown_keys() -> Mapping[int, str]:
    """Return the name keys of the players whom this reader doesn't see by their stored names, by player."""
    redaction = redaction_in_use.get()
    return redaction.list_shown_keys() if redaction and redaction.is_on else {}
