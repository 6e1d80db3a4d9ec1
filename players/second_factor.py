"""The second factor that the club's owner may ask of organisers: an app on their phone, with allauth's pages."""

from contextlib import suppress
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from players.models import Club
from players.sealing import SealedWithOtherKey, open_secret

ASKED = "mfa/asked.html"
DROPPED = "Your second factor was set up with another secret key of this site, so it was removed. Set it up again."


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
