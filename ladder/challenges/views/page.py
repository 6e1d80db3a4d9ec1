"""The page of a ladder's challenges, on which new ones are made."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from config.htmx import render_page, wants_partial
from ladder.access.guards import find_ladder, get_member, redirect_browser, require_member
from ladder.access.permissions import NO_PLAYER, Act, NotAllowed, find_account_player, is_allowed
from ladder.challenges.actions import (
    arrange_challenge,
    challenge_player,
    open_battle,
)
from ladder.challenges.forms import ArrangeForm, ArrangeSidesForm, ChallengeForm, SidesChallengeForm
from ladder.challenges.queries.challenge_list import ChallengePowers, ListedChallenge, list_challenges
from ladder.challenges.queries.eligibility import (
    build_opponent_list,
    describe_challenge_rules,
    describe_stake_of_offer,
    find_own_obstacle,
)
from ladder.challenges.queries.opponents import (
    OpponentPool,
    list_challenge_facts,
    list_challenge_kinds,
    load_challenge_terms,
    load_opponent_pool,
    load_pool_for_kind,
    may_have_handicap,
)
from ladder.challenges.queries.sides import describe_sides_offer
from ladder.challenges.views.sides import arrange_sides_match, build_side_challenge_context, make_sides_challenge
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Challenge, Season
from ladder.pages.addresses import find_open_season_or_404
from ladder.pages.seasons import find_off_season
from ladder.ratings import Kind, RatingError
from players.models import Player

TEMPLATE = "ladder/challenges/challenges.html"
NO_CHALLENGES = "Challenges aren’t possible in this season."

type AnyForm = ChallengeForm | SidesChallengeForm | ArrangeForm | ArrangeSidesForm


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_challenges(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the challenges of a ladder, or make a new one."""
    season = find_open_season_or_404(find_ladder(ladder))
    if request.method != "POST":
        return render_challenges(request, season, request.GET.get("kind", ""))
    kind = request.POST.get("kind", "")
    if "arrange" in request.POST:
        return handle_arrangement(request, season, kind)
    if is_between_sides(season, kind):
        return handle_sides_challenge(request, season, kind)
    form = ChallengeForm(request.POST, **list_form_terms(season, kind))
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        opponent, places, note = (form.cleaned_data[name] for name in ("opponent", "places", "note"))
        if opponent:
            challenge_player(season=season, by=by, opponent=opponent, kind=kind, facts=form.fact_values(), note=note)
            return f"You challenged {opponent.itself}."
        open_battle(season=season, by=by, places=places, kind=kind, note=note)
        return "The battle is open. It starts when all places are taken."

    return respond_to_challenge_action(request, season, kind, make, form)


def handle_sides_challenge(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """Challenge another side together with partners."""
    me = find_account_player(request.user)
    if me is None:
        raise PermissionDenied(NO_PLAYER)
    form = SidesChallengeForm(request.POST, season=season, player=me, **list_form_terms(season, kind))
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)
    make = partial(make_sides_challenge, season, form=form)
    return respond_to_challenge_action(request, season, kind, make, form)


def handle_arrangement(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """Arrange a match of two others as an organiser."""
    if not is_allowed(request.user, Act.CORRECT, season.ladder):
        raise PermissionDenied("Only organisers can arrange matches for others.")
    form = build_arrange_form(season, kind, request.POST)
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)
    if isinstance(form, ArrangeSidesForm):
        arrange = partial(arrange_sides_match, season, form=form)
        return respond_to_challenge_action(request, season, kind, arrange, form)

    def make(by: User) -> str:
        names = {name: form.cleaned_data[name] for name in ("first", "second", "note")}
        arrange_challenge(season=season, by=by, kind=kind, facts=form.fact_values(), **names)
        return f"{names['first'].itself} and {names['second'].itself} have a match to play."

    return respond_to_challenge_action(request, season, kind, make, form)


def respond_to_challenge_action(
    request: HttpRequest, season: Season, kind: str, act: Callable[[User], str], form: AnyForm | None = None
) -> HttpResponse:
    """Run `act` for the member, and say what it returns; or show the page with the reason why it was refused."""
    try:
        text = act(get_member(request))
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    except (RatingError, ValidationError) as error:
        reason = error.messages[0] if isinstance(error, ValidationError) else str(error)
        return render_challenges(request, season, kind, reason, form)
    if wants_partial(request):
        return trigger_client_event(render_challenges(request, season, kind), "toast", {"text": text})
    messages.success(request, text)
    return redirect_browser(request, build_challenges_url(season, kind))


def render_challenges(
    request: HttpRequest, season: Season, kind: str, error: str = "", form: AnyForm | None = None
) -> HttpResponse:
    """Return the page, or for htmx its live part, with what went wrong at its top."""
    context = build_challenges_context(request, season, kind, form) | {"error": error}
    return render_page(request, TEMPLATE, context, partial="live", status=422 if error else 200)


