"""The codes that are scanned from the wall, from paper and from the screen, and where they lead."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.models import Board, Season
from ladder.selectors.qr import build_qr_code
from ladder.selectors.seasons import list_seasons, pick_current_season
from ladder.selectors.venue import has_member_reports
from ladder.views.outside import build_absolute_url


@require_safe
def follow_report_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Lead on from the address that posters have, which outlasts every season."""
    season = pick_current_season(list_seasons(ladder))
    if season is None:
        raise Http404(f"{ladder} has no season.")
    return redirect(find_report_target(season, list(season.boards.all())))


def find_report_target(season: Season, boards: list[Board]) -> str:
    """The address of the report form, or where nobody can report, of the standings."""
    if has_member_reports(season, boards):
        return reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    return season.get_absolute_url()


def build_invitation(request: HttpRequest, season: Season, boards: list[Board]) -> dict[str, Any]:
    """What a code is for: to report, or where nobody can, to look on. Its address is the ladder's: paper outlasts a
    season, and that one always leads to the season that is running."""
    reports = has_member_reports(season, boards)
    path = reverse("ladder:report" if reports else "ladder:ladder", args=[season.ladder.slug])
    return {"reports": reports, "code": build_qr_code(build_absolute_url(request, path))}
