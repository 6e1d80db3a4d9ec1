"""A ladder's seasons for its organisers: their tables, closing one, and opening the next."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import page
from ladder.forms import refuse
from ladder.forms.seasons import CloseForm, DatesForm, NextForm
from ladder.models import Season
from ladder.selectors.challenges.ending import warning
from ladder.selectors.managing import seasons_of
from ladder.services import seasons as service
from ladder.services.permissions import Act
from ladder.services.seasons.next import brings

from .addressed import season_of
from .guards import account, again, by_slug, leave, requires


@requires(Act.SETTINGS, by_slug)
@require_safe
def seasons(request: HttpRequest, ladder: str) -> HttpResponse:
    """Every season with its tables and what may be done with it."""
    found = by_slug(ladder)
    context = {"ladder": found, "seasons": seasons_of(found), "section": "desk"}
    return TemplateResponse(request, "ladder/seasons.html", context)


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
@again
def season_edit(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Another name, or other days."""
    found = season_of(ladder, season)
    form = DatesForm(values(request), season=found)
    return asked(request, found, form, "ladder/season_edit.html", service.change, "is saved")


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Ask for the last day, and close the season."""
    found = season_of(ladder, season)
    if found.closed_at:
        return leave(request, reverse("ladder:seasons", args=[ladder]))
    form = CloseForm(values(request), season=found)
    return asked(request, found, form, "ladder/season_close.html", service.close, closed(found), ends=warning(found))


def closed(season: Season) -> str:
    """Return what is said of a season that was closed, also that another has to follow before anybody can report."""
    followed = Season.objects.filter(opens_from=season).exists()
    return "is closed" if followed else "is closed. Open the next season, so that results can be reported"


def asked(
    request: HttpRequest,
    season: Season,
    form: DatesForm | CloseForm,
    template: str,
    do: Callable[..., Season],
    done: str,
    **said: str,
) -> HttpResponse:
    """Do with a season what the form says, and go back to the list."""
    if form.is_valid():
        try:
            changed = do(season=season, by=account(request), **form.values())
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, f"{changed.name} {done}.")
            return leave(request, reverse("ladder:seasons", args=[season.ladder.slug]))
    context = {"ladder": season.ladder, "season": season, "form": form, "section": "desk", **said}
    return page(request, template, context, partial="form", status=422 if form.errors else 200)


def values(request: HttpRequest) -> Any:
    """Return what was sent, if anything was."""
    return request.POST if request.method == "POST" else None


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def season_next(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Open the season after a closed one; what players would bring is shown as the rule is chosen."""
    found = season_of(ladder, season)
    if not found.closed_at or Season.objects.filter(opens_from=found).exists():
        raise Http404(f"{found} is open, or another season follows it.")
    form = NextForm(values(request), season=found)
    if "preview" in request.POST:
        form.errors.pop("name", None)
    elif form.is_valid() and (follower := opened(request, found, form)):
        messages.success(request, f"{follower.name} is open.")
        return leave(request, follower.get_absolute_url())
    opening = form.opening()
    context = {
        "ladder": found.ladder,
        "season": found,
        "form": form,
        "brings": brings(found, **opening),
        "rule": Season.Rule(opening["rule"]).label,
        "section": "desk",
    }
    return page(request, "ladder/season_next.html", context, partial="brings", status=422 if form.errors else 200)


def opened(request: HttpRequest, season: Season, form: NextForm) -> Season | None:
    """Open the season after this one as a valid form says, or put the reason why not beside its field or above it."""
    try:
        return service.open_next(season, **form.values(), by=account(request))
    except ValidationError as error:
        refuse(form, error)
        return None
