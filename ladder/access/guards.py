"""Decorators that let only some people get to a view; visitors are sent to the sign-in page first."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse

from config.htmx import wants_partial
from ladder.access.permissions import (
    LEAST_LEVELS,
    ORGANISERS_ONLY,
    AccessLevel,
    Act,
    NotAllowed,
    check_permission,
    is_organiser,
    read_roles_once,
)
from ladder.models import Ladder
from players.accounts.reauthentication import ask_for_proof, is_proof_due
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

ViewFunction = Callable[..., HttpResponse]
LadderFinder = Callable[..., Ladder | None]
NOTHING_SAVED_SIGN_IN = "You were signed out, so nothing was saved. Sign in and send it again."


def require_member(view: ViewFunction) -> ViewFunction:
    """Guard a view for members; visitors are asked to sign in, and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            read_roles_once(request.user)
            return view(request, *args, **kwargs)
        return redirect_browser(request, redirect_to_login(find_return_address(request)).url)

    return guarded


def find_return_address(request: HttpRequest) -> str:
    """Return where a sign-in leads: back to the page that was asked for, or to that of a form that was sent."""
    here = request.get_full_path()
    if request.method in ("GET", "HEAD"):
        return here
    messages.warning(request, NOTHING_SAVED_SIGN_IN)
    return request.headers.get("Referer") or here


def require_permission(act: Act, of: LadderFinder = lambda **_: None) -> Callable[[ViewFunction], ViewFunction]:
    """Guard a view for those who may do this; visitors are asked to sign in.

    `of` returns the ladder from the values in the address; without it the act concerns the whole club.
    """

    def guard(view: ViewFunction) -> ViewFunction:
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                check_permission(request.user, act, of(**kwargs))
            except NotAllowed as error:
                raise PermissionDenied(error.messages[0]) from error
            if LEAST_LEVELS[act] >= AccessLevel.ORGANISER and is_second_factor_missing(request.user):
                return render_second_factor_page(request)
            return view(request, **kwargs)

        return require_member(guarded)

    return guard


def require_organiser(view: ViewFunction) -> ViewFunction:
    """Guard a view for those who organise any ladder; visitors are asked to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not is_organiser(request.user):
            raise PermissionDenied(ORGANISERS_ONLY)
        if is_second_factor_missing(request.user):
            return render_second_factor_page(request)
        return view(request, **kwargs)

    return require_member(guarded)


def require_proof(page: str, said: str) -> Callable[[ViewFunction], ViewFunction]:
    """Return a guard that asks for a proof of who it is, unless one was given lately, and then shows this page.

    A form that was sent is told `said`. This guard comes after the one that refuses whoever may not do it at all.
    """

    def guard(view: ViewFunction) -> ViewFunction:
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            return ask_for_proof(request, reverse(page), said) if is_proof_due(request) else view(request, **kwargs)

        return guarded

    return guard


def find_ladder(ladder: str, **_: Any) -> Ladder:
    """Return the ladder of an address, or 404."""
    return get_object_or_404(Ladder, slug=ladder)


def find_match_ladder(pk: int, **_: Any) -> Ladder:
    """Return the ladder of the match of an address, or 404."""
    return get_object_or_404(Ladder, seasons__matches__pk=pk)


def redirect_browser(request: HttpRequest, url: str) -> HttpResponse:
    """Return the answer that sends the browser to another page, also for a request of htmx."""
    if wants_partial(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def get_account(request: HttpRequest) -> User | None:
    """Return the account that is signed in, or None."""
    return request.user if isinstance(request.user, User) else None


def get_member(request: HttpRequest) -> User:
    """Return the account that is signed in, for a view that is for members."""
    assert isinstance(request.user, User), "the view is for members"  # noqa: S101
    return request.user
