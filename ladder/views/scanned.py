"""The codes that are scanned from the wall, from paper and from the screen, and where they lead."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.models import Board, Season
from ladder.selectors import qr, seasons
from ladder.selectors.venue import takes_reports


@require_safe
def report(request: HttpRequest, ladder: str) -> HttpResponse:
    """Lead on from the address that posters have, which outlasts every season."""
    season = seasons.current(seasons.seasons_of(ladder))
    if season is None:
        raise Http404(f"{ladder} has no season.")
    return redirect(way_on(season, list(season.boards.all())))


def way_on(season: Season, boards: list[Board]) -> str:
    """The address of the report form, or where nobody can report, of the standings."""
    if takes_reports(season, boards):
        return reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    return season.get_absolute_url()


def invitation(request: HttpRequest, season: Season, boards: list[Board], address: str = "") -> dict[str, Any]:
    """What a code is for: to report, or where nobody can, to look on; an address is one that leads there."""
    code = qr.code(request.build_absolute_uri(address or way_on(season, boards)))
    return {"reports": takes_reports(season, boards), "code": code}
