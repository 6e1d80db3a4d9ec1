"""The pages on which reporters fix or undo their report, while the ladder lets them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import render_page
from ladder.access.guards import get_member, redirect_browser, require_member
from ladder.access.permissions import find_account_player
from ladder.changes.forms import add_refusal
from ladder.matches.actions.reports import fix_report, undo_report
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.prefilled import build_fix_form, read_fixed_entry
from ladder.matches.forms.rows import RowsForm, add_empty_row
from ladder.matches.queries.confirmations import find_dispute
from ladder.matches.queries.rights import WRONG_PERSON, refuse_fix
from ladder.matches.views.match import load_match_or_404
from ladder.matches.views.report_pages import find_form_status, has_open_question
from ladder.matches.views.reports import build_report_context, describe_saved_match, read_sent_values
from ladder.matches.views.row_reports import build_rows_context, render_rows
from ladder.models import Match
from ladder.pages.addresses import find_back_address, read_revision
from ladder.pages.navigation import show_ladder_in_header
from ladder.ratings import RatingError

MatchAction = Callable[..., Match]
OTHER_ZONE = "The club has changed its time zone since you opened this page. Enter again when the match was played."


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_fix_form(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the report form filled in with the match, and fix the match."""
    match, player = open_match(request, pk), find_account_player(request.user)
    refusal = refuse_fix(match, request.user)
    if refusal:
        return turn_away(request, match, refusal)
    form = build_fix_form(match, player, read_sent_values(request) if request.method == "POST" else None)
    if "add" in request.POST and isinstance(form, RowsForm):
        longer = RowsForm(format=form.format, season=match.season, initial=add_empty_row(request.POST))
        return render_rows(request, longer, build_fix_context(match))
    if form.is_valid() and not has_open_question(request, form):
        fixed = store_fix(request, form, match)
        if fixed:
            messages.success(request, describe_saved_match(request, fixed, form.entry, player))
            return redirect_browser(request, match.get_absolute_url())
    return render_fix_form(request, form, load_match_or_404(pk))


def store_fix(request: HttpRequest, form: MatchForm, match: Match) -> Match | None:
    """Fix the match with a valid form, or put the reason why not beside its fields."""
    zone = timezone.get_current_timezone_name()
    if request.POST.get("zone", zone) != zone:  # the time that the page filled in means another moment now
        form.add_error("time", OTHER_ZONE)
        return None
    try:
        entry = read_fixed_entry(form, match)
        return fix_report(match=match, by=get_member(request), revision=read_revision(request), entry=entry)
    except (RatingError, ValidationError) as error:
        add_refusal(form, error)
        return None


def render_fix_form(request: HttpRequest, form: MatchForm, match: Match) -> HttpResponse:
    """Return the page of the form, with the newest version of the match."""
    if isinstance(form, OutcomeForm):
        context = build_report_context(request, form)
    else:
        assert isinstance(form, RowsForm), "a match of two, of sides or of rows"  # noqa: S101
        context = build_rows_context(request, form)
    context |= build_fix_context(match)
    return render_page(request, form.template, context, partial="form", status=find_form_status(form))


def build_fix_context(match: Match) -> dict[str, Any]:
    """Return what the report pages print differently when they fix a match."""
    url, zone = reverse("ladder:match_fix", args=[match.pk]), timezone.get_current_timezone_name()
    return {"fixes": match, "url": url, "zone": zone, "tabs": [], "dispute": find_dispute(match)}


@require_member
@require_POST
def undo_own_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo one's own report."""
    match = load_match_or_404(pk)
    refusal = refuse_fix(match, request.user)
    return answer_button(request, match, refusal, undo_report, "Your report was undone. The match no longer counts.")


def answer_button(request: HttpRequest, match: Match, refusal: str, act: MatchAction, done: str) -> HttpResponse:
    """Do what a button on the match page asks for, or say why not, and go back to the match."""
    if refusal:
        return turn_away(request, match, refusal)
    try:
        act(match=match, by=get_member(request), revision=read_revision(request))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, done)
    return redirect_browser(request, find_back_address(request, match.get_absolute_url()))


def open_match(request: HttpRequest, pk: int) -> Match:
    """Return the match, and show its ladder in the header."""
    match = load_match_or_404(pk)
    show_ladder_in_header(request, match.season.ladder)
    return match


def turn_away(request: HttpRequest, match: Match, refusal: str) -> HttpResponse:
    """Answer 403 if this is for others to do; else go back to the match page and say why it can't be done."""
    if refusal in WRONG_PERSON:
        raise PermissionDenied(refusal)
    messages.error(request, refusal)
    return redirect_browser(request, match.get_absolute_url())
