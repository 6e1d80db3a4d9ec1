"""The page of a ladder's rounds: whom one plays, who is in, and what organisers do about it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder.access.guards import find_ladder, get_account, redirect_browser, require_member, require_permission
from ladder.access.permissions import NO_PLAYER, Act, find_account_player, is_allowed
from ladder.challenges.queries.running import find_fixture_report, format_deadline
from ladder.models import Fixture, Ladder, Round, RoundWish, Season
from ladder.pages.addresses import find_back_address, find_open_season
from ladder.rounds.actions import make_round, store_round_wish, swap_in_round
from ladder.rounds.matching import refuse_rounds
from ladder.rounds.notifications import build_rounds_url
from ladder.rounds.queries.entrants import load_round_wishes
from ladder.rounds.queries.next_round import find_next_round, load_round_question, read_wish_link
from ladder.rounds.queries.wishes import WISHES_SAID
from players.models import Player

CHOOSE_AN_ANSWER = "Choose in, twice or out."


@require_safe
def show_rounds(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the latest round with the reason of each pair, and who is in the next one."""
    found, me = find_ladder(ladder), find_account_player(request.user)
    season = find_open_season(found)
    latest = Round.objects.filter(season__ladder=found).select_related("season__ladder").order_by("-pk").first()
    coming = find_next_round(season) if season else None
    people = load_round_wishes(season, timezone.localdate()) if season else {}
    lines = list_round_lines(latest, me, reports_all=is_allowed(request.user, Act.ENTER, found)) if latest else []
    left_over = list(latest.left_over.select_related("merged_into")) if latest else []
    unplayed = [player for one in lines if not one["match"] for side in ("first", "second") for player in one[side]]
    context = {
        "ladder": found,
        "season": season,
        "section": "rounds",
        "round": latest,
        "lines": lines,
        "left_over": left_over,
        "swappable": sorted({*unplayed, *(one.itself for one in left_over)}, key=lambda one: one.name.casefold()),
        "coming": coming,
        "in_count": len(people),
        "people": list(Player.objects.filter(pk__in=people).order_by("name")),
        "asked": me and load_round_question(found, coming, me),
        "organises": is_allowed(request.user, Act.CORRECT, found),
        "refusal": refuse_rounds(),
    }
    return TemplateResponse(request, "ladder/rounds/rounds.html", context)


def list_round_lines(latest: Round, me: Player | None, *, reports_all: bool) -> list[dict[str, Any]]:
    """Return each match of a round: who plays whom, why, the result or by when, and where it is reported."""
    fixtures = latest.fixtures.select_related("match", "season__ladder").order_by("pk")
    known = fixtures.prefetch_related("parties__player__merged_into")
    return [build_round_line(one, latest, me, reports_all=reports_all) for one in known]


def build_round_line(fixture: Fixture, latest: Round, me: Player | None, *, reports_all: bool) -> dict[str, Any]:
    first, second = fixture.sides
    is_mine, is_played = me in (*first, *second), bool(fixture.match and not fixture.match.is_void)
    may_report = not is_played and latest.season.is_running and (reports_all or is_mine)
    return {
        "sides": (first, second),
        "names": f"{fixture.name_side(1)} v {fixture.name_side(2)}",
        "first": first,
        "second": second,
        "why": fixture.note,
        "is_mine": is_mine,
        "match": fixture.match if is_played else None,
        "until": format_deadline(fixture.deadline),
        "report": find_fixture_report(fixture) if may_report else "",
    }


@require_member
@require_POST
def handle_round_wish(request: HttpRequest, ladder: str) -> HttpResponse:
    """Store how often a member wants to play in each round, and go back to the page that asked."""
    found, me = find_ladder(ladder), find_account_player(request.user)
    if me is None:
        raise PermissionDenied(NO_PLAYER)
    wanted = read_wanted(request.POST)
    if wanted is None:
        messages.error(request, CHOOSE_AN_ANSWER)
    else:
        store_round_wish(ladder=found, player=me, wanted=wanted)
        messages.success(request, WISHES_SAID[wanted])
    return redirect_browser(request, find_back_address(request, build_rounds_url(found)))


def read_wanted(sent: QueryDict) -> RoundWish.Wanted | None:
    """Return how often somebody wants to play, as a form or an address says; None for anything else."""
    return next((one for one in RoundWish.Wanted if sent.get("wanted") == str(one.value)), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer_by_link(request: HttpRequest, ladder: str, token: str) -> HttpResponse:
    """Ask whoever has a link from a mail how often its player is in the next round; a POST stores it.

    Nobody is signed in by it.
    """
    asked = read_wish_link(ladder, token)
    wanted = read_wanted(request.POST)
    if asked and wanted is not None:
        store_round_wish(ladder=asked.ladder, player=asked.player, wanted=wanted)
        return redirect_browser(request, request.path)
    tapped = read_wanted(request.GET)
    context = {
        "ladder": find_ladder(ladder),
        "asked": asked,
        "first": asked and (asked.wanted if tapped is None else tapped),
        "action": request.path,
    }
    headers = {"X-Robots-Tag": "noindex"}
    return TemplateResponse(
        request, "ladder/rounds/answer.html", context, status=200 if asked else 404, headers=headers
    )


@require_permission(Act.CORRECT, find_ladder)
@require_POST
def handle_round(request: HttpRequest, ladder: str) -> HttpResponse:
    """Make the next round now, or let two players of the latest one change places."""
    found = find_ladder(ladder)
    season = find_open_season(found)
    if season is None:
        raise Http404(f"{found} has no open season.")
    try:
        messages.success(request, change_rounds(request, found, season))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    return redirect_browser(request, build_rounds_url(found))


def change_rounds(request: HttpRequest, ladder: Ladder, season: Season) -> str:
    """Do what the organiser's button says, and return what was done. Raises: ValidationError."""
    if "swap" not in request.POST:
        return f"{make_round(season=season, by=get_account(request))} is made, and its players are told."
    latest = Round.objects.filter(season=season).select_related("season__ladder").order_by("-number").first()
    sent = [request.POST.get(name, "") for name in ("first", "second")]
    keys = [int(text) if text.isdecimal() and len(text) < 18 else 0 for text in sent]
    people = Player.objects.in_bulk(keys)
    if latest is None or len(people) < 2:
        raise ValidationError("Choose two players of the round.")
    first, second = (people[key] for key in keys)
    swap_in_round(made=latest, first=first, second=second, by=get_account(request))
    return f"{first} and {second} have changed places."
