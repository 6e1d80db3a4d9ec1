"""What is taken home as a spreadsheet: the standings by anyone, the matches by members."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from ladder.files.outgoing import Rows, csv_of, xlsx_of
from ladder.files.writing import match_rows
from ladder.models import Season
from ladder.selectors import days
from ladder.selectors.downloads import standings_rows
from ladder.selectors.standings import table
from ladder.services import exports

from .addressed import board_of
from .boards import DAY
from .guards import member_required

MOST_IN_EXCEL = 10_000  # matches; so many take two to three seconds of a processor to write
TOO_MANY = f"A season of more than {MOST_IN_EXCEL:,} matches is given as CSV only. Excel opens it as well."
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@member_required
@require_safe
def matches(request: HttpRequest, ladder: str, season: str, form: str) -> HttpResponse:
    """Every match of a season, void ones included, as a match file that can be imported again."""
    found = get_object_or_404(Season.objects.select_related("ladder"), ladder__slug=ladder, slug=season)
    if form == "xlsx" and found.matches.count() > MOST_IN_EXCEL:
        messages.error(request, TOO_MANY)
        return redirect(found)
    return download(match_rows(exports.records(found)), f"{ladder}-{season}-matches", form)


@require_safe
def standings(request: HttpRequest, ladder: str, season: str, board: str, form: str) -> HttpResponse:
    """One board's standings as everyone sees them, as of today or of a past day."""
    found = board_of(ladder, season, board)
    shown = table(found, days.asked(request.GET.get(DAY)))
    return download(standings_rows(shown), f"{ladder}-{season}-{board}-{shown.day.isoformat()}", form)


def download(rows: Rows, name: str, form: str) -> HttpResponse:
    """A spreadsheet that the browser keeps under this name."""
    content = csv_of(rows) if form == "csv" else xlsx_of(rows, name)
    called = re.sub(r"[^A-Za-z0-9._-]", "-", f"{name}.{form}")
    return HttpResponse(
        content,
        content_type=TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{called}"', "Cache-Control": "private, no-store"},
    )
