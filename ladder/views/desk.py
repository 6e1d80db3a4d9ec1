"""The organiser's desk: what waits for them, and the way to everything they look after."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ladder.models import FirstStep
from ladder.selectors import managing, seasons
from ladder.selectors.first_steps import load_checklist
from ladder.services.club import first_steps as steps
from ladder.services.permissions import Act, ladders_where, may

from .asking import back
from .guards import account, by_slug, for_organisers, leave, requires
from .outside import absolute_url, local_address
from .scanned import invitation
from .venue import boards_of

TICKED_BY_HAND = {FirstStep.Key.POSTER.value}


@for_organisers
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Everything of the ladders that whoever asks organises."""
    mine = ladders_where(request.user, Act.CORRECT)
    owns, found = may(request.user, Act.CLUB), managing.desk(mine)
    checklist = load_checklist([one.ladder for one in found.ladders], owns=owns) if owns else None
    context = {"desk": found, "owns": owns, "checklist": checklist, "back": request.path, "section": "desk"}
    return TemplateResponse(request, "ladder/desk.html", context)


@requires(Act.CLUB)
@require_POST
def first_steps(request: HttpRequest) -> HttpResponse:
    """Tick a step off, put the list away, or show it again."""
    by, done = account(request), request.POST.get("done")
    if done in TICKED_BY_HAND:
        steps.mark_done(FirstStep.Key(done), by=by)
    elif "hide" in request.POST:
        steps.mark_done(FirstStep.Key.HIDDEN, by=by)
        messages.success(request, "The first steps are hidden. You can show them again from the desk.")
    elif "show" in request.POST:
        steps.show_again(by=by)
    return leave(request, back(request, reverse("ladder:desk")))


@requires(Act.SETTINGS, by_slug)
@require_safe
def poster(request: HttpRequest, ladder: str) -> HttpResponse:
    """A sheet of A4 for the wall: the code that leads to the report form, and how the ladder works."""
    found = by_slug(ladder)
    season = seasons.current(seasons.seasons_of(found.slug))
    boards = boards_of(season) if season else []
    system = boards[0].rating_system if boards else None
    context = {
        "ladder": found,
        "season": season,
        "about": system and system.about,
        "initial": system.shown(system.initial()) if system else "",
        "invitation": season and invitation(request, season, boards),
        "rules": seasons.reporting_rules(found, system) if system else [],
        "join": absolute_url(request, reverse("accounts:join_code")).partition("://")[2],
        "local": local_address(request),
        "url": reverse("ladder:ladder", args=[found.slug]),
    }
    return TemplateResponse(request, "ladder/poster.html", context)
