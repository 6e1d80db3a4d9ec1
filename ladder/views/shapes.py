"""The report pages of a season: one for each shape of match that its boards know."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from ladder.models import Season
from ladder.selectors import seasons
from ladder.services.permissions import shapes_of, why_not_report

PAGES = {
    "duel": ("match_record", "Two players", {"duel", "battle"}),
    "battle": ("battle_record", "Battle", {"battle"}),
    "tournament": ("tournament_record", "Tournament", {"tournament"}),
}


class Tab(NamedTuple):
    """A link to the page of one shape."""

    shape: str
    label: str
    url: str


def url_of(season: Season, shape: str) -> str:
    return reverse(f"ladder:{PAGES[shape][0]}", args=[season.ladder.slug, season.slug])


def tabs(season: Season, *, enters: bool) -> list[Tab]:
    """Return the pages that somebody can use; one alone needs no tab."""
    known = shapes_of(season)
    shown = [shape for shape in PAGES if known & PAGES[shape][2] and (enters or shape != "tournament")]
    return [Tab(shape, PAGES[shape][1], url_of(season, shape)) for shape in shown]


def check_shape(season: Season, shape: str) -> None:
    """Answer 404 where no board of the season knows the shape."""
    if not shapes_of(season) & PAGES[shape][2]:
        raise Http404(f"No board of {season} counts such a match.")


def barred(request: HttpRequest, season: Season, shape: str) -> HttpResponse | None:
    """Say why this member can't report here; None when they can."""
    sentence = why_not_report(season, request.user, shape)
    off = seasons.off_season(season) if sentence else None
    words = {"season": season, "sentence": sentence, "running": off and off.running, "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", words, status=403) if sentence else None
