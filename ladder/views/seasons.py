"""A ladder's seasons for its organisers: their tables, closing one, and opening the next."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page
from ladder.forms import add_refusal
from ladder.forms.seasons import CloseSeasonForm, DatesForm, NextSeasonForm
from ladder.models import Season
from ladder.selectors.challenges.ending import describe_unfinished_challenges
from ladder.selectors.managing import list_managed_seasons
from ladder.selectors.roles import Act
from ladder.services import seasons as service
from ladder.services.seasons.next import preview_carried_ratings
from ladder.views.addressed import find_season_or_404
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission, retry_overtaken


@require_permission(Act.SETTINGS, find_ladder)
@require_safe
def show_seasons(request: HttpRequest, ladder: str) -> HttpResponse:
    """Every season with its tables and what may be done with it."""
    found = find_ladder(ladder)
    context = {"ladder": found, "seasons": list_managed_seasons(found), "section": "desk"}
    return TemplateResponse(request, "ladder/seasons.html", context)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_season_dates(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Another name, or other days."""
    found = find_season_or_404(ladder, season)
    form = DatesForm(get_posted_values(request), season=found)
    return handle_season_form(request, found, form, "ladder/season_edit.html", service.change_season, "is saved")


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_season_closing(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Ask for the last day, and close the season."""
    found = find_season_or_404(ladder, season)
    if found.closed_at:
        return redirect_browser(request, reverse("ladder:seasons", args=[ladder]))
    form = CloseSeasonForm(get_posted_values(request), season=found)
    return handle_season_form(
        request,
        found,
        form,
        "ladder/season_close.html",
        service.close_season,
        describe_season_closing(found),
        ends=describe_unfinished_challenges(found),
    )


def describe_season_closing(season: Season) -> str:
    """Return what is said of a season that was closed, also that another has to follow before anybody can report."""
    followed = Season.objects.filter(opens_from=season).exists()
    return "is closed" if followed else "is closed. Open the next season, so that results can be reported"


def handle_season_form(
    request: HttpRequest,
    season: Season,
    form: DatesForm | CloseSeasonForm,
    template: str,
    do: Callable[..., Season],
    done: str,
    **said: str,
) -> HttpResponse:
    """Do with a season what the form says, and go back to the list."""
    if form.is_valid():
        try:
            changed = do(season=season, by=get_account(request), **form.values())
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{changed.name} {done}.")
            return redirect_browser(request, reverse("ladder:seasons", args=[season.ladder.slug]))
    context = {"ladder": season.ladder, "season": season, "form": form, "section": "desk", **said}
    return render_page(request, template, context, partial="form", status=422 if form.errors else 200)


def get_posted_values(request: HttpRequest) -> Any:
    """Return what was sent, if anything was."""
    return request.POST if request.method == "POST" else None


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_next_season(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Open the season after a closed one; what players would bring is shown as the rule is chosen."""
    found = find_season_or_404(ladder, season)
    if not found.closed_at or Season.objects.filter(opens_from=found).exists():
        raise Http404(f"{found} is open, or another season follows it.")
    form = NextSeasonForm(get_posted_values(request), season=found)
    if "preview" in request.POST:
        form.errors.pop("name", None)
    elif form.is_valid() and (follower := try_opening_next_season(request, found, form)):
        messages.success(request, f"{follower.name} is open.")
        return redirect_browser(request, follower.get_absolute_url())
    opening = form.opening()
    context = {
        "ladder": found.ladder,
        "season": found,
        "form": form,
        "brings": preview_carried_ratings(found, **opening),
        "rule": Season.Rule(opening["rule"]).label,
        "section": "desk",
    }
    return render_page(
        request, "ladder/season_next.html", context, partial="brings", status=422 if form.errors else 200
    )


def try_opening_next_season(request: HttpRequest, season: Season, form: NextSeasonForm) -> Season | None:
    """Open the season after this one as a valid form says, or put the reason why not beside its field or above it."""
    try:
        return service.open_next_season(season, **form.values(), by=get_account(request))
    except ValidationError as error:
        add_refusal(form, error)
        return None
