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

from config.htmx import page, wants_partial
from ladder.forms import PairForm, refuse
from ladder.forms.venue import VenueCodeForm
from ladder.models import Ladder
from ladder.ratings import RatingError
from ladder.selectors.seasons import off_season
from ladder.services.permissions import NO_DUELS, RECORDERS_ONLY, shapes_of
from ladder.services.reports import venue
from players import attempts, veil

from .addressed import open_season
from .guards import by_slug, leave
from .questions import asks, status_of
from .reporting import TEMPLATE, context, sent

ACTION = SESSION = "venue"
OPEN_FOR = timedelta(hours=12)
WRONG = "This is not the venue code of {}. It may have changed: look on the wall again."

LATE = "Nothing was saved because you have signed in since. Report it here as yourself."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, ladder: str) -> HttpResponse:
    """Ask for the venue code; the right one opens the session."""
    found = by_slug(ladder)
    if request.user.is_authenticated or digest_of(request, found):
        return leave(request, report_url(request, found))
    if not venue.is_for_members(found):
        return barred(request, found, RECORDERS_ONLY)
    attempts.check(request, ACTION)
    form = VenueCodeForm(request.POST if request.method == "POST" else None, initial={"code": request.GET.get("code")})
    if form.is_valid():
        digest = venue.opened_by(found, form.cleaned_data["code"])
        if digest:
            open_session(request, found, digest)
            return leave(request, report_url(request, found))
        attempts.wrong(request, ACTION)
        form.add_error("code", WRONG.format(found))
    words = {"ladder": found, "form": form}
    return TemplateResponse(request, "ladder/at_venue.html", words, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, ladder: str) -> HttpResponse:
    """The report form, with both names to give; a valid one is stored, or only its stake shown."""
    found = by_slug(ladder)
    digest, season = digest_of(request, found), open_season(found)
    if not digest or request.user.is_authenticated:
        if request.method == "POST":
            messages.warning(request, LATE if request.user.is_authenticated else f"{venue.OVER} Nothing was saved.")
        return leave(request, report_url(request, found))
    if season is None or shapes_of(season) == {"tournament"}:
        return barred(request, found, NO_DUELS if season else f"No season of {found} is open.")
    if not venue.is_for_members(found):
        return barred(request, found, RECORDERS_ONLY)
    if not season.has_begun and (off := off_season(season)):
        return barred(request, found, f"{off.text} Until then it takes no matches.")
    form = PairForm(sent(request) if request.method == "POST" else None, season=season)
    if form.is_valid():
        refuse_newcomers(form)
    if form.is_valid() and "preview" not in request.POST and not asks(request, form):
        try:
            venue.report_at_venue(season=season, digest=digest, **form.values())
        except (RatingError, ValidationError) as error:
            refuse(form, error)
        else:
            messages.success(request, "Saved. Players with an account get a notice.")
            return leave(request, request.path)
    return page(request, TEMPLATE, words(request, form), partial="form", status=status_of(form))


@never_cache
@require_safe
def stake(request: HttpRequest, ladder: str) -> HttpResponse:
    """What each result would be worth; it stores nothing."""
    found = by_slug(ladder)
    season = open_season(found)
    if not digest_of(request, found) or season is None:
        return leave(request, report_url(request, found))
    form = PairForm(request.GET, season=season)
    form.is_valid()
    return page(request, TEMPLATE, words(request, form) | {"live": wants_partial(request)}, partial="live")


@require_POST
def close(request: HttpRequest, ladder: str) -> HttpResponse:
    """End the session at the venue, of all its ladders; the codes work again."""
    request.session.pop(SESSION, None)
    return leave(request, by_slug(ladder).get_absolute_url())


def open_session(request: HttpRequest, ladder: Ladder, digest: str) -> None:
    request.session.cycle_key()
    until = (timezone.now() + OPEN_FOR).timestamp()
    request.session[SESSION] = {**request.session.get(SESSION, {}), str(ladder.pk): [digest, until]}


def digest_of(request: HttpRequest, ladder: Ladder) -> str:
    """Return the digest that this session keeps, while it is the ladder's code; else nothing."""
    kept = request.session.get(SESSION, {}).get(str(ladder.pk))
    if not kept:
        return ""
    digest, until = kept
    return digest if until >= timezone.now().timestamp() and venue.is_open(ladder, digest) else ""


def report_url(request: HttpRequest, ladder: Ladder) -> str:
    """Where this reader reports: with an account on the ladder's own page, else here, after the code."""
    if request.user.is_authenticated:
        season = open_season(ladder)
        return reverse("ladder:match_record", args=[ladder.slug, season.slug]) if season else ladder.get_absolute_url()
    return reverse(f"ladder:{'at_venue_report' if digest_of(request, ladder) else 'at_venue'}", args=[ladder.slug])


def barred(request: HttpRequest, ladder: Ladder, sentence: str) -> HttpResponse:
    told = {"season": ladder, "sentence": sentence, "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", told, status=403)


def refuse_newcomers(form: PairForm) -> None:
    """Where visitors read no whole names, a name that nobody has is more likely part of one than a new player's."""
    if veil.shortens():
        for field in form.newcomers():
            form.add_error(field, "Nobody has that name. Enter the full name. Ask an organiser to add a new player.")


def words(request: HttpRequest, form: PairForm) -> dict[str, Any]:
    """What the report page prints; there is one shape, and names are completed as visitors read them."""
    url = reverse("ladder:at_venue_report", args=[form.season.ladder.slug])
    found = context(request, form)
    names = [name for name in found["names"] if name != veil.HIDDEN]
    shown = [one for one in found["opponents"] if one.name != veil.HIDDEN]
    return found | {"url": url, "at_venue": True, "tabs": [], "names": names, "opponents": shown}
