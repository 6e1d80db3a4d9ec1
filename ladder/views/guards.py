"""Who may come in: members to report, organisers to correct; htmx is sent to sign in too."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.htmx import wants_partial
from ladder.services.permissions import ORGANISERS_ONLY, may_correct

View = Callable[..., HttpResponse]


def member_required(view: View) -> View:
    """Ask whoever is not signed in to sign in, and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return leave(request, redirect_to_login(request.get_full_path()).url)

    return guarded


def organiser_required(view: View) -> View:
    """Turn away everyone but organisers; visitors may sign in first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_correct(request.user):
            raise PermissionDenied(ORGANISERS_ONLY)
        return view(request, *args, **kwargs)

    return member_required(guarded)


def leave(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser to another page, also when htmx asked."""
    if wants_partial(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def account(request: HttpRequest) -> User | None:
    """The account that is signed in, for the history."""
    return request.user if isinstance(request.user, User) else None