def build_challenges_context(request: HttpRequest, season: Season, kind: str, form: AnyForm | None) -> dict[str, Any]:
    """Return what the page prints: the challenges there are, and everybody whom this member may challenge."""
    me, chosen = find_account_player(request.user), find_challenge_kind(season, kind)
    powers = ChallengePowers(*(is_allowed(request.user, act, season.ladder) for act in (Act.ENTER, Act.CORRECT)))
    entries = list_challenges(season, me.pk if me else None, powers)
    to_answer = [one for one in entries if one.waits_for_me]
    arrange = None
    if powers.correct and chosen:
        arrange = form if isinstance(form, ArrangeForm | ArrangeSidesForm) else build_arrange_form(season, kind)
    context = {
        "section": "challenges",
        "ladder": season.ladder,
        "season": season,
        "off": find_off_season(season),
        "me": me,
        "kinds": list_challenge_kinds(season),
        "kind": chosen,
        "mine": [one for one in entries if one.is_mine],
        "others": [one for one in entries if not one.waits_for_me and not one.is_mine],
        "names": list_player_names() if powers.correct else [],
        "arrange": arrange,
        "invites": is_allowed(request.user, Act.INVITE),
    }
    if me is None or chosen is None:
        return context | {"stop": NO_PLAYER if chosen else NO_CHALLENGES}
    if chosen.format.has_sides:
        sent = form if isinstance(form, SidesChallengeForm) else None
        pool, words = build_side_challenge_context(request, season, me, chosen, sent, list_form_terms(season, kind))
        return context | words | {"to_answer": list_offers(pool, me, to_answer)}
    pool, challenge_form = load_pool_for_form(
        request, season, me, chosen.key, form if isinstance(form, ChallengeForm) else None
    )
    opponents = build_opponent_list(pool, "all" in request.GET)
    return context | {
        "form": challenge_form,
        "rules": describe_challenge_rules(pool),
        "stop": find_own_obstacle(pool),
        "lines": opponents.lines,
        "count": opponents.able,
        "without_account": opponents.without_account,
        "to_answer": list_offers(pool, me, to_answer),
    }


def load_pool_for_form(
    request: HttpRequest, season: Season, me: Player, kind: str, form: ChallengeForm | None
) -> tuple[OpponentPool, ChallengeForm]:
    """Return the possible opponents of a member on the terms that are typed, and the form that challenges them."""
    terms = list_form_terms(season, kind)
    typed = form or ChallengeForm(request.GET, **terms)
    typed.is_valid()
    pool = load_pool_for_kind(season, me, kind, typed.fact_values())
    return pool, form or ChallengeForm(last=pool.terms.facts, **terms)


def list_offers(
    pool: OpponentPool, me: Player, to_answer: Sequence[ListedChallenge]
) -> list[tuple[ListedChallenge, str]]:
    """Return the challenges that wait for the member, each with what is at stake.

    Those of sides and those of players may go by different boards, so each of the two has a pool.
    """
    pools, found = {pool.terms.kind.format.has_sides: pool}, {one.pk: one for one in pool.running}
    offers = []
    for one in to_answer:
        challenge, words = found.get(one.pk), ""
        if challenge:
            terms = load_challenge_terms(pool.terms.season, challenge, me.pk)
            if challenge.has_sides not in pools:
                pools[challenge.has_sides] = load_opponent_pool(terms, me)
            words = describe_offer(pools[challenge.has_sides]._replace(terms=terms), challenge)
        offers.append((one, words))
    return offers


def describe_offer(pool: OpponentPool, challenge: Challenge) -> str:
    """Return the challenger's rating and what is at stake in a challenge; nothing of a battle."""
    if challenge.has_sides:
        return describe_sides_offer(pool, challenge)
    if challenge.places > 2 or challenge.by.itself.pk == pool.me.player:
        return ""
    return describe_stake_of_offer(pool, challenge.by.itself.pk)


def is_between_sides(season: Season, kind: str) -> bool:
    """Return whether a challenge of the kind with this key is between sides."""
    chosen = find_challenge_kind(season, kind)
    return chosen is not None and chosen.format.has_sides


def build_arrange_form(season: Season, kind: str, data: Any = None) -> ArrangeForm | ArrangeSidesForm:
    """Return the form with which an organiser arranges a match of two players, or of two sides."""
    terms = list_form_terms(season, kind)
    if is_between_sides(season, kind):
        return ArrangeSidesForm(data, ladder=season.ladder, **terms)
    return ArrangeForm(data, **terms)


def find_challenge_kind(season: Season, kind: str) -> Kind | None:
    """Return the kind with this key that a challenge may be to; else the first of them, if there is one."""
    kinds = list_challenge_kinds(season)
    return next((one for one in kinds if one.key == kind), next(iter(kinds), None))


def list_form_terms(season: Season, kind: str) -> dict[str, Any]:
    """Return what a challenge of the kind with this key agrees on: the facts, and whether there may be a handicap."""
    chosen = find_challenge_kind(season, kind)
    if chosen is None:
        return {"facts": [], "handicaps": False}
    return {"facts": list_challenge_facts(season, chosen), "handicaps": may_have_handicap(season, chosen)}


def build_challenges_url(season: Season, kind: str = "") -> str:
    """Return the address of the page; the kind is in it unless it is the first."""
    url = reverse("ladder:challenges", args=[season.ladder.slug])
    return f"{url}?kind={kind}" if kind in [one.key for one in list_challenge_kinds(season)[1:]] else url
