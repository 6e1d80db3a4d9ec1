"""The sheet of a ladder's rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder.house_rules.queries.sheet import load_rule_sheet
from ladder.pages.addresses import build_absolute_url
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.qr_codes import build_qr_code
from ladder.pages.seasons import list_seasons, pick_current_season
from ladder.standings.views.displays import list_season_boards


@require_safe
@keep_for_visitors
def show_house_rules(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the rules of a ladder, numbered, as a sheet of A4 with a code that leads to it."""
    season = pick_current_season(list_seasons(ladder))
    boards = list_season_boards(season) if season else []
    if not season or not boards:
        raise Http404(f"There are no rules of {ladder}.")
    boards[0].season = season
    path = reverse("ladder:house_rules", args=[season.ladder.slug])
    context = {
        "ladder": season.ladder,
        "season": season,
        "sections": load_rule_sheet(boards[0]),
        "code": build_qr_code(build_absolute_url(request, path)),
        "url": path,
    }
    return TemplateResponse(request, "ladder/house_rules/sheet.html", context)
