"""Something is wrong with a match: its players say so, and an organiser looks at it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder.forms import DisputeForm, ReasonForm
from ladder.models import Match
from ladder.selectors.disputes import dispute_of, disputed
from ladder.services.permissions import Act, ladders_where
from ladder.services.reports import disputes as service
from ladder.services.reports import rights
from players import second_factor

from .fixing import opened, pressed, turned_away
from .guards import for_organisers, leave, member, member_required, of_match, requires
from .matches import match_of, words

Say = Callable[[Match, User, Any], Match]
"""Writes down what a valid form says of a match."""


@for_organisers
@require_safe
def disputes(request: HttpRequest) -> HttpResponse:
    """The matches of one's ladders that somebody says are wrong, the longest waiting first."""
    ladders = ladders_where(request.user, Act.CORRECT)
    return TemplateResponse(request, "ladder/disputes.html", {"disputed": disputed(ladders)})


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who played says what is wrong, and of a duel what it should say."""
    match = opened(request, pk)
    refusal = rights.why_not_dispute(match, request.user)
    if refusal:
        return turned_away(request, match, refusal)

    def say(match: Match, by: User, form: DisputeForm) -> Match:
        note, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return service.dispute(match=match, by=by, note=note, revision=revision, proposed=form.proposed)

    until = "stays pending and doesn't count" if match.is_pending else "still counts"
    done = f"An organiser will check it. Until then the match {until}."
    return said(request, match, partial(DisputeForm, match=match), say, "ladder/match_dispute.html", done)


@requires(Act.CORRECT, of_match)
@require_http_methods(["GET", "HEAD", "POST"])
def match_uphold(request: HttpRequest, pk: int) -> HttpResponse:
    """An organiser says that a disputed match is right."""
    match = opened(request, pk)
    if dispute_of(match) is None:
        return turned_away(request, match, "This match isn't disputed.")

    def say(match: Match, by: User, form: ReasonForm) -> Match:
        reason, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return service.uphold(match=match, by=by, reason=reason, revision=revision)

    return said(request, match, ReasonForm, say, "ladder/match_uphold.html", "The dispute is closed; the result stays.")


def said(
    request: HttpRequest, match: Match, form_class: Callable[..., ReasonForm], say: Say, template: str, done: str
) -> HttpResponse:
    """Ask for the words, and write them down with the match."""
    form = form_class(request.POST if request.method == "POST" else None, initial={"revision": match.revision})
    context = words(match) | {"form": form, "dispute": dispute_of(match)}
    if form.is_valid():
        try:
            say(match, member(request), form)
        except ValidationError as error:
            newest = match_of(match.pk)
            context |= words(newest) | {"form": form.again(newest), "conflict": error.messages[0]}
            return TemplateResponse(request, template, context, status=409)
        messages.success(request, done)
        return leave(request, match.get_absolute_url())
    return TemplateResponse(request, template, context, status=422 if form.errors else 200)


@member_required
@require_POST
def match_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """An opponent confirms what was reported."""
    match, user = match_of(pk), member(request)
    refusal = rights.why_not_confirm(match, user)
    as_organiser = not refusal and rights.why_not_answer(match, user)
    if as_organiser and second_factor.is_missing(user):
        return second_factor.asked(request)
    done = f"You confirmed the result.{' It counts now.' if match.is_pending else ''}"
    return pressed(request, match, refusal, service.confirm, done)
