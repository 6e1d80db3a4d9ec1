"""The standings of a past day as they were then known, beside what corrections have made of them since."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.selectors.days import parse_past_day
from ladder.selectors.navigation import show_ladder_in_header
from ladder.selectors.ranking import find_standings_day
from ladder.services.knowledge import load_comparison
from ladder.views.addressed import find_board_or_404
from ladder.views.boards import DAY, build_board_url
from ladder.views.guards import redirect_browser


@require_safe
def show_as_known_then(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Both tables of one board; an address without a past day leads to the standings."""
    found = find_board_or_404(ladder, season, board)
    day = parse_past_day(request.GET.get(DAY))
    if day is None or day >= find_standings_day(found.season):
        return redirect_browser(request, build_board_url(found))
    show_ladder_in_header(request, found.season.ladder)
    lines = load_comparison(found, day)
    context = {
        "ladder": found.season.ladder,
        "season": found.season,
        "board": found,
        "day": day,
        "lines": lines,
        "moved": sum(line.differs for line in lines),
        "url": build_board_url(found),
    }
    return render_page(request, "ladder/known.html", context, partial="lines")
