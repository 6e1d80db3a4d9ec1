"""What is taken home as a spreadsheet: the standings by anyone, the matches by members."""

import re

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods, require_safe

from ladder.access.guards import get_member, redirect_browser, require_member
from ladder.exports.queries import find_extra_columns, load_detailed_records
from ladder.exports.tasks import ask_for_export
from ladder.files.match_records import build_match_rows
from ladder.files.printed_tables import DownloadRows, build_csv, build_xlsx
from ladder.ledger.storage.tables import parse_past_day
from ladder.models import Season
from ladder.pages.addresses import find_board_or_404
from ladder.standings.queries.displays import list_download_rows
from ladder.standings.queries.table import load_standings
from ladder.standings.views.board import DAY
from players.task_queue import has_worker

MOST_IN_EXCEL = 10_000  # matches; so many take two to three seconds of a processor to write
TOO_MANY = f"A season of more than {MOST_IN_EXCEL:,} matches comes as CSV only, which Excel opens too."
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def download_matches(request: HttpRequest, ladder: str, season: str, form: str) -> HttpResponse:
    """Every match of a season, void ones included, as a match file that can be imported again.

    Where there is a worker, it makes the file of very many once somebody asks for that by POST.
    """
    found = get_object_or_404(Season.objects.select_related("ladder"), ladder__slug=ladder, slug=season)
    if form == "csv" and has_worker() and (matches := found.matches.count()) > settings.LARGE_EXPORT:
        return answer_large_export(request, found, matches)
    if request.method == "POST":
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if form == "xlsx" and found.matches.count() > MOST_IN_EXCEL:
        messages.error(request, TOO_MANY)
        return redirect(found)
    rows = build_match_rows(load_detailed_records(found), **find_extra_columns(found))
    return build_download(rows, f"{ladder}-{season}-matches", form)


def answer_large_export(request: HttpRequest, season: Season, matches: int) -> HttpResponse:
    """Offer to make the file, or let the worker make it."""
    if request.method == "POST":
        return redirect_browser(request, ask_for_export(season, get_member(request)).get_absolute_url())
    context = {"ladder": season.ladder, "season": season, "matches": matches}
    return TemplateResponse(request, "ladder/exports/large.html", context)


@require_safe
def download_standings(request: HttpRequest, ladder: str, season: str, board: str, form: str) -> HttpResponse:
    """One board's standings as everyone sees them, as of today or of a past day."""
    found = find_board_or_404(ladder, season, board)
    shown = load_standings(found, parse_past_day(request.GET.get(DAY)))
    return build_download(list_download_rows(shown), f"{ladder}-{season}-{board}-{shown.day.isoformat()}", form)


def build_download(rows: DownloadRows, name: str, form: str) -> HttpResponse:
    """A spreadsheet that the browser keeps under this name."""
    content = build_csv(rows) if form == "csv" else build_xlsx(rows, name)
    called = re.sub(r"[^A-Za-z0-9._-]", "-", f"{name}.{form}")
    return HttpResponse(
        content,
        content_type=CONTENT_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{called}"', "Cache-Control": "private, no-store"},
    )
