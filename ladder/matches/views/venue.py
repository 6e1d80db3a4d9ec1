"""Reports at the venue without an account: an organiser makes a code, which opens a session that can only report.

Nobody is signed in by it, so every other page takes its reader for a visitor.
"""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page, wants_partial
from ladder.access.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.access.permissions import Act
from ladder.changes.forms import add_refusal
from ladder.formats import DUEL, Format
from ladder.matches.actions.reports import report_match
from ladder.matches.actions.venue_codes import (
    end_venue_code,
    find_code_digest,
    make_venue_code,
)
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.sides import SidesForm
from ladder.matches.forms.two_players import PairForm
from ladder.matches.queries.opponents import Opponent
from ladder.matches.views.report_pages import ReportTab, find_form_status, has_open_question, list_report_tabs
from ladder.matches.views.reports import build_report_context, read_sent_values
from ladder.models import Ladder, Season, VenueCode
from ladder.pages.addresses import build_absolute_url, find_local_address, find_open_season
from ladder.pages.qr_codes import build_qr_code, find_report_target
from ladder.pages.seasons import list_seasons, pick_current_season
from ladder.ratings import RatingError
from ladder.scene import CODE_OVER, RECORDERS_ONLY, VENUE_SESSION, Scene, find_session_digest
from players.accounts.codes import SHORT, CodeField
from players.accounts.logins import check_wrong_codes, count_wrong_code
from players.privacy.redaction import HIDDEN_PLAYER, are_names_shortened, find_shown_keys, find_shown_names_only

VENUE_ACTION = "venue"
OPEN_FOR = timedelta(hours=12)
WRONG_VENUE_CODE = "This is not the venue code of {}. It may have changed: look on the wall again."

ONLY_TWO = "At the venue only matches of two players or two sides can be reported. Sign in to report others."
NAMES_UNKNOWN = (
    "One of the names is unknown here, or two are the same player. Enter the full names."
    " To add a new player, ask an organiser."
)
SIGNED_IN_SINCE = "Nothing was saved because you have signed in since. Report it here as yourself."


