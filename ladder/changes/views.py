"""The views of all changes that are shown before they are made, and the page of the change log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.htmx import render_page, wants_partial
from ladder import ledger
from ladder.access.guards import ViewFunction, find_ladder, get_account, redirect_browser
from ladder.changes.base import Change, Preview, SeenPreview, preview_change, read_seen, run
from ladder.changes.change_log import LogFilter, LogSpot, load_log_page
from ladder.changes.forms import NotedForm, PreviewedForm, add_refusal
from ladder.ledger.ladder_lock import Overtaken, StaleChange
from ladder.models import Season
from ladder.pages.addresses import parse_whole_number
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.navigation import show_ladder_in_header
from ladder.ratings import RatingError
from players.people.questions import read_answers

PREVIEW_TEMPLATE = "ladder/changes/_preview.html"
CLOSED_TEMPLATE = "ladder/changes/closed.html"
NOT_SEEN = "Check the preview, then apply it."

LOG_TABS = {
    LogFilter.EVERYTHING: "Everything",
    LogFilter.CHANGES: "Changes only",
    LogFilter.EVENTS: "Players and boards",
}
LOG_DESCRIPTION = "Every result and every change: who made it, when and why. Nothing is ever deleted."


def retry_overtaken(view: ViewFunction) -> ViewFunction:
    """Call a view again if somebody else was a moment faster: its form then reads what they stored, and says so."""

    @wraps(view)
    def asked(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, **kwargs)
        except Overtaken:
            return asked(request, **kwargs)

    return asked


@dataclass
class ChangePage:
    """The page of a change to a match, a board or a season: its form, the change, and where to go afterwards."""

    template: str
    season: Season
    form: PreviewedForm
    change: Callable[[], Change]  # what the form says; asked when it can be read
    done: str
    url: str  # where it leads when the change is made
    context: dict[str, Any] = field(default_factory=dict)
    at_once: bool = True  # there is something to show before anything was entered


OpenPage = Callable[[Any], ChangePage]
"""Returns the page of a change as things are now, for the sent values, or None if the page was only opened."""


def answer_change(request: HttpRequest, open_page: OpenPage) -> HttpResponse:
    """Show a change, or make it if it was shown."""
    shown = open_page(read_answers(request.POST) if request.method == "POST" else None)
    show_ladder_in_header(request, shown.season.ladder)
    if shown.season.closed_at:
        return show_closed_season(request, shown)
    if request.method != "POST":
        return show_preview(request, shown) if shown.at_once else render_change(request, shown)
    if "preview" in request.POST or "meant" in request.POST:
        shown.form.errors.pop("reason", None)
        return show_preview(request, shown)
    if shown.form.is_valid() and has_unanswered_question(request, shown.form):
        return render_change(request, shown)
    seen = None
    if shown.form.is_valid():
        seen = read_seen(shown.form.cleaned_data["token"], shown.form.list_values())
    if seen is None:
        return show_preview(request, shown) if shown.form.errors else show_preview(request, shown, asked=NOT_SEEN)
    return apply_change(request, shown, open_page, seen)


def apply_change(request: HttpRequest, shown: ChangePage, open_page: OpenPage, seen: SeenPreview) -> HttpResponse:
    """Make a change whose preview was seen; if it would do something else by now, show it again."""
    try:
        with transaction.atomic():
            ledger.lock(shown.season.ladder_id)
            now = open_page(read_answers(request.POST))  # the form is read once more, beside what is stored by now
            if not now.form.is_valid():
                return render_change(request, now)
            change = now.change()
            change.by, change.reason = get_account(request), now.form.cleaned_data["reason"]
            change.is_locked = True
            run(change, seen)
    except StaleChange as error:
        return show_preview(request, open_page(read_answers(request.POST)), status=409, conflict=error.messages[0])
    except (RatingError, ValidationError) as error:
        add_refusal(shown.form, error)
        return render_change(request, shown)
    messages.success(request, shown.done)
    return redirect_browser(request, shown.url)


def show_preview(request: HttpRequest, shown: ChangePage, *, status: int | None = None, **words: Any) -> HttpResponse:
    """Return the page with the preview of a change, if the form can be read; a reason may be missing."""
    form = shown.form
    if set(form.errors) <= {"reason"} and not has_unanswered_question(request, form):
        try:
            preview, seen = preview_change(shown.change())
        except (RatingError, ValidationError) as error:
            words |= place_refusal(form, error)
        else:
            words |= {"planned": True, "token": seen.build_token(form.list_values()), **preview}
    return render_change(request, shown, status=status, **words)


def has_unanswered_question(request: HttpRequest, form: PreviewedForm) -> bool:
    """Return whether something is asked of a form that can be read, and no yes answers it; the form gets it."""
    return form.is_bound and form.ask(form.list_questions(), request.POST.getlist("sure"))


def place_refusal(form: PreviewedForm, error: RatingError | ValidationError) -> dict[str, Any]:
    """Put a refusal beside its field, or above a form that was not sent yet."""
    if form.is_bound:
        add_refusal(form, error)
        return {}
    return {"conflict": str(error) if isinstance(error, RatingError) else error.messages[0]}


def render_change(request: HttpRequest, shown: ChangePage, *, status: int | None = None, **words: Any) -> HttpResponse:
    """Return the page, or for htmx only the preview."""
    alone = wants_partial(request)
    template = PREVIEW_TEMPLATE if alone else shown.template
    context = {"season": shown.season, "ladder": shown.season.ladder, "form": shown.form, "alone": alone}
    code = status or (422 if shown.form.errors or shown.form.question else 200)
    return render_page(request, template, context | shown.context | words, partial="preview", status=code)


def show_closed_season(request: HttpRequest, shown: ChangePage) -> HttpResponse:
    """Return the page that says that the season is closed, with a form that reopens it."""
    context = {"season": shown.season, "ladder": shown.season.ladder, "form": NotedForm(), "back": request.path}
    status = 200 if request.method in ("GET", "HEAD") else 409
    return render_page(request, CLOSED_TEMPLATE, context | shown.context, partial="closed", status=status)


def answer_ladders_change(
    request: HttpRequest,
    change: Change,
    template: str,
    context: dict[str, Any],
    forms: Sequence[BaseForm],
    *,
    done: Callable[[], str],
    url: str,
) -> HttpResponse:
    """Make a change to many ladders, if its preview was seen and all forms are valid; else show the preview.

    The first of the forms may ask for a reason. `done` says what was done, afterwards.
    """
    status = 422 if any(form.errors for form in forms) else 200
    if all(form.is_valid() for form in forms):
        change.by, change.reason = get_account(request), forms[0].cleaned_data.get("reason", "")
        try:
            run(change, read_seen_ladders(request))
        except StaleChange as error:
            context["stale"], status = error.messages[0], 409
        except ValidationError:
            status = 422  # said again below
        else:
            messages.success(request, done())
            return redirect_browser(request, url)
    try:
        context |= preview_ladders_change(change)
    except ValidationError as error:
        context |= {"refusal": error.messages[0], "match": getattr(error, "match", None)}
        status = 422
    return render_page(request, template, context, partial="form", status=status)


def preview_ladders_change(change: Change) -> Preview:
    """Return the preview of a change to many ladders, with the token of what it shows.

    Raises: ValidationError with a sentence, where the change can't be made.
    """
    preview, seen = preview_change(change)
    return preview | {"token": seen.build_token()}


def read_seen_ladders(request: HttpRequest) -> SeenPreview:
    """Return the preview of the posted token; one of no ladder for a token that can't be read."""
    return read_seen(request.POST.get("token", "")) or SeenPreview({})


@require_safe
@keep_for_visitors
def show_log(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show a page of the change log; htmx asks for the lines of the next one."""
    found = find_ladder(ladder)
    asked = request.GET.get("what")
    what = LogFilter(asked) if asked in LOG_TABS else LogFilter.EVERYTHING
    before = parse_log_spot(request.GET.get("before", ""))
    context = {
        "ladder": found,
        "path": reverse("ladder:log", args=[found.slug]),
        "description": LOG_DESCRIPTION,
        "what": what,
        "tabs": LOG_TABS.items(),
        "before": before,
        "log": load_log_page(found, what=what, before=before),
    }
    return render_page(request, "ladder/changes/log.html", context, partial="more")


def parse_log_spot(text: str) -> LogSpot | None:
    """Return the place in the log that an address names; None for one that can't be read."""
    parts = [number for part in text.split("-") if (number := parse_whole_number(part)) is not None]
    return LogSpot(*parts) if len(parts) == text.count("-") + 1 <= 2 else None
