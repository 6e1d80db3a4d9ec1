"""Codes that people scan or type: made at random, written in groups of four, stored only as a digest."""

import re
import secrets

from django.utils.crypto import salted_hmac

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another
LONG, SHORT = 12, 8  # letters: 59 bits for an account, 39 for a venue; tries are counted besides
GROUP = 4
SALT = ".".join(("players", "tokens"))  # stays whatever this module is called: no printed code would work any more


def make_code(letters: int = LONG) -> str:
    """Return a new code, such as K7QX-2MRT-9AHD."""
    code = "".join(secrets.choice(LETTERS) for _ in range(letters))
    size = GROUP if letters % GROUP == 0 else 3
    return "-".join(code[start : start + size] for start in range(0, letters, size))


def digest_code(code: str) -> str:
    """Return what is stored of a code; however it was typed, it is the same, and only this site can work it out."""
    typed = re.sub(r"[\s-]", "", code[:100]).upper()
    return salted_hmac(SALT, typed.encode("utf-8", "replace"), algorithm="sha256").hexdigest()
