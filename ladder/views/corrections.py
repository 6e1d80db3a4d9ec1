"""Organisers correct, void and restore a match; each change is shown before it is made."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms import CorrectForm, ReasonForm, refuse
from ladder.models import Match
from ladder.ratings import RatingError
from ladder.selectors import opponents
from ladder.services import ledger, matches
from ladder.services.consequences import Consequence, consequences
from ladder.services.results import result_of, sides_of

from .guards import account, leave, organiser_required
from .matches import match_of, words

TEMPLATE = "ladder/match_correct.html"


@organiser_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_correct(request: HttpRequest, pk: int) -> HttpResponse:
    """The correction form; a valid one is applied, or only previewed."""
    match = match_of(pk)
    form = CorrectForm(request.POST if request.method == "POST" else None, match=match)
    if "preview" in request.POST:
        return preview(request, form)
    if form.is_valid():
        revision, reason = form.cleaned_data["revision"], form.cleaned_data["reason"]
        try:
            matches.correct(match=match, by=account(request), revision=revision, reason=reason, **form.values())
        except matches.Changed as error:
            return conflict(request, TEMPLATE, CorrectForm(newest(request, match), match=match_of(pk)), error)
        except (RatingError, ValidationError) as error:
            refuse(form, error)
        else:
            messages.success(request, f"Match {pk} is corrected.")
            return leave(request, match.get_absolute_url())
    return page(request, TEMPLATE, context(form), partial="form", status=422 if form.errors else 200)


def preview(request: HttpRequest, form: CorrectForm) -> HttpResponse:
    """What the correction would change; a reason may still be missing."""
    boards: list[Consequence] | None = None
    form.errors.pop("reason", None)
    if form.is_valid():
        try:
            boards = planned(form)
        except (RatingError, ValidationError) as error:
            refuse(form, error)
    found = {"boards": boards, "previewed": True}
    return page(request, TEMPLATE, context(form) | found, partial="preview", status=422 if form.errors else 200)


def planned(form: CorrectForm) -> list[Consequence]:
    """The ledger's plan for the match as the form has it; a void match changes nothing."""
    match = form.match
    result, new = form.planned()
    matches.admit(match.season, result)
    counted = not match.is_void
    was = ledger.place_of(match) if counted else None
    draft = ledger.Draft(match.pk, match.sequence, result if counted else None, was)
    return consequences(ledger.plan(match.season, [draft]), new) if counted else []


def context(form: CorrectForm) -> dict[str, Any]:
    return words(form.match) | {"form": form, "names": opponents.names()}


def newest(request: HttpRequest, match: Match) -> Any:
    """The posted values, now made from the match's newest version."""
    values = request.POST.copy()
    values["revision"] = str(match_of(match.pk).revision)
    return values


def conflict(request: HttpRequest, template: str, form: Any, error: ValidationError) -> HttpResponse:
    """Say what the other organiser did, and keep the form."""
    known = context(form) if isinstance(form, CorrectForm) else {"form": form}
    return TemplateResponse(request, template, known | {"conflict": error.messages[0]}, status=409)


@organiser_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_void(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a match, with a reason."""
    return change(request, match_of(pk), matches.void, "ladder/match_void.html", "void")


@organiser_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a void match count again, with a reason."""
    return change(request, match_of(pk), matches.restore, "ladder/match_restore.html", "restored")


def change(request: HttpRequest, match: Match, service: Callable[..., Match], template: str, done: str) -> HttpResponse:
    """Ask for the reason, show what would change, and do it."""
    posted = request.method == "POST"
    form = ReasonForm(request.POST if posted else None, initial={"revision": match.revision})
    found: dict[str, Any] = words(match) | {"boards": toggled(match)}
    if form.is_valid():
        try:
            service(match=match, by=account(request), **form.cleaned_data)
        except matches.Changed as error:
            found |= words(match_of(match.pk)) | {"form": ReasonForm(newest(request, match))}
            return TemplateResponse(request, template, found | {"conflict": error.messages[0]}, status=409)
        except (RatingError, ValidationError) as error:
            refuse(form, error)
        else:
            messages.success(request, f"Match {match.pk} is {done}.")
            return leave(request, match.get_absolute_url())
    return page(request, template, found | {"form": form}, partial="form", status=422 if form.errors else 200)


def toggled(match: Match) -> list[Consequence]:
    """What changes when the match stops counting, or counts again."""
    result = result_of(match, sides_of(match)) if match.is_void else None
    was = None if match.is_void else ledger.place_of(match)
    return consequences(ledger.plan(match.season, [ledger.Draft(match.pk, match.sequence, result, was)]), {})
