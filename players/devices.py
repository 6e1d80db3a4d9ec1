"""Devices on which somebody has signed in before: whoever tries names elsewhere can't lock those out.

The cookie is signed, and says whose account it was and which device. It signs nobody in.
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

COOKIE = f"{settings.COOKIES}device"
YEAR = 365 * 24 * 60 * 60


def remember_device(response: HttpResponse, user: User) -> None:
    """Mark the device as one of this account's."""
    response.set_signed_cookie(
        COOKIE,
        f"{user.pk}:{get_random_string(16)}",
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_device(request: HttpRequest, user: User | None) -> str:
    """Return the device, if this account has signed in on it before; else nothing."""
    device = request.get_signed_cookie(COOKIE, default="", max_age=YEAR) or ""
    return device if user and device.partition(":")[0] == str(user.pk) else ""
