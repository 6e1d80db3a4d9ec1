"""A change is shown before it is made: the preview, and Apply, which commits exactly what was shown."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from config.htmx import render_page, wants_partial
from ladder.forms import NotedForm, PreviewedForm, SeenPreview, add_refusal
from ladder.models import Season
from ladder.ratings import RatingError
from ladder.selectors.navigation import show_ladder_in_header
from ladder.services import ledger
from ladder.services.consequences import digest_preview
from ladder.services.stale import StaleChange
from ladder.views.guards import get_account, redirect_browser

PREVIEW_TEMPLATE = "ladder/_preview.html"
CLOSED_TEMPLATE = "ladder/closed.html"
UNSEEN = "Check the preview, then apply it."


@dataclass
class ShownChange:
    """A change to a match, a board or a season, ready to be shown and made."""

    template: str
    season: Season
    form: PreviewedForm
    plan: Callable[[], tuple[ledger.Plan, dict[str, Any]]]  # and what the preview prints besides
    apply: Callable[[SeenPreview], object]
    done: str
    url: str
    context: dict[str, Any] = field(default_factory=dict)
    revision: int = 0
    at_once: bool = True  # there is something to show before anything was entered
    shown: Any = None  # what else the page says of it

    def digest(self, preview: dict[str, Any]) -> str:
        """Return the digest of what the page says."""
        return digest_preview([preview, self.shown])


ChangeMaker = Callable[[Any], ShownChange]


def answer_change(request: HttpRequest, making: ChangeMaker) -> HttpResponse:
    """Show a change, or make it; `making` gives it as things now are, for the values that were sent."""
    change = making(request.POST if request.method == "POST" else None)
    show_ladder_in_header(request, change.season.ladder)
    if change.season.closed_at:
        return show_closed_season(request, change)
    if request.method != "POST":
        return show_preview(request, change) if change.at_once else render_change(request, change, {})
    if "preview" in request.POST:
        change.form.errors.pop("reason", None)
        return show_preview(request, change)
    return apply_change(request, change, making)


def apply_change(request: HttpRequest, change: ShownChange, making: ChangeMaker) -> HttpResponse:
    """Make a change that was seen; one that was not, or that would now do something else, is shown first."""
    form = change.form
    seen = form.seen() if form.is_valid() else None
    if seen is None:
        return show_preview(request, change, {} if form.errors else {"asked": UNSEEN})
    try:
        with transaction.atomic():
            ledger.lock(change.season.ladder_id)
            now = making(request.POST)
            if not now.form.is_valid():
                return render_change(request, now, {})
            now.apply(renew_seen_preview(now, seen))
    except StaleChange as error:
        return show_preview(request, making(request.POST), {"conflict": error.messages[0]}, status=409)
    except (RatingError, ValidationError) as error:
        add_refusal(form, error)
        return render_change(request, change, {})
    messages.success(request, change.done)
    return redirect_browser(request, change.url)


def renew_seen_preview(change: ShownChange, seen: SeenPreview) -> SeenPreview:
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


def show_preview(
    request: HttpRequest, change: ShownChange, more: dict[str, Any] | None = None, status: int | None = None
) -> HttpResponse:
    """Plan a change and show what it does, as far as what was entered can be read; a reason may be missing."""
    form, found = change.form, dict(more or {})
    if set(form.errors) <= {"reason"}:
        try:
            plan, preview = change.plan()
        except (RatingError, ValidationError) as error:
            found |= place_refusal(form, error)
        else:
            seen = SeenPreview(plan.version, change.revision, change.digest(preview))
            found |= {"planned": True, "token": form.token_of(seen), **preview}
    return render_change(request, change, found, status)


def place_refusal(form: PreviewedForm, error: RatingError | ValidationError) -> dict[str, Any]:
    """Put a refusal beside its field; a form that was not sent has none, so it stands above."""
    if form.is_bound:
        add_refusal(form, error)
        return {}
    return {"conflict": str(error) if isinstance(error, RatingError) else error.messages[0]}


def render_change(
    request: HttpRequest, change: ShownChange, found: dict[str, Any], status: int | None = None
) -> HttpResponse:
    """The page, or for htmx the preview alone."""
    alone = wants_partial(request)
    template = PREVIEW_TEMPLATE if alone else change.template
    context = {"season": change.season, "ladder": change.season.ladder, "form": change.form, "alone": alone}
    code = status or (422 if change.form.errors else 200)
    return render_page(request, template, context | change.context | found, partial="preview", status=code)


def show_closed_season(request: HttpRequest, change: ShownChange) -> HttpResponse:
    """Say that the season is closed, with a form that reopens it instead of the one that changes it."""
    context = {"season": change.season, "ladder": change.season.ladder, "form": NotedForm(), "back": request.path}
    status = 200 if request.method in ("GET", "HEAD") else 409
    return render_page(request, CLOSED_TEMPLATE, context | change.context, partial="closed", status=status)


def sign_change(request: HttpRequest, form: PreviewedForm, seen: SeenPreview) -> dict[str, Any]:
    """Return who makes the change and why, and what they saw."""
    return {"by": get_account(request), "reason": form.cleaned_data["reason"], "version": seen.version}
