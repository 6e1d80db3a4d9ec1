"""The page on which it is chosen who plays, and the page that says what a match of the two would bring."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from ladder.access.permissions import Act, find_account_player
from ladder.formats import (
    DUEL,
    MOST_A_SIDE,
    TEAMS,
    ParticipantResult,
    add_match_length,
    describe_handicap,
    turn_handicap,
)
from ladder.matches.forms.facts import HANDICAP_FIELDS, OTHER_SUFFIX, format_stored_facts, list_handicap_values
from ladder.matches.forms.terms import BOTH_SIDES
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Season
from ladder.pages.addresses import build_report_url, find_open_season, find_season_or_404, parse_whole_number
from ladder.pairings.forms import PairingForm, list_seat_values
from ladder.pairings.queries.comparison import (
    Pairing,
    find_possible_challenge,
    list_pairing_facts,
    list_pairing_kinds,
    load_pairing,
    load_usual_facts,
)
from ladder.ratings import Fact, Kind
from ladder.scene import Scene
from players.models import Player
from players.people.queries import get_player_or_404
from players.privacy.redaction import are_names_redacted

PAIRING_TEMPLATE = "ladder/pairings/pairing.html"


@require_safe
def show_pairing_form(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show a form to choose who plays, and lead to their page once it is filled in."""
    where = find_season_or_404(ladder, season)
    is_sent = any(name in request.GET for name in BOTH_SIDES)
    kind = choose_kind(where, request, sides=any(request.GET.get(f"{name}_2") for name in BOTH_SIDES))
    form = build_pairing_form(where, kind, request.GET if is_sent else None)
    if form.is_valid():
        return HttpResponseRedirect(build_pairing_url(where, form.pairing(), pick_terms(request.GET)))
    context = build_page_context(where, form) | {"kind": kind}
    return TemplateResponse(request, PAIRING_TEMPLATE, context, status=422 if form.errors else 200)


@require_safe
def show_pairing(request: HttpRequest, ladder: str, season: str, first: str, second: str) -> HttpResponse:
    """Show what a match of two players, or of two sides, would bring, and what was between them."""
    where = find_season_or_404(ladder, season)
    named = Pairing(*(tuple(find_side_or_404(keys)) for keys in (first, second)))
    pairing = Pairing(*(tuple(player.itself for player in side) for side in named))
    if len({player.pk for player in pairing.players}) < len(pairing.players):
        raise Http404("A player can’t play against themselves.")
    if are_names_redacted() and any(player.hidden for player in pairing.players):
        return TemplateResponse(request, "ladder/profiles/hidden.html", status=404)
    if pairing != named:
        return HttpResponseRedirect(build_pairing_url(where, pairing, request.GET))
    kind = choose_kind(where, request, sides=pairing.has_sides)
    form = build_pairing_form(where, kind, fill_form(request, where, pairing, kind))
    given = form.fact_values() if form.is_valid() else {}
    context = build_page_context(where, form) | {"kind": kind, "pairing": pairing}
    context |= {"player": pairing.first[0], "other": pairing.second[0], "about": describe_terms(pairing, kind, given)}
    context["compared"] = load_pairing(where, pairing, kind, given)
    context |= build_links_context(request, where, pairing, kind, given)
    return TemplateResponse(request, PAIRING_TEMPLATE, context, status=422 if form.errors else 200)


def find_side_or_404(keys: str) -> list[Player]:
    """Return the players of a side, whose keys stand in the address with hyphens between them: 12 or 12-13."""
    found = [parse_whole_number(key) for key in keys.split("-")]
    if not all(found) or len(found) > MOST_A_SIDE:
        raise Http404("A side is the keys of its players.")
    return [get_player_or_404(key) for key in found if key]


def build_pairing_form(season: Season, kind: Kind | None, data: Any) -> PairingForm:
    """Return the form for a match of this kind."""
    facts = list_pairing_facts(season, kind) if kind else []
    has_sides = bool(list_pairing_kinds(season, sides=True))
    return PairingForm(data, ladder=season.ladder, kinds=list_pairing_kinds(season), facts=facts, has_sides=has_sides)


def build_page_context(season: Season, form: PairingForm) -> dict[str, Any]:
    """Return what the page prints, whether it is chosen yet who plays or not."""
    return {"ladder": season.ladder, "season": season, "form": form, "names": list_player_names()}


