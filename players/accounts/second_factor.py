"""The second factor that the club's owner may ask of organisers: codes from an app on the phone, with allauth's pages.

Its secrets are stored sealed with a key that only this site has, so they can't be read from the database or a backup.
"""

import base64
from contextlib import suppress
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, InvalidToken
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.crypto import salted_hmac

from players.models import Club

SEALED_PREFIX = "sealed:"  # a secret without it was stored before secrets were sealed
SEALING_SALT = "players.sealing"  # must never change: no second factor could be read any more

FACTOR_TEMPLATE = "mfa/asked.html"
FACTOR_DROPPED = (
    "Your second factor was set up with another secret key of this site, so it was removed. Set it up again."
)


class SealedWithOtherKey(ValueError):
    """This was sealed by another site, or by this one with another secret key."""


def seal_secret(text: str) -> str:
    """Return a secret as it is stored."""
    return SEALED_PREFIX + build_cipher().encrypt(text.encode()).decode()


def open_secret(stored: str) -> str:
    """Return the secret that is stored like this. Raises: SealedWithOtherKey."""
    if not stored.startswith(SEALED_PREFIX):
        return stored
    try:
        return build_cipher().decrypt(stored.removeprefix(SEALED_PREFIX)).decode()
    except InvalidToken as error:
        raise SealedWithOtherKey from error


def build_cipher() -> Fernet:
    """Return the cipher that seals and opens, with a key that is made from the site's secret key."""
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SEALING_SALT, "key", algorithm="sha256").digest()))


def is_second_factor_missing(user: Any) -> bool:
    """Return whether the club asks for a second factor and this account has none; no query if it doesn't ask."""
    return bool(Club.current().second_factor and user.is_authenticated and not is_mfa_enabled(user))


def drop_unreadable_factor(user: Any) -> bool:
    """Remove an account's second factor if this site can't read it, as after a restore with another secret key.

    Nobody could sign in with it. Return whether one was removed.
    """
    factors = Authenticator.objects.filter(user_id=user.pk)
    if all(is_factor_readable(one) for one in factors):
        return False
    factors.delete()
    return True


def is_factor_readable(factor: Authenticator) -> bool:
    """Return whether this site can open the secret of an app or of recovery codes."""
    with suppress(SealedWithOtherKey):
        for stored in (factor.data.get("secret"), factor.data.get("seed")):
            open_secret(stored or "")
        return True
    return False


def try_factor_data(kind: str, data: Any) -> None:
    """Use the stored data of a factor as signing in would, to see whether they are valid; sealed elsewhere, they pass.

    Raises: what allauth raises for data that it could not have stored.
    """
    if kind not in app_settings.SUPPORTED_TYPES:
        raise ValueError(kind)
    factor = Authenticator(type=kind, data=data).wrap()
    with suppress(SealedWithOtherKey):
        factor.get_unused_codes() if isinstance(factor, RecoveryCodes) else factor.validate_code("")


def render_second_factor_page(request: HttpRequest) -> HttpResponse:
    """Return the page that organisers see instead of theirs until they have a second factor."""
    return TemplateResponse(request, FACTOR_TEMPLATE, status=403)
