"""Secrets that are stored sealed with a key which only this site has: neither its database nor a backup tells them."""

import base64

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

MARK = "sealed:"  # what has none was stored before there were seals
SALT = ".".join(("players", "sealing"))  # stays whatever this module is called: no second factor would open any more


class SealedWithOtherKey(ValueError):
    """Another site sealed this, or this one when it had another secret key."""


def seal_secret(text: str) -> str:
    """Return what is stored of a secret."""
    return MARK + build_cipher().encrypt(text.encode()).decode()


def open_secret(stored: str) -> str:
    """Return the secret.

    Raises: OtherKey.
    """
    if not stored.startswith(MARK):
        return stored
    try:
        return build_cipher().decrypt(stored.removeprefix(MARK)).decode()
    except InvalidToken as error:
        raise SealedWithOtherKey from error


def build_cipher() -> Fernet:
    """Return what seals and opens, with a key that is made from the site's own."""
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SALT, "key", algorithm="sha256").digest()))
