"""Devices on which somebody has signed in before: whoever tries names elsewhere can't lock those out.

The cookie is signed, and says whose account it was and which device. It signs nobody in.
"""

from allauth.account.internal.userkit import filter_users_by_email
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

COOKIE = "device"


def remember(response: HttpResponse, user: User) -> None:
    """Mark the device as one of this account's."""
    response.set_signed_cookie(
        COOKIE,
        f"{user.pk}:{get_random_string(16)}",
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def device_of(request: HttpRequest, login: str) -> str:
    """Return the device, if whoever uses this name or address has signed in on it before; else nothing."""
    device = request.get_signed_cookie(COOKIE, default="", max_age=settings.SESSION_COOKIE_AGE) or ""
    pk = device.partition(":")[0]
    user = User.objects.filter(pk=int(pk)).first() if pk else None
    return device if user and answers_to(user, login) else ""


def answers_to(user: User, login: str) -> bool:
    """Say whether the account, and no other, signs in by this name or address: anybody may claim one's address."""
    if user.username.casefold() == login.casefold():
        return True
    return {user.pk} == {one.pk for one in filter_users_by_email(login)}
