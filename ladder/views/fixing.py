"""Whoever reported a match fixes or undoes the report, for as long as the ladder lets them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import page
from ladder.forms import MatchForm, SeatsForm, TwoForm, fix_form, fixed_values, refuse
from ladder.models import Match
from ladder.ratings import RatingError
from ladder.selectors import navigation
from ladder.selectors.disputes import dispute_of
from ladder.services import reports
from ladder.services.permissions import player_of
from ladder.services.reports import rights

from . import entering, reporting
from .asking import back, revision
from .guards import leave, member, member_required
from .matches import match_of
from .questions import asks, status_of

Act = Callable[..., Match]
OTHER_ZONE = "The club has changed its time zone since you opened this page. Enter again when the match was played."


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_fix(request: HttpRequest, pk: int) -> HttpResponse:
    """The report form as it was sent; a valid one puts the match right."""
    match, player = opened(request, pk), player_of(request.user)
    refusal = rights.why_not_fix(match, request.user)
    if refusal:
        return turned_away(request, match, refusal)
    if "add" in request.POST and (shape := entering.shape_of(fix_form(match, player))):
        return entering.added(request, match.season, shape, None, words(match))
    form = fix_form(match, player, reporting.sent(request) if request.method == "POST" else None)
    if form.is_valid() and not asks(request, form):
        fixed = put_right(request, form, match)
        if fixed:
            messages.success(request, reporting.saved(request, fixed, player))
            return leave(request, match.get_absolute_url())
    return shown(request, form, match_of(pk))


def put_right(request: HttpRequest, form: MatchForm, match: Match) -> Match | None:
    """Store what a valid form says, or put the reason why not beside its fields."""
    zone = timezone.get_current_timezone_name()
    if request.POST.get("zone", zone) != zone:  # the time that the page filled in means another moment now
        form.add_error("time", OTHER_ZONE)
        return None
    try:
        return reports.fix(match=match, by=member(request), revision=revision(request), **fixed_values(form, match))
    except (RatingError, ValidationError) as error:
        refuse(form, error)
        return None


def shown(request: HttpRequest, form: MatchForm, match: Match) -> HttpResponse:
    """The page of the form's shape, with the version of the match that is now the newest."""
    status = status_of(form)
    if isinstance(form, SeatsForm):
        context = entering.context(request, form, entering.shape_of(form)) | words(match)
        return page(request, entering.TEMPLATE, context, partial="form", status=status)
    assert isinstance(form, TwoForm), "a match of two or of rows"  # noqa: S101
    context = reporting.context(request, form) | words(match)
    return page(request, reporting.TEMPLATE, context, partial="form", status=status)


def words(match: Match) -> dict[str, Any]:
    """What the report pages print in another way where they fix a match."""
    url, zone = reverse("ladder:match_fix", args=[match.pk]), timezone.get_current_timezone_name()
    return {"fixes": match, "url": url, "zone": zone, "tabs": [], "dispute": dispute_of(match)}


@member_required
@require_POST
def match_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own report back."""
    match = match_of(pk)
    refusal = rights.why_not_fix(match, request.user)
    return pressed(request, match, refusal, reports.undo, "Your report was undone. The match no longer counts.")


def pressed(request: HttpRequest, match: Match, refusal: str, act: Act, done: str) -> HttpResponse:
    """Do what a button asks for, or say why not."""
    if refusal:
        return turned_away(request, match, refusal)
    try:
        act(match=match, by=member(request), revision=revision(request))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, done)
    return leave(request, back(request, match.get_absolute_url()))


def opened(request: HttpRequest, pk: int) -> Match:
    """Return the match, and name its ladder in the header."""
    match = match_of(pk)
    navigation.show(request, match.season.ladder)
    return match


def turned_away(request: HttpRequest, match: Match, refusal: str) -> HttpResponse:
    """Forbid what is not this person's to do; else say on the match page why it can't be done."""
    if refusal in rights.WRONG_PERSON:
        raise PermissionDenied(refusal)
    messages.error(request, refusal)
    return leave(request, match.get_absolute_url())
