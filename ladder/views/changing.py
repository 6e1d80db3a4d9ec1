"""A change is shown before it is made: the preview, and Apply, which commits exactly what was shown."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from config.htmx import page, wants_partial
from ladder.forms import NotedForm, PreviewedForm, Seen, refuse
from ladder.models import Season
from ladder.ratings import RatingError
from ladder.selectors import navigation
from ladder.services import ledger
from ladder.services.consequences import digest_of
from ladder.services.stale import Stale

from .guards import account, leave

PREVIEW = "ladder/_preview.html"
CLOSED = "ladder/closed.html"
UNSEEN = "Check the preview, then apply it."


@dataclass
class Change:
    """A change to a match, a board or a season, ready to be shown and made."""

    template: str
    season: Season
    form: PreviewedForm
    plan: Callable[[], tuple[ledger.Plan, dict[str, Any]]]  # and what the preview prints besides
    apply: Callable[[Seen], object]
    done: str
    url: str
    context: dict[str, Any] = field(default_factory=dict)
    revision: int = 0
    at_once: bool = True  # there is something to show before anything was entered
    shown: Any = None  # what else the page says of it

    def digest(self, preview: dict[str, Any]) -> str:
        """Return the digest of what the page says."""
        return digest_of([preview, self.shown])


Making = Callable[[Any], Change]


def answer(request: HttpRequest, making: Making) -> HttpResponse:
    """Show a change, or make it; `making` gives it as things now are, for the values that were sent."""
    change = making(request.POST if request.method == "POST" else None)
    navigation.show(request, change.season.ladder)
    if change.season.closed_at:
        return closed(request, change)
    if request.method != "POST":
        return show(request, change) if change.at_once else shown(request, change, {})
    if "preview" in request.POST:
        change.form.errors.pop("reason", None)
        return show(request, change)
    return apply(request, change, making)


def apply(request: HttpRequest, change: Change, making: Making) -> HttpResponse:
    """Make a change that was seen; one that was not, or that would now do something else, is shown first."""
    form = change.form
    seen = form.seen() if form.is_valid() else None
    if seen is None:
        return show(request, change, {} if form.errors else {"asked": UNSEEN})
    try:
        with transaction.atomic():
            ledger.lock(change.season.ladder_id)
            now = making(request.POST)
            if not now.form.is_valid():
                return shown(request, now, {})
            now.apply(renewed(now, seen))
    except Stale as error:
        return show(request, making(request.POST), {"conflict": error.messages[0]}, status=409)
    except (RatingError, ValidationError) as error:
        refuse(form, error)
        return shown(request, change, {})
    messages.success(request, change.done)
    return leave(request, change.url)


def renewed(change: Change, seen: Seen) -> Seen:
    """Return what was seen as of now, if the change would still do what was shown; the ladder must be locked.

    Else return it as it is, and whoever makes the change refuses it, with the reason.
    """
    if seen.revision != change.revision or seen.version == change.season.ladder.version:
        return seen
    try:
        plan, preview = change.plan()
    except (RatingError, ValidationError):
        return seen
    return seen._replace(version=plan.version) if seen.shown == change.digest(preview) else seen


def show(
    request: HttpRequest, change: Change, more: dict[str, Any] | None = None, status: int | None = None
) -> HttpResponse:
    """Plan a change and show what it does, as far as what was entered can be read; a reason may be missing."""
    form, found = change.form, dict(more or {})
    if set(form.errors) <= {"reason"}:
        try:
            plan, preview = change.plan()
        except (RatingError, ValidationError) as error:
            found |= refused(form, error)
        else:
            seen = Seen(plan.version, change.revision, change.digest(preview))
            found |= {"planned": True, "token": form.token_of(seen), **preview}
    return shown(request, change, found, status)


def refused(form: PreviewedForm, error: RatingError | ValidationError) -> dict[str, Any]:
    """Put a refusal beside its field; a form that was not sent has none, so it stands above."""
    if form.is_bound:
        refuse(form, error)
        return {}
    return {"conflict": str(error) if isinstance(error, RatingError) else error.messages[0]}


def shown(request: HttpRequest, change: Change, found: dict[str, Any], status: int | None = None) -> HttpResponse:
    """The page, or for htmx the preview alone."""
    alone = wants_partial(request)
    template = PREVIEW if alone else change.template
    context = {"season": change.season, "ladder": change.season.ladder, "form": change.form, "alone": alone}
    code = status or (422 if change.form.errors else 200)
    return page(request, template, context | change.context | found, partial="preview", status=code)


def closed(request: HttpRequest, change: Change) -> HttpResponse:
    """Say that the season is closed, with a form that reopens it instead of the one that changes it."""
    context = {"season": change.season, "ladder": change.season.ladder, "form": NotedForm(), "back": request.path}
    status = 200 if request.method in ("GET", "HEAD") else 409
    return page(request, CLOSED, context | change.context, partial="closed", status=status)


def signed(request: HttpRequest, form: PreviewedForm, seen: Seen) -> dict[str, Any]:
    """Return who makes the change and why, and what they saw."""
    return {"by": account(request), "reason": form.cleaned_data["reason"], "version": seen.version}
