"""Organisers correct, void, restore and revert a match; each change is shown before it is made."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from ladder.access.guards import find_match_ladder, require_permission
from ladder.access.permissions import Act
from ladder.changes import Change
from ladder.changes.forms import PreviewedForm
from ladder.changes.views import ChangePage, answer_change
from ladder.matches.actions.corrections import MatchCorrection, MatchRestoration, MatchReversion, MatchVoiding
from ladder.matches.forms.corrections import CorrectForm
from ladder.matches.queries.confirmations import find_dispute
from ladder.matches.queries.opponents import list_player_names
from ladder.matches.views.match import build_match_context, load_match_or_404
from ladder.models import Match, MatchRevision


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct any value of a match."""

    def open_page(values: Any) -> ChangePage:
        match = load_match_or_404(pk)
        form = CorrectForm(values, match=match)
        words = {"names": list_player_names(), "dispute": find_dispute(match)}

        def change() -> Change:
            return MatchCorrection(match, **form.values())

        page = open_match_page(match, form, change, "ladder/match_correct.html", "corrected", words)
        page.at_once = False
        return page

    return answer_change(request, open_page)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_voiding(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a match, with a reason."""
    return answer_reasoned_change(request, pk, "ladder/match_void.html", "void", MatchVoiding)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_restoring(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a void match count again, with a reason."""
    return answer_reasoned_change(request, pk, "ladder/match_restore.html", "restored", MatchRestoration)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_reverting(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let a match say again what it said in an earlier version, with a reason."""
    to = get_object_or_404(MatchRevision, match=load_match_or_404(pk), number=number)
    return answer_reasoned_change(
        request, pk, "ladder/match_revert.html", "as it was", partial(MatchReversion, to=to), to=to
    )


def answer_reasoned_change(
    request: HttpRequest, pk: int, template: str, done: str, build: Callable[[Match], Change], **words: Any
) -> HttpResponse:
    """Answer the page of a change to a match for which only a reason is asked; `words` are what it prints besides."""

    def open_page(values: Any) -> ChangePage:
        match = load_match_or_404(pk)
        return open_match_page(match, PreviewedForm(values), lambda: build(match), template, done, words)

    return answer_change(request, open_page)


def open_match_page(
    match: Match, form: PreviewedForm, change: Callable[[], Change], template: str, done: str, words: dict[str, Any]
) -> ChangePage:
    """Return the page of a change to a match, after which the match `is` what is `done` to it."""
    done, url = f"Match {match.pk} is {done}.", match.get_absolute_url()
    return ChangePage(template, match.season, form, change, done, url, build_match_context(match) | words)
