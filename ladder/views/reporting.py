"""A member reports a match; the stake is shown before it is stored."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import page, wants_partial
from ladder.forms import ReportForm, refuse
from ladder.models import Match, Season
from ladder.ratings import RatingError, check
from ladder.selectors import opponents, places, previews
from ladder.services import matches
from ladder.services.concern import concerned
from ladder.services.permissions import player_of, why_not_report
from ladder.services.results import build
from players.models import Player

from .guards import account, leave, member_required

TEMPLATE = "ladder/match_record.html"


class Outcome(NamedTuple):
    """A result to tap, with what it is worth on each board that would count it."""

    key: str
    label: str
    stakes: list[previews.Stake]


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """The report form; a valid one is stored, or only its stake shown."""
    where, player = season_of(ladder, season), player_of(request.user)
    if player is None or why_not_report(where, player):
        return barred(request, where, player)
    posted = request.method == "POST"
    last = opponents.last_facts(where, player)
    form = ReportForm(request.POST if posted else None, season=where, player=player, last=last)
    if form.is_valid() and "preview" not in request.POST:
        try:
            match = matches.record(season=where, by=account(request), **form.values())
        except (RatingError, ValidationError) as error:
            refuse(form, error)
        else:
            return recorded(request, match, player)
    return page(request, TEMPLATE, context(form), partial="form", status=422 if form.errors else 200)


@member_required
@require_safe
def stake(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """What each result would be worth; it stores nothing."""
    where, player = season_of(ladder, season), player_of(request.user)
    if player is None or why_not_report(where, player):
        return barred(request, where, player)
    form = ReportForm(request.GET, season=where, player=player)
    form.is_valid()
    return page(request, TEMPLATE, context(form) | {"live": wants_partial(request)}, partial="live")


def season_of(ladder: str, season: str) -> Season:
    seasons = Season.objects.select_related("ladder").prefetch_related("boards")
    return get_object_or_404(seasons, ladder__slug=ladder, slug=season)


def barred(request: HttpRequest, season: Season, player: Player | None) -> HttpResponse:
    """Say why this member can't report here."""
    words = {"season": season, "sentence": why_not_report(season, player), "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", words, status=403)


def recorded(request: HttpRequest, match: Match, player: Player) -> HttpResponse:
    """Back to the standings, with the place that the match led to."""
    place = places.place_of(match.season, player)
    text = f"Saved. You are {place.ordinal} with {place.rating}." if place else "Saved."
    messages.success(request, text)
    return leave(request, match.season.get_absolute_url())


def context(form: ReportForm) -> dict[str, Any]:
    """What the report page prints."""
    found = form.found
    choices = opponents.likely(form.season, form.player, found.pk if found else None)
    return (
        {"form": form, "season": form.season, "section": "report", "opponents": choices}
        | stakes(form, found)
        | {
            "names": opponents.names(),
            "newcomer": found if found and not found.pk else None,
            "start": start_of(form),
        }
    )


def start_of(form: ReportForm) -> str:
    """The rating that a new player begins with on the main board."""
    return form.systems[0].shown(form.systems[0].initial().points)


def stakes(form: ReportForm, opponent: Player | None) -> dict[str, Any]:
    """The results to tap; without a known opponent, kind and facts they have no stake."""
    them = opponent.name if opponent else "They"
    labels = {"me": "I won", "them": f"{them} won", "draw": "Draw"}
    results = {key: result_of(form, key) for key in form.outcomes} if opponent else {}
    boards = counting(form, results.get("me"))
    if not boards or not opponent:
        return {"outcomes": [Outcome(key, labels[key], []) for key in form.outcomes], "refusals": []}
    ratings = previews.ratings_now(boards, [form.player.pk, opponent.pk or 0])
    worth = {key: previews.stake(boards, result, ratings) if result else [] for key, result in results.items()}
    names = {form.player.pk: form.player.name, opponent.pk or 0: opponent.name}
    return {
        "outcomes": [Outcome(key, labels[key], worth[key]) for key in form.outcomes],
        "refusals": previews.refusals(boards, results["me"], ratings, names),
    }


def counting(form: ReportForm, result: Any) -> list[Any]:
    """The boards that would count the result."""
    boards = form.season.boards.all() if result else []
    return [board for board in boards if concerned(board.rating_system, result) and fits(board.rating_system, result)]


def fits(system: Any, result: Any) -> bool:
    try:
        check(system, result)
    except RatingError:
        return False
    return True


def result_of(form: ReportForm, outcome: str) -> Any:
    """The match as it would be with that outcome; nothing where it can't be."""
    values = form.cleaned_data
    if "played_at" not in values:
        return None
    sides = [side._replace(player=Player(pk=side.player.pk or 0)) for side in form.sides(outcome)]
    try:
        return build(form.chosen_kind().key, values["played_at"], sides, form.fact_values(), values.get("started_at"))
    except RatingError:
        return None
