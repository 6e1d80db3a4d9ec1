"""The standings of a past day as they were then known, beside what corrections have made of them since."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.selectors import days, navigation
from ladder.selectors.ranking import as_of
from ladder.services.knowledge import compared

from .addressed import board_of
from .boards import DAY, board_url
from .guards import leave


@require_safe
def known(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Both tables of one board; an address without a past day leads to the standings."""
    found = board_of(ladder, season, board)
    day = days.asked(request.GET.get(DAY))
    if day is None or day >= as_of(found.season):
        return leave(request, board_url(found))
    navigation.show(request, found.season.ladder)
    lines = compared(found, day)
    context = {
        "ladder": found.season.ladder,
        "season": found.season,
        "board": found,
        "day": day,
        "lines": lines,
        "moved": sum(line.differs for line in lines),
        "url": board_url(found),
    }
    return page(request, "ladder/known.html", context, partial="lines")
