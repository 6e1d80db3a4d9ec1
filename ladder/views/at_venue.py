"""Reporting at the venue without an account: the code opens a session that reports, and does nothing else.

Nobody is signed in by it, so every other page takes its reader for a visitor.
"""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page, wants_partial
from ladder.forms import PairForm, add_refusal
from ladder.forms.venue import VenueCodeForm
from ladder.models import Ladder
from ladder.ratings import RatingError
from ladder.selectors.seasons import find_off_season
from ladder.services.permissions import NO_DUELS, RECORDERS_ONLY, list_season_shapes
from ladder.services.reports import venue
from ladder.services.reports.venue import CODE_OVER, find_code_digest, is_venue_code_valid, may_members_report
from ladder.views.addressed import find_open_season
from ladder.views.guards import find_ladder, redirect_browser
from ladder.views.questions import find_form_status, has_open_question
from ladder.views.reporting import TEMPLATE, build_report_context, read_sent_values
from players import veil
from players.attempts import check_wrong_codes, count_wrong_code
from players.veil import is_veil_shortening

ACTION = SESSION = "venue"
OPEN_FOR = timedelta(hours=12)
WRONG = "This is not the venue code of {}. It may have changed: look on the wall again."

LATE = "Nothing was saved because you have signed in since. Report it here as yourself."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_venue_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Ask for the venue code; the right one opens the session."""
    found = find_ladder(ladder)
    if request.user.is_authenticated or find_session_digest(request, found):
        return redirect_browser(request, find_report_url(request, found))
    if not may_members_report(found):
        return refuse_at_venue(request, found, RECORDERS_ONLY)
    check_wrong_codes(request, ACTION)
    form = VenueCodeForm(request.POST if request.method == "POST" else None, initial={"code": request.GET.get("code")})
    if form.is_valid():
        digest = find_code_digest(found, form.cleaned_data["code"])
        if digest:
            open_venue_session(request, found, digest)
            return redirect_browser(request, find_report_url(request, found))
        count_wrong_code(request, ACTION)
        form.add_error("code", WRONG.format(found))
    words = {"ladder": found, "form": form}
    return TemplateResponse(request, "ladder/at_venue.html", words, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_venue_report(request: HttpRequest, ladder: str) -> HttpResponse:
    """The report form, with both names to give; a valid one is stored, or only its stake shown."""
    found = find_ladder(ladder)
    digest, season = find_session_digest(request, found), find_open_season(found)
    if not digest or request.user.is_authenticated:
        if request.method == "POST":
            messages.warning(request, LATE if request.user.is_authenticated else f"{CODE_OVER} Nothing was saved.")
        return redirect_browser(request, find_report_url(request, found))
    if season is None or list_season_shapes(season) == {"tournament"}:
        return refuse_at_venue(request, found, NO_DUELS if season else f"No season of {found} is open.")
    if not may_members_report(found):
        return refuse_at_venue(request, found, RECORDERS_ONLY)
    if not season.has_begun and (off := find_off_season(season)):
        return refuse_at_venue(request, found, f"{off.text} Until then it takes no matches.")
    form = PairForm(read_sent_values(request) if request.method == "POST" else None, season=season)
    if form.is_valid():
        refuse_newcomers(form)
    if form.is_valid() and "preview" not in request.POST and not has_open_question(request, form):
        try:
            venue.report_at_venue(season=season, digest=digest, **form.values())
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
        else:
            messages.success(request, "Saved. Players with an account get a notice.")
            return redirect_browser(request, request.path)
    return render_page(
        request, TEMPLATE, build_venue_context(request, form), partial="form", status=find_form_status(form)
    )


@never_cache
@require_safe
def show_venue_stake(request: HttpRequest, ladder: str) -> HttpResponse:
    """What each result would be worth; it stores nothing."""
    found = find_ladder(ladder)
    season = find_open_season(found)
    if not find_session_digest(request, found) or season is None:
        return redirect_browser(request, find_report_url(request, found))
    form = PairForm(request.GET, season=season)
    form.is_valid()
    return render_page(
        request, TEMPLATE, build_venue_context(request, form) | {"live": wants_partial(request)}, partial="live"
    )


@require_POST
def leave_venue(request: HttpRequest, ladder: str) -> HttpResponse:
    """End the session at the venue, of all its ladders; the codes work again."""
    request.session.pop(SESSION, None)
    return redirect_browser(request, find_ladder(ladder).get_absolute_url())


def open_venue_session(request: HttpRequest, ladder: Ladder, digest: str) -> None:
    request.session.cycle_key()
    until = (timezone.now() + OPEN_FOR).timestamp()
    request.session[SESSION] = {**request.session.get(SESSION, {}), str(ladder.pk): [digest, until]}


def find_session_digest(request: HttpRequest, ladder: Ladder) -> str:
    """Return the digest that this session keeps, while it is the ladder's code; else nothing."""
    kept = request.session.get(SESSION, {}).get(str(ladder.pk))
    if not kept:
        return ""
    digest, until = kept
    return digest if until >= timezone.now().timestamp() and is_venue_code_valid(ladder, digest) else ""


def find_report_url(request: HttpRequest, ladder: Ladder) -> str:
    """Where this reader reports: with an account on the ladder's own page, else here, after the code."""
    if request.user.is_authenticated:
        season = find_open_season(ladder)
        return reverse("ladder:match_record", args=[ladder.slug, season.slug]) if season else ladder.get_absolute_url()
    return reverse(
        f"ladder:{'at_venue_report' if find_session_digest(request, ladder) else 'at_venue'}", args=[ladder.slug]
    )


def refuse_at_venue(request: HttpRequest, ladder: Ladder, sentence: str) -> HttpResponse:
    told = {"season": ladder, "sentence": sentence, "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", told, status=403)


def refuse_newcomers(form: PairForm) -> None:
    """Where visitors read no whole names, a name that nobody has is more likely part of one than a new player's."""
    if is_veil_shortening():
        for field in form.newcomers():
            form.add_error(field, "Nobody has that name. Enter the full name. Ask an organiser to add a new player.")


def build_venue_context(request: HttpRequest, form: PairForm) -> dict[str, Any]:
    """What the report page prints; there is one shape, and names are completed as visitors read them."""
    url = reverse("ladder:at_venue_report", args=[form.season.ladder.slug])
    found = build_report_context(request, form)
    names = [name for name in found["names"] if name != veil.HIDDEN]
    shown = [one for one in found["opponents"] if one.name != veil.HIDDEN]
    return found | {"url": url, "at_venue": True, "tabs": [], "names": names, "opponents": shown}
