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

from ladder.access.guards import (
    find_match_ladder,
    get_member,
    redirect_browser,
    require_member,
    require_organiser,
    require_permission,
)
from ladder.access.permissions import Act, list_ladders_where
from ladder.changes.forms import ReasonForm
from ladder.matches.actions.disputes import confirm_match, dispute_match, uphold_result
from ladder.matches.forms.disputes import DisputeForm
from ladder.matches.queries.confirmations import find_dispute, list_disputed_matches
from ladder.matches.queries.rights import why_not_answer, why_not_confirm, why_not_dispute
from ladder.matches.views.fixes import answer_button, open_match, turn_away
from ladder.matches.views.match import build_match_context, load_match_or_404
from ladder.models import Match
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

Say = Callable[[Match, User, Any], Match]
"""Writes down what a valid form says of a match."""


@require_organiser
@require_safe
def show_disputes(request: HttpRequest) -> HttpResponse:
    """The matches of one's ladders that somebody says are wrong, the longest waiting first."""
    ladders = list_ladders_where(request.user, Act.CORRECT)
    return TemplateResponse(request, "ladder/disputes.html", {"disputed": list_disputed_matches(ladders)})


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_dispute_form(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who played says what is wrong, and of a duel what it should say."""
    match = open_match(request, pk)
    refusal = why_not_dispute(match, request.user)
    if refusal:
        return turn_away(request, match, refusal)

    def say(match: Match, by: User, form: DisputeForm) -> Match:
        note, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return dispute_match(match=match, by=by, note=note, revision=revision, proposed=form.proposed)

    until = "stays pending and doesn't count" if match.is_pending else "still counts"
    done = f"An organiser will check it. Until then the match {until}."
    return answer_reason_form(request, match, partial(DisputeForm, match=match), say, "ladder/match_dispute.html", done)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_uphold_form(request: HttpRequest, pk: int) -> HttpResponse:
    """An organiser says that a disputed match is right."""
    match = open_match(request, pk)
    if find_dispute(match) is None:
        return turn_away(request, match, "This match isn't disputed.")

    def say(match: Match, by: User, form: ReasonForm) -> Match:
        reason, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return uphold_result(match=match, by=by, reason=reason, revision=revision)

    return answer_reason_form(
        request, match, ReasonForm, say, "ladder/match_uphold.html", "The dispute is closed; the result stays."
    )


def answer_reason_form(
    request: HttpRequest, match: Match, form_class: Callable[..., ReasonForm], say: Say, template: str, done: str
) -> HttpResponse:
    """Ask for the words, and write them down with the match."""
    form = form_class(request.POST if request.method == "POST" else None, initial={"revision": match.revision})
    context = build_match_context(match) | {"form": form, "dispute": find_dispute(match)}
    if form.is_valid():
        try:
            say(match, get_member(request), form)
        except ValidationError as error:
            newest = load_match_or_404(match.pk)
            context |= build_match_context(newest) | {"form": form.again(newest), "conflict": error.messages[0]}
            return TemplateResponse(request, template, context, status=409)
        messages.success(request, done)
        return redirect_browser(request, match.get_absolute_url())
    return TemplateResponse(request, template, context, status=422 if form.errors else 200)


@require_member
@require_POST
def confirm_reported_match(request: HttpRequest, pk: int) -> HttpResponse:
    """An opponent confirms what was reported."""
    match, user = load_match_or_404(pk), get_member(request)
    refusal = why_not_confirm(match, user)
    as_organiser = not refusal and why_not_answer(match, user)
    if as_organiser and is_second_factor_missing(user):
        return render_second_factor_page(request)
    done = f"You confirmed the result.{' It counts now.' if match.is_pending else ''}"
    return answer_button(request, match, refusal, confirm_match, done)
