"""The second factor that the club's owner may ask of organisers: an app on their phone, with allauth's pages.

Its secrets are stored sealed with a key which only this site has: neither its database nor a backup tells them.
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

MARK = "sealed:"  # what has none was stored before there were seals
SALT = "players.sealing"  # stays whatever this module is called: no second factor would open any more

ASKED = "mfa/asked.html"
DROPPED = "Your second factor was set up with another secret key of this site, so it was removed. Set it up again."


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


def is_second_factor_missing(user: Any) -> bool:
    """Say whether the club asks for a second factor that this account has not set up; no query where it does not."""
    return bool(Club.current().second_factor and user.is_authenticated and not is_mfa_enabled(user))


def drop_unreadable_factor(user: Any) -> bool:
    """Remove an account's second factor where this site can't read it, as after a restore with another secret key.

    Nobody could sign in with it. Say whether there was one.
    """
    factors = Authenticator.objects.filter(user_id=user.pk)
    if all(is_factor_readable(one) for one in factors):
        return False
    factors.delete()
    return True


def is_factor_readable(factor: Authenticator) -> bool:
    """Say whether this site can open what is stored of an app or of recovery codes."""
    with suppress(SealedWithOtherKey):
        for stored in (factor.data.get("secret"), factor.data.get("seed")):
            open_secret(stored or "")
        return True
    return False


def try_factor_data(kind: str, data: Any) -> None:
    """Ask for a code by what is stored of a factor, as signing in would; another site's can't be tried.

    Raises: whatever allauth does where the data are not what it stores.
    """
    if kind not in app_settings.SUPPORTED_TYPES:
        raise ValueError(kind)
    factor = Authenticator(type=kind, data=data).wrap()
    with suppress(SealedWithOtherKey):
        factor.get_unused_codes() if isinstance(factor, RecoveryCodes) else factor.validate_code("")


def render_second_factor_page(request: HttpRequest) -> HttpResponse:
    """The page that stands before those of organisers until there is one."""
    return TemplateResponse(request, ASKED, status=403)
