"""The page on which a recorder enters several results for others in one sitting."""

from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from ladder.access.guards import ViewFunction, find_ladder, redirect_browser, require_permission
from ladder.access.permissions import Act
from ladder.changes.forms import add_refusal
from ladder.formats import DUEL, Format
from ladder.matches.forms.sitting import build_sitting_form, carry_typed_values
from ladder.matches.queries.results import RecentEntry, list_recent_entries
from ladder.matches.queries.rights import find_fix_deadline
from ladder.matches.views.report_pages import (
    find_form_status,
    find_only_rows_format,
    find_rows_format_or_404,
    has_open_question,
    list_report_tabs,
    refuse_reporter,
)
from ladder.matches.views.reports import describe_saved_match, read_sent_values, store_report
from ladder.matches.views.seats import build_seat_helps
from ladder.models import Season
from ladder.pages.addresses import build_report_url, find_season_or_404
from ladder.pages.seasons import find_off_season
from ladder.ratings import RatingError
from ladder.scene import Scene

SIGNED_OUT = "You were signed out, and nothing was saved. Sign in, and what you typed will be here again."


def keep_typed_values(view: ViewFunction) -> ViewFunction:
    """Let a recorder who was signed out meanwhile sign in, and come back to the form with what they typed."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            messages.warning(request, SIGNED_OUT)
            return redirect_browser(
                request,
                redirect_to_login(f"{request.path}?{urlencode(carry_typed_values(request.POST), doseq=True)}").url,
            )
        return view(request, *args, **kwargs)

    return kept


@keep_typed_values
@require_permission(Act.ENTER, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_sitting(request: HttpRequest, ladder: str, season: str, format: str = DUEL.key) -> HttpResponse:
    """Show the form for the next result with the last entries, and store a result; the day and the kind stay."""
    where = find_season_or_404(ladder, season)
    chosen = DUEL if format == DUEL.key else find_rows_format_or_404(where, format)
    scene = Scene(where, request.user)
    refused = refuse_reporter(request, scene, chosen)
    if refused:
        return refused
    other = find_only_rows_format(where) if chosen is DUEL else None
    if other or not has_sitting(chosen):
        return redirect(build_sitting_url(where, other or chosen))
    last = list_recent_entries(where, request.user)
    data = read_sent_values(request) if request.method == "POST" else None
    usual = last[0].match.facts if last else {}
    form = build_sitting_form(data, format=chosen, season=where, last=usual, initial=carry_typed_values(request.GET))
    if form.is_valid() and not has_open_question(request, form):
        try:
            messages.success(request, describe_saved_match(request, store_report(scene, form), form.entry, None))
            return redirect_browser(request, f"{request.path}?{urlencode(form.kept())}")
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
    tabs = list_report_tabs(where, enters=True)
    context = {
        "form": form,
        "season": where,
        "off": find_off_season(where),
        "section": "report",
        "format": chosen,
        "tabs": [one._replace(url=build_sitting_url(where, one.format)) for one in tabs if has_sitting(one.format)],
        "others": [one for one in tabs if one.format is chosen or not has_sitting(one.format)],
        "last": [(one, may_undo_here(one)) for one in last],
        **build_seat_helps(form),
    }
    return TemplateResponse(request, "ladder/matches/record.html", context, status=find_form_status(form))


def has_sitting(format: Format) -> bool:
    """Return whether matches of a format can be entered one after another."""
    return format.has_sides or not format.is_entered_in_rows


def build_sitting_url(season: Season, format: Format) -> str:
    """Return the address on which several matches of a format are entered, or else one."""
    address = [season.ladder.slug, season.slug]
    if format.has_sides:
        return reverse("ladder:record_sides", args=[*address, format.key])
    return reverse("ladder:record", args=address) if has_sitting(format) else build_report_url(season, format)


def may_undo_here(one: RecentEntry) -> bool:
    """Return whether the entry has a button to undo it: while there is time and nobody else has changed it."""
    return one.match.revision == 1 and not one.match.is_void and timezone.now() < find_fix_deadline(one.match)
