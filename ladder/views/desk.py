"""The organiser's desk: what waits for them, and the way to everything they look after."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.selectors import managing, seasons
from ladder.services.permissions import Act, ladders_where, may

from .guards import by_slug, for_organisers, requires
from .outside import absolute_url, local_address
from .scanned import invitation
from .venue import boards_of


@for_organisers
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Everything of the ladders that whoever asks organises."""
    mine = ladders_where(request.user, Act.CORRECT)
    context = {"desk": managing.desk(mine), "owns": may(request.user, Act.CLUB), "section": "desk"}
    return TemplateResponse(request, "ladder/desk.html", context)


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
        "initial": system.shown(system.initial().points) if system else "",
        "invitation": season and invitation(request, season, boards),
        "rules": seasons.reporting_rules(found, system) if system else [],
        "join": absolute_url(request, reverse("accounts:join_code")).partition("://")[2],
        "local": local_address(request),
        "url": reverse("ladder:ladder", args=[found.slug]),
    }
    return TemplateResponse(request, "ladder/poster.html", context)
