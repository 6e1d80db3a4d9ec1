"""The page on which a match of two is reported, with what each result would be worth."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page, wants_partial
from ladder.access.guards import redirect_browser, require_member
from ladder.access.permissions import Act
from ladder.challenges.reports import report_challenge
from ladder.changes.forms import add_refusal
from ladder.formats import DUEL, Format, Played
from ladder.matches.actions.reports import report_match
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.outcome import OTHER_KEYS, OutcomeForm
from ladder.matches.forms.prefilled import build_challenge_report_form, fill_in_terms
from ladder.matches.forms.two_players import PairForm, ReportForm
from ladder.matches.queries.limits import load_limit_reason
from ladder.matches.queries.opponents import format_start_rating, load_last_facts
from ladder.matches.queries.rights import refuse_fix
from ladder.matches.queries.score_rule import find_stored_score_rule
from ladder.matches.views.report_pages import (
    find_asked_challenge,
    find_form_status,
    find_only_rows_format,
    has_open_question,
    list_report_tabs,
    refuse_reporter,
)
from ladder.matches.views.seats import build_seat_helps
from ladder.matches.views.stakes import build_outcome_stakes
from ladder.models import Match, Season
from ladder.pages.addresses import build_report_url, find_season_or_404, read_number
from ladder.pages.figures import format_period_end
from ladder.pages.seasons import describe_how_to_report, find_off_season
from ladder.ratings import RatingError
from ladder.scene import Scene
from ladder.standings.queries.overview import describe_new_rank
from players.models import Player
from players.people.questions import read_answers


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_report_form(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the report form and what is at stake, and store the report."""
    scene = Scene(find_season_or_404(ladder, season), request.user)
    refused = refuse_reporter(request, scene, DUEL)
    if refused:
        return refused
    if other := find_only_rows_format(scene.season):
        return redirect(build_report_url(scene.season, other))
    form = build_report_form(request, scene, read_sent_values(request) if request.method == "POST" else None)
    if form.is_valid() and "preview" not in request.POST and not has_open_question(request, form):
        try:
            return finish_report(request, store_report(scene, form), form.entry, scene.player)
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
    context = build_report_context(request, form)
    return render_page(request, form.template, context, partial="form", status=find_form_status(form))


@require_member
@require_safe
def show_stake(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show what each result would be worth; nothing is stored."""
    scene = Scene(find_season_or_404(ladder, season), request.user)
    refused = refuse_reporter(request, scene, DUEL)
    if refused:
        return refused
    form = build_report_form(request, scene, request.GET)
    form.fixes = "fixes" in request.GET
    if fixed := find_fixed_match(request, scene.season):
        form.ask_outcome(find_stored_score_rule(fixed))
    form.is_valid()
    context = build_report_context(request, form) | {"live": wants_partial(request)}
    return render_page(request, form.template, context, partial="live")


def find_fixed_match(request: HttpRequest, season: Season) -> Match | None:
    """Return the match of this season which the form fixes that asks for stakes."""
    key = read_number(request, "fixes")
    return Match.objects.filter(season=season, pk=key).select_related("season__ladder").first() if key else None


def build_report_form(request: HttpRequest, scene: Scene, data: Any) -> OutcomeForm:
    """Return the form for a member's own match, or for one of two others."""
    season, player = scene.season, scene.player
    asked = find_asked_challenge(request, season)
    if asked:
        return build_challenge_report_form(asked, player, data)
    kind = {"kind": request.GET.get("kind")}
    others = "others" in (request.GET.get("for"), request.POST.get("for"))
    if player is None or (others and scene.reports_others):
        asked_names = {name: request.GET[name] for name in OTHER_KEYS[:2] if name in request.GET}
        form: OutcomeForm = PairForm(data, season=season, initial=asked_names | kind)
    else:
        opponent = find_named_opponent(request, player) if data is None else None
        last = load_last_facts(season, player)
        form = ReportForm(data, season=season, player=player, opponent=opponent, last=last, initial=kind)
    fill_in_terms(form, request.GET)
    return form


def find_named_opponent(request: HttpRequest, player: Player) -> Player | None:
    """Return the opponent whom a link to the report form names, if it names another player than the reporter."""
    key = read_number(request, "opponent")
    return Player.objects.filter(pk=key).exclude(pk=player.pk).first() if key else None


def read_sent_values(request: HttpRequest) -> QueryDict:
    """Return the posted values, with the other kind or name that the button of a refusal or a question stands for."""
    data = read_answers(request.POST)
    if "instead" in data:
        data.setlist("kind", data.getlist("instead"))
    return data


def store_report(scene: Scene, form: MatchForm) -> Match:
    """Store the match of a valid form, and return it.

    Raises: ValidationError or RatingError with a sentence for the person who sent it.
    """
    form_key = form.cleaned_data["form_key"]
    if form.challenge:
        return report_challenge(challenge=form.challenge, by=scene.user, entry=form.entry, form_key=form_key)
    return report_match(scene=scene, entry=form.entry, form_key=form_key)


def finish_report(request: HttpRequest, match: Match, entry: Played, player: Player | None) -> HttpResponse:
    """Go to the standings, with a message that has a button to undo the report."""
    messages.success(request, describe_saved_match(request, match, entry, player))
    return redirect_browser(request, match.season.get_absolute_url())


def describe_saved_match(request: HttpRequest, match: Match, entry: Played, player: Player | None) -> str:
    """Return the message about a stored match, with a button to undo the report if that can be done.

    One who played hears of the place that it led to.
    """
    text = "Saved."
    if match.is_pending:
        text = "Saved. It is pending until it is confirmed."
    if limited := load_limit_reason(match):
        text += f" {limited}"
    elif not match.is_pending and player and player in entry.players:
        place, when = describe_new_rank(match.season, player), find_rating_day(match)
        text += f" {place}" if place else ""
        text += f" The match is rated at {when}." if when and place else ""
    if refuse_fix(match, request.user):
        return text
    return render_to_string("ladder/matches/_saved.html", {"text": text, "match": match}, request=request)


def find_rating_day(match: Match) -> str:
    """Return when the season's main board rates a match: "the end of October"; an empty text for at once."""
    board = next(iter(match.season.boards.all()), None)
    if board is None or match.kind not in {kind.key for kind in board.rating_system.kinds}:
        return ""
    return format_period_end(board.rating_system, timezone.localdate(match.played_at))


def build_report_context(request: HttpRequest, form: OutcomeForm) -> dict[str, Any]:
    """Return what the page of a match of two players or sides prints, with the likely ones to tap."""
    form.is_valid()
    common = build_common_context(request, form, form.format) | build_outcome_stakes(form)
    return common | {
        "url": build_report_url(form.season, form.format),
        "others": form.player is None,
        "asks_at_once": not form.is_bound and not form.fixes and form.names_somebody(),
        "newcomers": [player for side in form.named_sides() for player in side if not player.pk],
    }


def build_common_context(request: HttpRequest, form: MatchForm, format: Format) -> dict[str, Any]:
    """Return what every page with a report form prints."""
    ladder, scene = form.season.ladder, Scene(form.season, request.user)
    return {
        "form": form,
        "season": form.season,
        "off": find_off_season(form.season),
        "section": "report",
        "format": format,
        "tabs": list_report_tabs(form.season, enters=scene.may(Act.ENTER)),
        "for_others": scene.reports_others,
        "start": format_start_rating(form.season),
        "how_to_report": describe_how_to_report(ladder, form.systems),
        **build_seat_helps(form),
    }
