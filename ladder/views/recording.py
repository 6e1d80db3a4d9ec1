"""A recorder enters results for others, several in one sitting."""

from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from ladder.forms.recording import RecordForm, carried
from ladder.selectors import opponents
from ladder.selectors.entered import Entered, entered
from ladder.selectors.seasons import off_season
from ladder.services.permissions import Act, shapes_of
from ladder.services.reports.rights import fix_until

from .addressed import season_of
from .guards import View, by_slug, leave, requires
from .questions import asks, status_of
from .reporting import saved, sent, stored
from .shapes import barred, tabs, url_of

SIGNED_OUT = "You were signed out, and nothing was saved. Sign in, and what you typed will be here again."


def keeps_what_was_typed(view: View) -> View:
    """Send whoever was signed out meanwhile to sign in, and back to the form with what they typed."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            messages.warning(request, SIGNED_OUT)
            return leave(request, redirect_to_login(f"{request.path}?{urlencode(carried(request.POST))}").url)
        return view(request, *args, **kwargs)

    return kept


@keeps_what_was_typed
@requires(Act.ENTER, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """The form for the next result, with what was entered last; the day and the kind stay as they are."""
    where = season_of(ladder, season)
    refused = barred(request, where, "duel")
    if refused:
        return refused
    if shapes_of(where) == {"tournament"}:
        return redirect(url_of(where, "tournament"))
    last = entered(where, request.user)
    data = sent(request) if request.method == "POST" else None
    usual = last[0].match.facts if last else {}
    form = RecordForm(data, season=where, last=usual, initial=carried(request.GET))
    if form.is_valid() and not asks(request, form):
        match = stored(request, form)
        if match:
            messages.success(request, saved(request, match, None))
            return leave(request, f"{request.path}?{urlencode(form.kept())}")
    context = {
        "form": form,
        "season": where,
        "off": off_season(where),
        "section": "report",
        "tabs": tabs(where, enters=True),
        "names": opponents.names(),
        "opponents": opponents.frequent(where),
        "last": [(one, is_undone_here(one)) for one in last],
    }
    return TemplateResponse(request, "ladder/record.html", context, status=status_of(form))


def is_undone_here(one: Entered) -> bool:
    """Whether a button takes the entry back: while the reporter's time lasts, and nobody touched it."""
    return one.match.revision == 1 and not one.match.is_void and timezone.now() < fix_until(one.match)
