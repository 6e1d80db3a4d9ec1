"""What a player may be called, and when two names are the same."""

import unicodedata
from itertools import pairwise

from .veil import HIDDEN

LONGEST = 80
NOT_ALLOWED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, invisible and direction characters
JOINER = "\u200c"
"""Keeps two letters apart that the Arabic script would join, as many Persian names are written (UAX 31, A1)."""


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
    if is_unseen(name):
        raise ValueError("A name can't hold invisible or control characters.")
    return name


def is_unseen(text: str) -> bool:
    """Say whether a text holds what can't be seen, such as a joiner that is not between two Arabic letters."""
    apart = all(is_arabic(one[-1:]) and is_arabic(two[:1]) for one, two in pairwise(text.split(JOINER)))
    return not apart or any(unicodedata.category(letter) in NOT_ALLOWED for letter in unjoined(text))


def is_arabic(letter: str) -> bool:
    """Say whether this is a letter of the Arabic script, or of one that joins its letters likewise."""
    return letter.isalpha() and unicodedata.bidirectional(letter) == "AL"


def unjoined(text: str) -> str:
    """Return a text without joiners, as it is compared: many keyboards have none, so people leave them out."""
    return text.replace(JOINER, "")


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: letter case, outer blanks, joiners don't count (B-11)."""
    return " ".join(unicodedata.normalize("NFKC", unjoined(name)).casefold().split())[: 3 * LONGEST]


def isolated(name: str) -> str:
    """Return a name for a sentence: one that is written from right to left leaves the numbers beside it in place."""
    backwards = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if backwards else name
