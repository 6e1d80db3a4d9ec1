"""The page on which two players of a ladder are chosen, and the page that says what a match of them would bring."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from ladder.access.permissions import explain_report_refusal, find_account_player, may_report_others
from ladder.formats import DUEL, add_match_length
from ladder.matches.forms.facts import OTHER, format_stored_facts
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Season
from ladder.pages.addresses import build_report_url, find_open_season, find_season_or_404, parse_whole_number
from ladder.pairings.forms import PairingForm
from ladder.pairings.queries.comparison import (
    find_possible_challenge,
    list_pairing_facts,
    list_pairing_kinds,
    load_pairing,
    load_usual_facts,
)
from ladder.ratings import Fact, Kind
from players.models import Player
from players.people.queries import get_player_or_404
from players.privacy.veil import HIDDEN, is_veil_down

TEMPLATE = "ladder/pairings/pairing.html"
NAMES = ("first", "second")


@require_safe
def show_pairing_form(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show a form to choose two players, and lead to their page once it is filled in."""
    where = find_season_or_404(ladder, season)
    kind = choose_kind(where, request)
    facts = list_pairing_facts(where, kind) if kind else []
    asked = request.GET if any(name in request.GET for name in NAMES) else None
    form = PairingForm(asked, kinds=list_pairing_kinds(where), facts=facts, last={})
    if form.is_valid():
        players = [form.cleaned_data[name] for name in NAMES]
        return HttpResponseRedirect(build_pairing_url(where, players, pick_terms(request.GET)))
    context = build_page_context(where, form) | {"kind": kind}
    return TemplateResponse(request, TEMPLATE, context, status=422 if form.errors else 200)


@require_safe
def show_pairing(request: HttpRequest, ladder: str, season: str, first: str, second: str) -> HttpResponse:
    """Show what a match of two players would bring to both, and what was between them."""
    where = find_season_or_404(ladder, season)
    found = [get_player_or_404(parse_whole_number(key) or 0) for key in (first, second)]
    players = [player.itself for player in found]
    if players[0] == players[1]:
        raise Http404("Nobody plays against themselves.")
    if is_veil_down() and any(player.hidden for player in players):
        return TemplateResponse(request, "ladder/profiles/hidden.html", status=404)
    if players != found:
        return HttpResponseRedirect(build_pairing_url(where, players, request.GET))
    form, kind = build_filled_form(request, where, players)
    given = form.fact_values() if form.is_valid() else {}
    context = build_page_context(where, form) | {"kind": kind, "player": players[0], "other": players[1]}
    context["compared"] = load_pairing(where, (players[0], players[1]), kind, given)
    context["about"] = describe_terms(kind, given)
    context |= build_links_context(request, where, players, kind, given)
    return TemplateResponse(request, TEMPLATE, context, status=422 if form.errors else 200)


def build_page_context(season: Season, form: PairingForm) -> dict[str, Any]:
    """Return what the page prints, whether two players are chosen yet or not."""
    names = [name for name in list_player_names() if name != HIDDEN]
    return {"ladder": season.ladder, "season": season, "form": form, "names": names}


def choose_kind(season: Season, request: HttpRequest) -> Kind | None:
    """Return the kind of match that the address names, else the first that two players may agree on."""
    kinds = list_pairing_kinds(season)
    return next((one for one in kinds if one.key == request.GET.get("kind")), next(iter(kinds), None))


def build_filled_form(request: HttpRequest, season: Season, players: list[Player]) -> tuple[PairingForm, Kind | None]:
    """Return the form with these players and the facts of the address, else the usual ones, and the kind."""
    kind = choose_kind(season, request)
    facts = list_pairing_facts(season, kind) if kind else []
    data: dict[str, Any] = {name: player.name for name, player in zip(NAMES, players, strict=True)}
    data["kind"] = kind.key if kind else ""
    if list_sent_names(facts, request.GET):
        data |= pick_terms(request.GET)
    else:
        data |= format_stored_facts(facts, load_usual_facts(season, players[0], facts))
    return PairingForm(data, kinds=list_pairing_kinds(season), facts=facts, last={}), kind


def list_sent_names(facts: list[Fact], sent: Mapping[str, Any]) -> list[str]:
    """Return the fields of these facts that the address has values for."""
    return [name for fact in facts for name in (fact.name, fact.name + OTHER) if name in sent]


def pick_terms(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an address says besides the players: the kind and the facts."""
    return {name: value for name, value in sent.items() if name not in NAMES and value}


def build_pairing_url(season: Season, players: list[Player], terms: Mapping[str, Any]) -> str:
    """Return the address of the page of two players, with the kind and the facts."""
    url = reverse("ladder:pairing", args=[season.ladder.slug, season.slug, *(player.pk for player in players)])
    return f"{url}?{urlencode(terms)}" if terms else url


def describe_terms(kind: Kind | None, facts: dict[str, float]) -> str:
    """Return what the match is about: "Rated, 7-point match"."""
    return add_match_length(kind.label, facts) if kind else ""


def build_links_context(
    request: HttpRequest, season: Season, players: list[Player], kind: Kind | None, facts: dict[str, float]
) -> dict[str, Any]:
    """Return whether the reader may challenge one of the two, and where they can report the match."""
    me = find_account_player(request.user)
    other = next((one for one in players if one != me), None) if me in players else None
    found: dict[str, Any] = {"opponent": other, "report_url": build_pair_report_url(request, season, players, other)}
    if me and other and kind and find_open_season(season.ladder) == season:
        found["challenge"] = find_possible_challenge(season, me, other, kind, facts)
        found["terms"] = {"kind": kind.key, **format_stored_facts(list_pairing_facts(season, kind), facts)}
    return found


def build_pair_report_url(request: HttpRequest, season: Season, players: list[Player], other: Player | None) -> str:
    """Return the address of the report form with these players; empty for readers who can't report their match."""
    if not request.user.is_authenticated or explain_report_refusal(season, request.user):
        return ""
    url = build_report_url(season, DUEL)
    if other:
        return f"{url}?{urlencode({'opponent': other.pk})}"
    if not may_report_others(season.ladder, request.user):
        return ""
    asked = {"for": "others"} | dict(zip(NAMES, (player.name for player in players), strict=True))
    return f"{url}?{urlencode(asked)}"
