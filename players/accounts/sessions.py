"""How long somebody stays signed in: until the browser closes, or for as long as they come back.

The end of a session is put off once a day, so that no other request stores the session. A request whose account is
deleted in the same moment, by an erasure or a restored backup, is redirected to the sign-in page.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from config.htmx import wants_partial

IDLE, IDLE_ORGANISER = timedelta(days=90), timedelta(days=30)  # without a visit, after which one signs in again
STAYS, SEEN = "stays_signed_in", "seen_on"  # keys of the session
OPERATING_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
OPERATING_SYSTEMS |= {"CrOS": "Chromebook", "Linux": "Linux"}
BROWSER_NAMES = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox"}
BROWSER_NAMES |= {"FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}


class IdleMiddleware:
    """Puts the end of a session off once a day, if the request has read its account anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.session.accessed and isinstance(request.user, User) and request.session.get(SEEN) != format_today():
            prolong_session(request, request.user)
        return response


def choose_session_length(request: HttpRequest, stays: bool) -> None:
    """Store in the session whether the person who is about to sign in wants to stay signed in."""
    request.session[STAYS] = stays


@receiver(user_logged_in)
def begin_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Set how long a new session lasts."""
    prolong_session(request, user)


def prolong_session(request: HttpRequest, user: User) -> None:
    """Let the session last from today on, for as long as the account may stay away."""
    stays = request.session.get(STAYS)
    request.session[SEEN] = format_today()
    idle = IDLE_ORGANISER if organises_anything(user) else IDLE
    request.session.set_expiry(int(idle.total_seconds()) if stays else 0)


def organises_anything(user: User) -> bool:
    """Return whether the account owns the club or organises one of its ladders."""
    return user.is_staff or user.ladder_roles.filter(role="organiser").exists()


def format_today() -> str:
    return timezone.now().date().isoformat()


def describe_device(user_agent: str) -> str:
    """Return a browser and its system in words, such as "Firefox on Android"."""
    browser = next((name for sign, name in BROWSER_NAMES.items() if sign in user_agent), "A browser")
    system = next((name for sign, name in OPERATING_SYSTEMS.items() if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser


class GoneMiddleware:
    """Redirects a request to the sign-in page if it fails because its account was deleted meanwhile."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        user = request.user
        if not isinstance(error, IntegrityError) or user.is_anonymous or User.objects.filter(pk=user.pk).exists():
            return None
        logout(request)
        answer = redirect_to_login(request.path)
        return HttpResponse(headers={"HX-Redirect": answer.url}) if wants_partial(request) else answer
