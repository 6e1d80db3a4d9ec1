"""How long somebody stays signed in: until the browser closes, or for as long as they come back.

Who chose to stay is put off once a day, so that no other request writes the session.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

IDLE, IDLE_ORGANISER = timedelta(days=90), timedelta(days=30)  # without a visit; then one signs in again
STAYS, SEEN = "stays_signed_in", "seen_on"  # what a session keeps
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
SYSTEMS |= {"CrOS": "Chromebook", "Linux": "Linux"}
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox"}
BROWSERS |= {"FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}


class IdleMiddleware:
    """Puts the end of a session off, where its account was asked for anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.session.accessed and isinstance(request.user, User) and request.session.get(SEEN) != format_today():
            prolong_session(request, request.user)
        return response


def choose_session_length(request: HttpRequest, stays: bool) -> None:
    """Note whether whoever is about to sign in here wants to stay signed in."""
    request.session[STAYS] = stays


@receiver(user_logged_in)
def begin_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Say how long the new session lasts."""
    prolong_session(request, user)


def prolong_session(request: HttpRequest, user: User) -> None:
    """Let the session last from today on, for as long as the account may be away."""
    stays = request.session.get(STAYS)
    request.session[SEEN] = format_today()
    idle = IDLE_ORGANISER if organises_anything(user) else IDLE
    request.session.set_expiry(int(idle.total_seconds()) if stays else 0)


def organises_anything(user: User) -> bool:
    """Say whether the account owns the club or organises a ladder of it."""
    return user.is_staff or user.ladder_roles.filter(role="organiser").exists()


def format_today() -> str:
    return timezone.now().date().isoformat()


def describe_device(user_agent: str) -> str:
    """Return a browser's own description in words, such as "Firefox on Android"."""
    browser = next((name for sign, name in BROWSERS.items() if sign in user_agent), "A browser")
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser
