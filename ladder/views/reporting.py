"""A match of two is reported; the stake is shown before it is stored."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import page, wants_partial
from ladder.forms import MatchForm, PairForm, ReportForm, TwoForm, challenge_form_of_two, refuse
from ladder.models import Match, Season
from ladder.ratings import RatingError
from ladder.selectors import opponents, places, seasons
from ladder.services.permissions import Act, may, may_report_others, player_of, shapes_of
from ladder.services.reports import report
from ladder.services.reports.played import report_played
from ladder.services.reports.rights import why_not_fix
from players.identity import selves
from players.models import Player

from .addressed import season_of
from .challenged import challenge_for
from .guards import leave, member, member_required
from .questions import asks, status_of
from .shapes import barred, tabs, url_of
from .stakes import of_two

TEMPLATE = "ladder/match_record.html"


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """The report form; a valid one is stored, or only its stake shown."""
    where, player = season_of(ladder, season), player_of(request.user)
    refused = barred(request, where, "duel")
    if refused:
        return refused
    if shapes_of(where) == {"tournament"}:
        return redirect(url_of(where, "tournament"))
    form = form_of_two(request, where, player, sent(request) if request.method == "POST" else None)
    if form.is_valid() and "preview" not in request.POST and not asks(request, form):
        match = stored(request, form)
        if match:
            return recorded(request, match, player)
    return page(request, TEMPLATE, context(request, form), partial="form", status=status_of(form))


@member_required
@require_safe
def stake(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """What each result would be worth; it stores nothing."""
    where, player = season_of(ladder, season), player_of(request.user)
    refused = barred(request, where, "duel")
    if refused:
        return refused
    form = form_of_two(request, where, player, request.GET)
    form.fixes = "fixes" in request.GET
    form.is_valid()
    return page(request, TEMPLATE, context(request, form) | {"live": wants_partial(request)}, partial="live")


def form_of_two(request: HttpRequest, season: Season, player: Player | None, data: Any) -> TwoForm:
    """A member's own match, or one of two others."""
    asked = challenge_for(request, season)
    if asked:
        return challenge_form_of_two(asked, player, data)
    others = "others" in (request.GET.get("for"), request.POST.get("for"))
    if player is None or (others and may_report_others(season.ladder, request.user)):
        return PairForm(data, season=season)
    return ReportForm(data, season=season, player=player, last=opponents.last_facts(season, player))


def sent(request: HttpRequest) -> QueryDict:
    """What was posted; the button of a refusal puts another kind, and that of a question another name, in its place."""
    data = request.POST.copy()
    if "instead" in data:
        data.setlist("kind", data.getlist("instead"))
    field, _, name = data.get("meant", "").partition("=")
    if field in data:
        data[field] = name
    return data


def stored(request: HttpRequest, form: MatchForm, rows: dict[str, str] | None = None) -> Match | None:
    """Store the match of a valid form, or put the reason why not beside its fields."""
    user = member(request)
    try:
        if form.challenge:
            return report_played(challenge=form.challenge, by=user, **form.values())
        return report(season=form.season, by=user, **form.values())
    except (RatingError, ValidationError) as error:
        refuse(form, error, rows)
        return None


def recorded(request: HttpRequest, match: Match, player: Player | None) -> HttpResponse:
    """Back to the standings; the message has a button to undo the report."""
    messages.success(request, saved(request, match, player))
    return leave(request, match.season.get_absolute_url())


def saved(request: HttpRequest, match: Match, player: Player | None) -> str:
    """Return what is said of a stored match; one who played hears of the place that it led to."""
    if match.is_pending:
        return with_undo(request, match, "Saved. It is pending and counts once it is confirmed.")
    mine = player and match.participants.filter(player__in=selves([player.pk])).exists()
    place = places.place_of(match.season, player) if player and mine else None
    text = said_of(place) if place else "Saved."
    return with_undo(request, match, text)


def said_of(place: places.Place) -> str:
    """Return what a player hears of their place after a report."""
    if not place.rank:
        return f"Saved. Your rating is {place.rating}."
    return f"Saved. You are {place.rank} with {place.rating}."


def with_undo(request: HttpRequest, match: Match, text: str) -> str:
    """Return what is said, with a button to undo the report for as long as that can be done."""
    if why_not_fix(match, request.user):
        return text
    return render_to_string("ladder/_saved.html", {"text": text, "match": match}, request=request)


def context(request: HttpRequest, form: TwoForm) -> dict[str, Any]:
    """What the report page prints."""
    likely, found = [], None
    if isinstance(form, ReportForm):
        found = form.found
        likely = opponents.likely(form.season, form.player, found.pk if found else None)
    elif not form.fixes and not form.challenge:
        likely = opponents.frequent(form.season)
    others = {"others": not isinstance(form, ReportForm), "opponents": likely, "url": url_of(form.season, "duel")}
    newcomers = [player for player in form.pair if player and not player.pk]
    return common(request, form, "duel") | others | of_two(form) | {"newcomers": newcomers}


def common(request: HttpRequest, form: MatchForm, shape: str) -> dict[str, Any]:
    """What every page of this kind prints."""
    ladder = form.season.ladder
    return {
        "form": form,
        "season": form.season,
        "off": seasons.off_season(form.season),
        "section": "report",
        "shape": shape,
        "tabs": tabs(form.season, enters=may(request.user, Act.ENTER, ladder)),
        "for_others": may_report_others(ladder, request.user),
        "names": opponents.names(),
        "start": opponents.start_text(form.season),
        "how_to_report": seasons.how_to_report(ladder, form.systems),
    }
