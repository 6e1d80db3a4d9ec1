"""What a player may be called, and when two names are the same."""

import unicodedata

from .veil import HIDDEN

LONGEST = 80
NOT_ALLOWED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, invisible and direction characters


def clean_name(text: str) -> str:
    """Return the name without outer blanks and with single blanks inside.

    Raises: ValueError, "Give a name.", "A name has at most 80 characters.", "A name can't hold
    invisible or control characters." or what is said of the name of a hidden player.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ValueError("Give a name.")
    if name.casefold() == HIDDEN.casefold():
        raise ValueError(f"“{HIDDEN}” is nobody's name: it stands for people who are not shown.")
    if len(name) > LONGEST:
        raise ValueError(f"A name has at most {LONGEST} characters.")
    if any(unicodedata.category(letter) in NOT_ALLOWED for letter in name):
        raise ValueError("A name can't hold invisible or control characters.")
    return name


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: letter case and outer blanks don't count (B-11)."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[: 3 * LONGEST]


def isolated(name: str) -> str:
    """Return a name for a sentence: one that is written from right to left leaves the numbers beside it in place."""
    backwards = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if backwards else name