def choose_kind(season: Season, request: HttpRequest, *, sides: bool) -> Kind | None:
    """Return the kind of match that the address names, else the first that the two may agree on."""
    kinds = list_pairing_kinds(season, sides=sides)
    return next((one for one in kinds if one.key == request.GET.get("kind")), next(iter(kinds), None))


def fill_form(request: HttpRequest, season: Season, pairing: Pairing, kind: Kind | None) -> dict[str, Any]:
    """Return the values of the form with these players and the facts of the address, else the usual facts."""
    facts = list_pairing_facts(season, kind) if kind else []
    data: dict[str, Any] = {"kind": kind.key if kind and not pairing.has_sides else ""} | list_seat_values(pairing)
    if list_sent_names(facts, request.GET):
        return data | pick_terms(request.GET)
    handicap = {name: request.GET[name] for name in HANDICAP_FIELDS if name in request.GET}
    return data | format_stored_facts(facts, load_usual_facts(season, pairing.first[0], facts)) | handicap


def list_sent_names(facts: list[Fact], sent: Mapping[str, Any]) -> list[str]:
    """Return the fields of these facts that the address has values for."""
    return [name for fact in facts for name in (fact.name, fact.name + OTHER_SUFFIX) if name in sent]


def pick_terms(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an address says besides the players: the kind and the facts."""
    return {name: value for name, value in sent.items() if not name.startswith(BOTH_SIDES) and value}


def build_pairing_url(season: Season, pairing: Pairing, terms: Mapping[str, Any]) -> str:
    """Return the address of the page of two players or two sides, with the kind and the facts."""
    sides = ("-".join(str(player.pk) for player in side) for side in pairing)
    url = reverse("ladder:pairing", args=[season.ladder.slug, season.slug, *sides])
    return f"{url}?{urlencode(terms)}" if terms else url


def describe_terms(pairing: Pairing, kind: Kind | None, facts: dict[str, float]) -> str:
    """Return what the match is about: "Rated, 7-point match, 100 points for Ann"."""
    sides = enumerate(pairing, 1)
    named = [ParticipantResult(one.name, side=side) for side, players in sides for one in players]
    handicap = describe_handicap(facts, named)
    return add_match_length(kind.label, facts, handicap) if kind else ""


def build_links_context(
    request: HttpRequest, season: Season, pairing: Pairing, kind: Kind | None, facts: dict[str, float]
) -> dict[str, Any]:
    """Return whether the reader may challenge the other of two, or the other side, and where they can report it."""
    me = find_account_player(request.user)
    plays = me in pairing.players
    mine = turn_handicap(facts) if me in pairing.second else facts  # as the reader names them
    terms = list_terms(season, kind, mine) if kind else {}
    url = build_match_report_url(request, season, pairing, me, terms)
    found: dict[str, Any] = {"report_url": url}
    if me and plays and kind and find_open_season(season.ladder) == season:
        own, others = pairing if me in pairing.first else reversed(pairing)
        partners = tuple(one for one in own if one != me)
        found["challenge"] = find_possible_challenge(season, me, Pairing((me, *partners), others), kind, mine)
        found["terms"], found["partners"], found["opponents"] = terms, partners, others
    return found


def list_terms(season: Season, kind: Kind, facts: dict[str, float]) -> dict[str, str]:
    """Return the kind and the facts of a match as forms take them, by field."""
    agreed = format_stored_facts(list_pairing_facts(season, kind), facts) | list_handicap_values(facts)
    return {"kind": kind.key} | {name: text for name, text in agreed.items() if text}


def build_match_report_url(
    request: HttpRequest, season: Season, pairing: Pairing, me: Player | None, terms: dict[str, str]
) -> str:
    """Return the address of the report form with these players and terms; empty for readers who can't report it."""
    format = TEAMS if pairing.has_sides else DUEL
    scene = Scene(season, request.user)
    if scene.refuse(Act.REPORT, format=format):
        return ""
    plays, url = me in pairing.players, build_report_url(season, format)
    if not plays and not scene.reports_others:
        return ""
    if pairing.has_sides:
        own, other = pairing if me in pairing.first or not plays else reversed(pairing)
        tapped: dict[str, Any] = {
            "tapped_1": [one.pk for one in own if one != me],
            "tapped_2": [one.pk for one in other],
        }
        named = tapped if plays else {"for": "others"} | tapped
    elif plays:
        named = {"opponent": next(one.pk for one in pairing.players if one != me)}
    else:
        named = {"for": "others"} | list_seat_values(pairing)
    return f"{url}?{urlencode(named | terms, doseq=True)}"
