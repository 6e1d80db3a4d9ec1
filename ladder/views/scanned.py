"""The codes that are scanned from the wall, from paper and from the screen, and where they lead."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.models import Board, Season
from ladder.selectors import qr, seasons
from ladder.selectors.venue import takes_reports

from .outside import absolute_url


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


def invitation(request: HttpRequest, season: Season, boards: list[Board]) -> dict[str, Any]:
    """What a code is for: to report, or where nobody can, to look on. Its address is the ladder's: paper outlasts a
    season, and that one always leads to the season that is running."""
    reports = takes_reports(season, boards)
    path = reverse("ladder:report" if reports else "ladder:ladder", args=[season.ladder.slug])
    return {"reports": reports, "code": qr.code(absolute_url(request, path))}
