"""Secrets that are stored sealed with a key which only this site has: neither its database nor a backup tells them."""

import base64

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

MARK = "sealed:"  # what has none was stored before there were seals
SALT = ".".join(("players", "sealing"))  # stays whatever this module is called: no second factor would open any more


class OtherKey(ValueError):
    """Another site sealed this, or this one when it had another secret key."""


def seal(text: str) -> str:
    """Return what is stored of a secret."""
    return MARK + box().encrypt(text.encode()).decode()


def opened(stored: str) -> str:
    """Return the secret.

    Raises: OtherKey.
    """
    if not stored.startswith(MARK):
        return stored
    try:
        return box().decrypt(stored.removeprefix(MARK)).decode()
    except InvalidToken as error:
        raise OtherKey from error


def box() -> Fernet:
    """Return what seals and opens, with a key that is made from the site's own."""
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SALT, "key", algorithm="sha256").digest()))
