"""Codes that people scan or type: random, in groups of letters, stored only as a digest."""

import re
import secrets
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that look like another
LONG, SHORT = 12, 8  # letters: 59 bits for an account, 39 for a venue; wrong tries are limited, too
CODE_GROUP_LENGTH = 4
CODE_SALT = "players.tokens"  # must never change: no printed code would work any more

CODE_INPUT_ATTRIBUTES = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


def make_code(letters: int = LONG) -> str:
    """Return a new code, such as K7QX-2MRT-9AHD."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(letters))
    size = CODE_GROUP_LENGTH if letters % CODE_GROUP_LENGTH == 0 else 3
    return "-".join(code[start : start + size] for start in range(0, letters, size))


def digest_code(code: str) -> str:
    """Return the digest of a code, however it was typed; only this site can work it out."""
    typed = re.sub(r"[\s-]", "", code[:100]).upper()
    return salted_hmac(CODE_SALT, typed.encode("utf-8", "replace"), algorithm="sha256").hexdigest()


class CodeField(forms.CharField):
    """A field for a code; it does not check whether the code is right."""

    def __init__(self, *, too_long: str, **kwargs: Any) -> None:
        mistakes = {"required": "Enter the code.", "max_length": too_long}
        super().__init__(
            max_length=40, widget=forms.TextInput(CODE_INPUT_ATTRIBUTES), error_messages=mistakes, **kwargs
        )