class VenueCodeForm(forms.Form):
    """The code as it was typed; the view checks whether it is right."""

    code = CodeField(
        label="Venue code",
        too_long=f"A venue code has {SHORT} letters and digits.",
        help_text=f"{SHORT} letters and digits. It is on the wall, or ask an organiser.",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_venue_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Ask for the venue code; the right one lets this browser report for twelve hours."""
    found = find_ladder(ladder)
    if request.user.is_authenticated or find_session_digest(request, found):
        return redirect_browser(request, find_report_url(request, found))
    if not found.members_report:
        return refuse_at_venue(request, found, RECORDERS_ONLY)
    check_wrong_codes(request, VENUE_ACTION)
    form = VenueCodeForm(request.POST if request.method == "POST" else None, initial={"code": request.GET.get("code")})
    if form.is_valid():
        digest = find_code_digest(found, form.cleaned_data["code"])
        if digest:
            open_venue_session(request, found, digest)
            return redirect_browser(request, find_report_url(request, found))
        count_wrong_code(request, VENUE_ACTION)
        form.add_error("code", WRONG_VENUE_CODE.format(found))
    words = {"ladder": found, "form": form}
    return TemplateResponse(request, "ladder/matches/at_venue.html", words, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_venue_report(request: HttpRequest, ladder: str, format: str = DUEL.key) -> HttpResponse:
    """Show the report form for two names or two sides and what is at stake, and store the report."""
    found = find_ladder(ladder)
    digest, season = find_session_digest(request, found), find_open_season(found)
    if not digest or request.user.is_authenticated:
        if request.method == "POST":
            messages.warning(
                request, SIGNED_IN_SINCE if request.user.is_authenticated else f"{CODE_OVER} Nothing was saved."
            )
        return redirect_browser(request, find_report_url(request, found))
    tabs = list_venue_tabs(season) if season else []
    if season is None or not tabs:
        return refuse_at_venue(request, found, ONLY_TWO if season else f"No season of {found} is open.")
    scene = Scene(season, venue_code=digest)
    if refusal := scene.refuse(Act.REPORT):
        return refuse_at_venue(request, found, refusal)
    chosen = next((tab.format for tab in tabs if tab.format.key == format), None)
    if chosen is None:
        return redirect_browser(request, tabs[0].url)
    values = read_sent_values(request) if request.method == "POST" else None
    form = build_venue_form(values, chosen, season)
    with find_shown_names_only():
        form.is_valid()
    preview = "preview" in request.POST
    if form.is_valid() and not preview and not has_open_question(request, form):
        try:
            store_venue_report(scene, form, build_venue_form(values, chosen, season))
        except UnknownNames as error:
            for field in form.newcomers() or [None]:
                form.add_error(field, error)
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
        else:
            messages.success(request, "Saved. Players with an account get a notice.")
            return redirect_browser(request, request.path)
    context, live = build_venue_context(request, form), preview and wants_partial(request)
    if live:
        return render_page(request, form.template, context | {"live": True}, partial="live")
    return render_page(request, form.template, context, partial="form", status=find_form_status(form))


@never_cache
@require_safe
def show_venue_stake(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show what each result would be worth; nothing is stored."""
    found = find_ladder(ladder)
    season = find_open_season(found)
    if not find_session_digest(request, found) or season is None:
        return redirect_browser(request, find_report_url(request, found))
    form = PairForm(request.GET, season=season)
    with find_shown_names_only():
        form.is_valid()
    return render_page(
        request, form.template, build_venue_context(request, form) | {"live": wants_partial(request)}, partial="live"
    )


@require_POST
def leave_venue(request: HttpRequest, ladder: str) -> HttpResponse:
    """End the reporting at the venue in this browser, for all ladders; the codes can be entered again."""
    request.session.pop(VENUE_SESSION, None)
    return redirect_browser(request, find_ladder(ladder).get_absolute_url())


def open_venue_session(request: HttpRequest, ladder: Ladder, digest: str) -> None:
    request.session.cycle_key()
    until = (timezone.now() + OPEN_FOR).timestamp()
    request.session[VENUE_SESSION] = {**request.session.get(VENUE_SESSION, {}), str(ladder.pk): [digest, until]}


def find_report_url(request: HttpRequest, ladder: Ladder) -> str:
    """Return the address on which this reader reports: with an account the ladder's report page, else this one."""
    if request.user.is_authenticated:
        season = find_open_season(ladder)
        return reverse("ladder:match_record", args=[ladder.slug, season.slug]) if season else ladder.get_absolute_url()
    return reverse(
        f"ladder:{'at_venue_report' if find_session_digest(request, ladder) else 'at_venue'}", args=[ladder.slug]
    )


def refuse_at_venue(request: HttpRequest, ladder: Ladder, sentence: str) -> HttpResponse:
    told = {"season": ladder, "sentence": sentence, "section": "report"}
    return TemplateResponse(request, "ladder/matches/match_barred.html", told, status=403)


def list_venue_tabs(season: Season) -> list[ReportTab]:
    """Return the pages on which matches are reported at the venue: of two players, and of two sides."""
    address = [season.ladder.slug]
    return [
        one._replace(
            url=reverse("ladder:at_venue_sides", args=[*address, one.format.key])
            if one.format.has_sides
            else reverse("ladder:at_venue_report", args=address)
        )
        for one in list_report_tabs(season, enters=False)
        if one.format.has_sides or not one.format.is_entered_in_rows
    ]


def build_venue_form(data: QueryDict | None, format: Format, season: Season) -> PairForm | SidesForm:
    """Return the form for a match of two others, or of two sides of others."""
    return SidesForm(data, format=format, season=season) if format.has_sides else PairForm(data, season=season)


class UnknownNames(ValidationError):
    """Names that were typed at the venue are not taken."""


def store_venue_report(scene: Scene, form: MatchForm, sent: MatchForm) -> None:
    """Report the match of a form; `form` found only shown names, `sent` all.

    New names are refused where visitors read shortened ones: such a name is more likely a part of a known one. They are
    refused last, when the report is stored but not committed, so that whatever else refuses it says the same of a known
    name that is not shown.
    Raises: UnknownNames; else what `report_match` raises.
    """
    if not sent.is_valid():
        raise UnknownNames(NAMES_UNKNOWN)
    has_unseen = bool(form.newcomers() and find_shown_keys())
    with transaction.atomic():
        report_match(scene=scene, entry=sent.entry, form_key=form.cleaned_data["form_key"], has_unseen=has_unseen)
        if are_names_shortened() and sent.newcomers():
            raise UnknownNames(NAMES_UNKNOWN)


def build_venue_context(request: HttpRequest, form: PairForm | SidesForm) -> dict[str, Any]:
    """Return what the report page prints; names are completed as visitors read them."""
    found = build_report_context(request, form)
    if "sides" in found:
        found["url"] = request.path
        found["sides"] = [(side, leave_out_hidden(likely)) for side, likely in found["sides"]]
    else:
        found["url"] = reverse("ladder:at_venue_report", args=[form.season.ladder.slug])
        found["opponents"] = leave_out_hidden(found["opponents"])
    return found | {"newcomers": [], "at_venue": True, "tabs": list_venue_tabs(form.season)}


def leave_out_hidden(players: list[Opponent]) -> list[Opponent]:
    """Return the players to tap without those whom visitors don't see."""
    return [one for one in players if one.name != HIDDEN_PLAYER]


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show_venue_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show whether the ladder has a venue code, make or end one; a new one is shown only once."""
    found = find_ladder(ladder)
    words = {"ladder": found, "section": "settings", "open": found.members_report}
    words["local"] = find_local_address(request)
    if request.method == "POST" and "end" in request.POST:
        end_venue_code(ladder=found, by=get_account(request))
        messages.success(request, "The venue code no longer works.")
        return redirect_browser(request, request.path)
    if request.method == "POST" and words["open"]:
        code = make_venue_code(ladder=found, by=get_account(request))
        path = reverse("ladder:at_venue", args=[found.slug])
        url = build_absolute_url(request, path)
        words |= {
            "code": code,
            "where": url.partition("://")[2],
            "qr": build_qr_code(f"{url}?{urlencode({'code': code})}"),
        }
    else:
        words["known"] = VenueCode.objects.filter(ladder=found).select_related("made_by__player").first()
    return TemplateResponse(request, "ladder/matches/venue_code.html", words)


@require_safe
def follow_report_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Redirect from the address on posters, which is the same for all seasons, to where results are reported now."""
    season = pick_current_season(list_seasons(ladder))
    if season is None:
        raise Http404(f"{ladder} has no season.")
    return redirect(find_report_target(season, list(season.boards.all())))
