"""Organisers correct, void, restore and revert a match; each change is shown before it is made."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from ladder import ledger
from ladder.access.guards import find_match_ladder, require_permission
from ladder.access.permissions import Act
from ladder.changes.forms import PreviewedForm, SeenPreview
from ladder.changes.views import ShownChange, answer_change, sign_change
from ladder.matches.actions.corrections import (
    MatchChange,
    build_correction,
    build_reversion,
    correct_match,
    preview_match_change,
    restore_match,
    revert_match,
    set_restored,
    set_void,
    void_match,
)
from ladder.matches.forms.corrections import CorrectForm
from ladder.matches.queries.confirmations import find_dispute
from ladder.matches.queries.opponents import list_player_names
from ladder.matches.views.match import build_match_context, load_match_or_404
from ladder.models import Match, MatchRevision

MatchVerb = Callable[..., Match]


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct any value of a match."""

    def making(values: Any) -> ShownChange:
        match = load_match_or_404(pk)
        form = CorrectForm(values, match=match)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            given, new = form.planned()
            return preview_match_change(match, build_correction(**given), new)

        def apply(seen: SeenPreview) -> Match:
            return correct_match(
                match=match, revision=seen.revision, **sign_change(request, form, seen), **form.values()
            )

        change = build_match_change(match, form, plan, apply, "ladder/match_correct.html", "corrected")
        change.context |= {"names": list_player_names(), "dispute": find_dispute(match)}
        change.at_once = False
        return change

    return answer_change(request, making)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_voiding(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a match, with a reason."""
    making = build_reasoned_change(request, pk, set_void, void_match, "ladder/match_void.html", "void")
    return answer_change(request, making)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_restoring(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a void match count again, with a reason."""
    making = build_reasoned_change(request, pk, set_restored, restore_match, "ladder/match_restore.html", "restored")
    return answer_change(request, making)


@require_permission(Act.CORRECT, find_match_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_reverting(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let a match say again what it said in an earlier version, with a reason."""
    to = get_object_or_404(MatchRevision, match=load_match_or_404(pk), number=number)

    def verb(**given: Any) -> Match:
        return revert_match(to=to, **given)

    making = build_reasoned_change(
        request, pk, build_reversion(to), verb, "ladder/match_revert.html", "as it was", {"to": to}
    )
    return answer_change(request, making)


def build_reasoned_change(
    request: HttpRequest,
    pk: int,
    change: MatchChange,
    verb: MatchVerb,
    template: str,
    done: str,
    more: dict[str, Any] | None = None,
) -> Callable[[Any], ShownChange]:
    """Return what makes a change for which only a reason is asked."""

    def making(values: Any) -> ShownChange:
        match, form = load_match_or_404(pk), PreviewedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return preview_match_change(match, change, {})

        def apply(seen: SeenPreview) -> Match:
            return verb(match=match, revision=seen.revision, **sign_change(request, form, seen))

        found = build_match_change(match, form, plan, apply, template, done)
        found.context |= more or {}
        return found

    return making


def build_match_change(
    match: Match,
    form: PreviewedForm,
    plan: Callable[[], tuple[ledger.Plan, dict[str, Any]]],
    apply: Callable[[SeenPreview], Match],
    template: str,
    done: str,
) -> ShownChange:
    """Return the change of a match."""
    done, url = f"Match {match.pk} is {done}.", match.get_absolute_url()
    return ShownChange(template, match.season, form, plan, apply, done, url, build_match_context(match), match.revision)
