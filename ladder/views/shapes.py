"""The report pages of a season: one for each shape of match that its boards know."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from ladder.models import Season
from ladder.selectors.seasons import find_off_season
from ladder.services.permissions import explain_report_refusal, list_season_shapes

PAGES = {
    "duel": ("match_record", "Two players", {"duel", "battle"}),
    "battle": ("battle_record", "Battle", {"battle"}),
    "tournament": ("tournament_record", "Tournament", {"tournament"}),
}


class ReportTab(NamedTuple):
    """A link to the page of one shape."""

    shape: str
    label: str
    url: str


def build_report_url(season: Season, shape: str) -> str:
    return reverse(f"ladder:{PAGES[shape][0]}", args=[season.ladder.slug, season.slug])


def list_report_tabs(season: Season, *, enters: bool) -> list[ReportTab]:
    """Return the pages that somebody can use; one alone needs no tab."""
    known = list_season_shapes(season)
    shown = [shape for shape in PAGES if known & PAGES[shape][2] and (enters or shape != "tournament")]
    return [ReportTab(shape, PAGES[shape][1], build_report_url(season, shape)) for shape in shown]


def check_shape_known(season: Season, shape: str) -> None:
    """Answer 404 where no board of the season knows the shape."""
    if not list_season_shapes(season) & PAGES[shape][2]:
        raise Http404(f"No board of {season} counts such a match.")


def refuse_reporter(request: HttpRequest, season: Season, shape: str) -> HttpResponse | None:
    """Say why this member can't report here; None when they can."""
    sentence = explain_report_refusal(season, request.user, shape)
    off = find_off_season(season) if sentence else None
    words = {"season": season, "sentence": sentence, "running": off and off.running, "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", words, status=403) if sentence else None
