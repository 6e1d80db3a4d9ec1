"""The organiser's desk: what waits for them, and the way to everything they look after."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ladder.models import FirstStep
from ladder.selectors.first_steps import load_checklist
from ladder.selectors.managing import load_desk
from ladder.selectors.roles import Act, is_allowed, list_ladders_where
from ladder.selectors.seasons import list_reporting_rules, list_seasons, pick_current_season
from ladder.services.club.first_steps import mark_step_done, show_steps_again
from ladder.views.asking import find_back_address
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_organiser, require_permission
from ladder.views.outside import build_absolute_url, find_local_address
from ladder.views.scanned import build_invitation
from ladder.views.venue import list_season_boards

TICKED_BY_HAND = {FirstStep.Key.POSTER.value}


@require_organiser
@require_safe
def show_desk(request: HttpRequest) -> HttpResponse:
    """Everything of the ladders that whoever asks organises."""
    mine = list_ladders_where(request.user, Act.CORRECT)
    owns, found = is_allowed(request.user, Act.CLUB), load_desk(mine)
    checklist = load_checklist([one.ladder for one in found.ladders], owns=owns) if owns else None
    context = {"desk": found, "owns": owns, "checklist": checklist, "back": request.path, "section": "desk"}
    return TemplateResponse(request, "ladder/desk.html", context)


@require_permission(Act.CLUB)
@require_POST
def update_first_steps(request: HttpRequest) -> HttpResponse:
    """Tick a step off, put the list away, or show it again."""
    by, done = get_account(request), request.POST.get("done")
    if done in TICKED_BY_HAND:
        mark_step_done(FirstStep.Key(done), by=by)
    elif "hide" in request.POST:
        mark_step_done(FirstStep.Key.HIDDEN, by=by)
        messages.success(request, "The first steps are hidden. You can show them again from the desk.")
    elif "show" in request.POST:
        show_steps_again(by=by)
    return redirect_browser(request, find_back_address(request, reverse("ladder:desk")))


@require_permission(Act.SETTINGS, find_ladder)
@require_safe
def show_poster(request: HttpRequest, ladder: str) -> HttpResponse:
    """A sheet of A4 for the wall: the code that leads to the report form, and how the ladder works."""
    found = find_ladder(ladder)
    season = pick_current_season(list_seasons(found.slug))
    boards = list_season_boards(season) if season else []
    system = boards[0].rating_system if boards else None
    context = {
        "ladder": found,
        "season": season,
        "about": system and system.about,
        "initial": system.shown(system.initial()) if system else "",
        "invitation": season and build_invitation(request, season, boards),
        "rules": list_reporting_rules(found, system) if system else [],
        "join": build_absolute_url(request, reverse("accounts:join_code")).partition("://")[2],
        "local": find_local_address(request),
        "url": reverse("ladder:ladder", args=[found.slug]),
    }
    return TemplateResponse(request, "ladder/poster.html", context)
