"""Who may come in, and that visitors sign in first; htmx is sent to sign in too."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404

from config.htmx import wants_partial
from ladder.models import Ladder
from ladder.selectors.roles import TABLE, Rank, organises, read_once
from ladder.services.permissions import ORGANISERS_ONLY, Act, NotAllowed, check
from ladder.services.stale import Overtaken
from players import second_factor

View = Callable[..., HttpResponse]
LadderOf = Callable[..., Ladder | None]
SIGNED_OUT = "You were signed out, so nothing was saved. Sign in and send it again."


def member_required(view: View) -> View:
    """Ask whoever is not signed in to sign in, and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            read_once(request.user)
            return view(request, *args, **kwargs)
        return leave(request, redirect_to_login(back_to(request)).url)

    return guarded


def back_to(request: HttpRequest) -> str:
    """Return where a sign-in leads, if that is on this site: to the page asked for, or that of a form sent too late."""
    here = request.get_full_path()
    if request.method in ("GET", "HEAD"):
        return here
    messages.warning(request, SIGNED_OUT)
    return request.headers.get("Referer") or here


def requires(act: Act, of: LadderOf = lambda **_: None) -> Callable[[View], View]:
    """Turn away whoever may not do this; visitors may sign in first.

    `of` gives the ladder from the values in the address; without it the act is one of the whole club.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                check(request.user, act, of(**kwargs))
            except NotAllowed as error:
                raise PermissionDenied(error.messages[0]) from error
            if TABLE[act] >= Rank.ORGANISER and second_factor.is_missing(request.user):
                return second_factor.asked(request)
            return view(request, **kwargs)

        return member_required(guarded)

    return guard


def for_organisers(view: View) -> View:
    """Turn away whoever organises no ladder; visitors may sign in first."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not organises(request.user):
            raise PermissionDenied(ORGANISERS_ONLY)
        if second_factor.is_missing(request.user):
            return second_factor.asked(request)
        return view(request, **kwargs)

    return member_required(guarded)


def again(view: View) -> View:
    """Ask a view again where somebody else was a moment faster: its form reads what they stored, and says so."""

    @wraps(view)
    def asked(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, **kwargs)
        except Overtaken:
            return asked(request, **kwargs)

    return asked


def by_slug(ladder: str, **_: Any) -> Ladder:
    """Return the ladder of an address, or 404."""
    return get_object_or_404(Ladder, slug=ladder)


def of_match(pk: int, **_: Any) -> Ladder:
    """Return the ladder of the match of an address, or 404."""
    return get_object_or_404(Ladder, seasons__matches__pk=pk)


def leave(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser to another page, also when htmx asked."""
    if wants_partial(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def account(request: HttpRequest) -> User | None:
    """The account that is signed in, for the history."""
    return request.user if isinstance(request.user, User) else None


def member(request: HttpRequest) -> User:
    """The account that is signed in, of a page for members."""
    assert isinstance(request.user, User), "the view is for members"  # noqa: S101
    return request.user
