"""The page of a ladder's rounds: whom one plays, who is in, and what organisers do about it."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder.access.guards import find_ladder, get_account, redirect_browser, require_member, require_permission
from ladder.access.permissions import NO_PLAYER, Act, find_account_player, is_allowed
from ladder.formats import format_count, join_side
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Ladder, Round, RoundWish, Season
from ladder.pages.addresses import find_back_address, find_local_address, find_open_season, parse_whole_number
from ladder.pages.qr_codes import build_invitation
from ladder.pages.seasons import list_season_boards
from ladder.rounds.actions import make_round, name_partner, put_together, store_round_wish, swap_in_round
from ladder.rounds.matching import refuse_rounds
from ladder.rounds.notifications import build_rounds_url
from ladder.rounds.queries.next_round import find_next_round, load_round_question, read_wish_link
from ladder.rounds.queries.shown_round import list_swappable, load_shown_round
from ladder.rounds.queries.wishes import WISHES_SAID, has_fixed_pairs, load_entrants
from players.models import Player
from players.people.actions import find_player_by_name
from players.privacy.visitors import for_everybody


@require_safe
def show_rounds(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the latest round with the reason of each pair, and who is in the next one."""
    found, me = find_ladder(ladder), find_account_player(request.user)
    season, organises = find_open_season(found), is_allowed(request.user, Act.CORRECT, found)
    shown = load_shown_round(found, me, reports_all=is_allowed(request.user, Act.ENTER, found))
    coming = find_next_round(season) if season else None
    entrants = load_entrants(season, timezone.localdate()) if season else {}
    in_pairs = season is not None and has_fixed_pairs(season)
    context = {
        "ladder": found,
        "season": season,
        "section": "rounds",
        "shown": shown,
        "swappable": list_swap_choices(shown.round) if shown and organises else [],
        "coming": coming,
        "in_count": format_count(len(entrants), "pair") if in_pairs else len(entrants),
        "entrants": sorted(map(name_side, entrants), key=str.casefold),
        "asked": load_round_question(season, coming, me) if season and me else None,
        "in_pairs": in_pairs,
        "names": list_player_names() if in_pairs and me else [],
        "organises": organises,
        "refusal": refuse_rounds(),
    }
    return TemplateResponse(request, "ladder/rounds/rounds.html", context)


@for_everybody
@require_safe
def show_round_sheet(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the latest round as a sheet of A4, with a code that leads to the report form."""
    found = find_ladder(ladder)
    shown = load_shown_round(found)
    season = shown.round.season if shown else find_open_season(found)
    context = {"ladder": found, "season": season, "shown": shown, "url": build_rounds_url(found)}
    context["local"] = find_local_address(request)
    if season:
        context |= build_invitation(request, season, list_season_boards(season))
    return TemplateResponse(request, "ladder/rounds/rounds_sheet.html", context)


def list_swap_choices(made: Round) -> list[tuple[int, str]]:
    """Return who can change places in a round: a key that is sent, and the name of the player or pair."""
    return [(unit[0].pk, name_side(unit)) for unit in list_swappable(made)]


def name_side(side: Sequence[Player]) -> str:
    """Return the names of a side: "Ana and Ben"."""
    return join_side([one.name for one in side])


@require_member
@require_POST
def handle_round_wish(request: HttpRequest, ladder: str) -> HttpResponse:
    """Store how often a member wants to play in each round, and go back to the page that asked."""
    found, me = find_ladder(ladder), find_account_player(request.user)
    if me is None:
        raise PermissionDenied(NO_PLAYER)
    try:
        messages.success(request, store_answer(request.POST, found, me))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    return redirect_browser(request, find_back_address(request, build_rounds_url(found)))


def store_answer(sent: QueryDict, ladder: Ladder, me: Player) -> str:
    """Store how often a member is in rounds, or their partner, and return what was done. Raises: ValidationError."""
    named = sent.get("partner")
    if named is not None:
        partner = find_player_by_name(named)
        name_partner(ladder=ladder, player=me, partner=partner)
        return f"You have named {partner}."
    wanted = read_wanted(sent)
    if wanted is None:
        raise ValidationError("Choose in, twice or out.")
    store_round_wish(ladder=ladder, player=me, wanted=wanted)
    return WISHES_SAID[wanted]


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
    by, sent = get_account(request), [request.POST.get(name, "") for name in ("first", "second")]
    if "together" in request.POST:
        first, second = map(find_player_by_name, sent)
        put_together(ladder=ladder, first=first, second=second, by=by)
        return f"{first} and {second} are a pair."
    if "swap" not in request.POST:
        return f"{make_round(season=season, by=by)} is made, and its players are told."
    latest = Round.objects.filter(season=season).select_related("season__ladder").order_by("-number").first()
    keys = [parse_whole_number(text) or 0 for text in sent]
    people = Player.objects.select_related("merged_into").in_bulk(keys)
    if latest is None or len(people) < 2:
        raise ValidationError("Choose two players of the round.")
    first, second = (people[key] for key in keys)
    swap_in_round(made=latest, first=first, second=second, by=by)
    return f"{first} and {second} have changed places."
