"""Organisers correct, void, restore and revert a match; each change is shown before it is made."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from ladder.forms import CorrectForm, PreviewedForm, Seen
from ladder.models import Match, MatchRevision
from ladder.selectors import opponents
from ladder.selectors.disputes import dispute_of
from ladder.services import ledger, matches
from ladder.services.matches import verbs
from ladder.services.matches.previewing import preview_of
from ladder.services.permissions import Act

from .changing import Change, answer, signed
from .guards import of_match, requires
from .matches import match_of, words

Verb = Callable[..., Match]


@requires(Act.CORRECT, of_match)
@require_http_methods(["GET", "HEAD", "POST"])
def match_correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct any value of a match."""

    def making(values: Any) -> Change:
        match = match_of(pk)
        form = CorrectForm(values, match=match)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            given, new = form.planned()
            return preview_of(match, verbs.corrected(**given), new)

        def apply(seen: Seen) -> Match:
            return matches.correct(match=match, revision=seen.revision, **signed(request, form, seen), **form.values())

        change = changed(match, form, plan, apply, "ladder/match_correct.html", "corrected")
        change.context |= {"names": opponents.names(), "dispute": dispute_of(match)}
        change.at_once = False
        return change

    return answer(request, making)


@requires(Act.CORRECT, of_match)
@require_http_methods(["GET", "HEAD", "POST"])
def match_void(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a match, with a reason."""
    making = toggling(request, pk, verbs.voided, matches.void, "ladder/match_void.html", "void")
    return answer(request, making)


@requires(Act.CORRECT, of_match)
@require_http_methods(["GET", "HEAD", "POST"])
def match_restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a void match count again, with a reason."""
    making = toggling(request, pk, verbs.restored, matches.restore, "ladder/match_restore.html", "restored")
    return answer(request, making)


@requires(Act.CORRECT, of_match)
@require_http_methods(["GET", "HEAD", "POST"])
def match_revert(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let a match say again what it said in an earlier version, with a reason."""
    to = get_object_or_404(MatchRevision, match=match_of(pk), number=number)

    def verb(**given: Any) -> Match:
        return matches.revert(to=to, **given)

    making = toggling(request, pk, verbs.reverted(to), verb, "ladder/match_revert.html", "as it was", {"to": to})
    return answer(request, making)


def toggling(
    request: HttpRequest,
    pk: int,
    change: verbs.Change,
    verb: Verb,
    template: str,
    done: str,
    more: dict[str, Any] | None = None,
) -> Callable[[Any], Change]:
    """Return what makes a change for which only a reason is asked."""

    def making(values: Any) -> Change:
        match, form = match_of(pk), PreviewedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return preview_of(match, change, {})

        def apply(seen: Seen) -> Match:
            return verb(match=match, revision=seen.revision, **signed(request, form, seen))

        found = changed(match, form, plan, apply, template, done)
        found.context |= more or {}
        return found

    return making


def changed(
    match: Match,
    form: PreviewedForm,
    plan: Callable[[], tuple[ledger.Plan, dict[str, Any]]],
    apply: Callable[[Seen], Match],
    template: str,
    done: str,
) -> Change:
    """Return the change of a match."""
    done, url = f"Match {match.pk} is {done}.", match.get_absolute_url()
    return Change(template, match.season, form, plan, apply, done, url, words(match), match.revision)
