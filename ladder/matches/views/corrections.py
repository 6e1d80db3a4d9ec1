"""The pages on which organisers correct, void, restore and revert a match, players confirm or dispute one, and
organisers answer disputes. A correction is shown before it is made.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
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
from ladder.changes import Change
from ladder.changes.forms import PreviewedForm, ReasonForm
from ladder.changes.views import ChangePage, answer_change
from ladder.formats import Played
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import MatchCorrection, MatchRestoration, MatchReversion, MatchVoiding
from ladder.matches.actions.disputes import confirm_match, dispute_match, uphold_result
from ladder.matches.forms.corrections import CorrectForm
from ladder.matches.forms.disputes import DisputeForm
from ladder.matches.queries.confirmations import find_dispute, list_disputed_matches
from ladder.matches.queries.rights import refuse_answer, refuse_confirmation, refuse_dispute
from ladder.matches.queries.stakes import find_rating_boards
from ladder.matches.views.fixes import answer_button, open_match, turn_away
from ladder.matches.views.match import build_match_context, load_match_or_404
from ladder.matches.views.seats import build_seat_helps
from ladder.models import Match, MatchRevision
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page
from players.people.questions import read_answers


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a correction of a match would change, and correct it."""

    def open_page(values: Any) -> ChangePage:
        match = load_match_or_404(pk)
        form = CorrectForm(values, match=match)
        return open_match_page(
            match,
            form.played,
            form,
            lambda: MatchCorrection(match, **form.values()),
            template="ladder/matches/match_correct.html",
            done="corrected",
            words={"dispute": find_dispute(match), **build_seat_helps(form)},
            at_once=False,
        )

    return answer_change(request, open_page)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_voiding(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what voiding a match would change, and void it, with a reason."""
    return answer_reasoned_change(request, pk, "ladder/matches/match_void.html", "void", MatchVoiding)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_restoring(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what restoring a void match would change, and restore it, with a reason."""
    return answer_reasoned_change(request, pk, "ladder/matches/match_restore.html", "restored", MatchRestoration)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_reverting(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what going back to an earlier version of a match would change, and go back, with a reason."""
    to = get_object_or_404(MatchRevision, match=load_match_or_404(pk), number=number)
    return answer_reasoned_change(
        request, pk, "ladder/matches/match_revert.html", "as it was", partial(MatchReversion, to=to), to=to
    )


def answer_reasoned_change(
    request: HttpRequest, pk: int, template: str, done: str, build: Callable[[Match], Change], **words: Any
) -> HttpResponse:
    """Answer for a change to a match that asks only for a reason; `words` are more values for its template."""

    def open_page(values: Any) -> ChangePage:
        match = load_match_or_404(pk)
        form, played = PreviewedForm(values), load_played_match(match)
        return open_match_page(match, played, form, partial(build, match), template=template, done=done, words=words)

    return answer_change(request, open_page)


def open_match_page(
    match: Match,
    played: Played,
    form: PreviewedForm,
    change: Callable[[], Change],
    *,
    template: str,
    done: str,
    words: dict[str, Any],
    at_once: bool = True,
) -> ChangePage:
    """Return the page of a change to a match; `done` completes the sentence "Match 12 is ..."."""
    done, url = f"Match {match.pk} is {done}.", match.get_absolute_url()
    context = build_match_context(match, played) | words
    return ChangePage(template, match.season, form, change, done, url, context, at_once)


Say = Callable[[Match, User, Any], Match]
"""Stores what a valid form says of a match."""


@require_organiser
@require_safe
def show_disputes(request: HttpRequest) -> HttpResponse:
    """Show the disputed matches of the ladders that the reader organises, the longest waiting first."""
    ladders = list_ladders_where(request.user, Act.CORRECT)
    return TemplateResponse(request, "ladder/matches/disputes.html", {"disputed": list_disputed_matches(ladders)})


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_dispute_form(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a player of a match what is wrong with it and what would be right, and store the dispute."""
    match = open_match(request, pk)
    refusal = refuse_dispute(match, request.user)
    if refusal:
        return turn_away(request, match, refusal)

    def say(match: Match, by: User, form: DisputeForm) -> Match:
        note, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return dispute_match(match=match, by=by, note=note, revision=revision, proposed=form.proposed)

    until = "stays pending" if match.is_pending else "stays as it is"
    done = f"An organiser will check it. Until then the match {until}."
    template = "ladder/matches/match_dispute.html"
    return answer_reason_form(request, match, partial(DisputeForm, match=match), say, template, done, build_seat_helps)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_uphold_form(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask an organiser for a reason why a disputed match is right, and close the dispute."""
    match = open_match(request, pk)
    if find_dispute(match) is None:
        return turn_away(request, match, "This match isn't disputed.")

    def say(match: Match, by: User, form: ReasonForm) -> Match:
        reason, revision = form.cleaned_data["reason"], form.cleaned_data["revision"]
        return uphold_result(match=match, by=by, reason=reason, revision=revision)

    return answer_reason_form(
        request, match, ReasonForm, say, "ladder/matches/match_uphold.html", "The dispute is closed; the result stays."
    )


def answer_reason_form(
    request: HttpRequest,
    match: Match,
    form_class: Callable[..., ReasonForm],
    say: Say,
    template: str,
    done: str,
    list_words: Callable[[Any], dict[str, Any]] = lambda form: {},
) -> HttpResponse:
    """Show a form with a reason; when it is valid, store what it says with `say`, and go to the match.

    `list_words` returns more values for the template of a form.
    """
    data = read_answers(request.POST) if request.method == "POST" else None
    form = form_class(data, initial={"revision": match.revision})
    context = build_match_context(match, load_played_match(match)) | {"form": form, "dispute": find_dispute(match)}
    context |= list_words(form)
    if form.is_valid():
        try:
            say(match, get_member(request), form)
        except ValidationError as error:
            newest = load_match_or_404(match.pk)
            context |= build_match_context(newest, load_played_match(newest))
            again = form.again(newest)
            context |= {"form": again, "conflict": error.messages[0], **list_words(again)}
            return TemplateResponse(request, template, context, status=409)
        messages.success(request, done)
        return redirect_browser(request, match.get_absolute_url())
    return TemplateResponse(request, template, context, status=422 if form.errors else 200)


@require_member
@require_POST
def confirm_reported_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a reported match as one of its players, or as an organiser."""
    match, user = load_match_or_404(pk), get_member(request)
    refusal = refuse_confirmation(match, user)
    as_organiser = not refusal and refuse_answer(match, user)
    if as_organiser and is_second_factor_missing(user):
        return render_second_factor_page(request)
    counts_now = match.is_pending and find_rating_boards(match.season, load_played_match(match).result)
    done = f"You confirmed the result.{' It counts now.' if counts_now else ''}"
    return answer_button(request, match, refusal, confirm_match, done)
