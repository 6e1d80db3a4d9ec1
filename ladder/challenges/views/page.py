"""The page of a ladder's challenges, on which new ones are made."""

from collections.abc import Callable, Sequence
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
from ladder.challenges.actions import arrange_challenge, challenge_side, open_battle
from ladder.challenges.forms import ArrangeForm, ChallengeForm
from ladder.challenges.queries.challenge_list import ChallengePowers, ListedChallenge, list_challenges
from ladder.challenges.queries.eligibility import describe_free_use, find_obstacle, find_own_obstacle
from ladder.challenges.queries.opponent_list import (
    build_opponent_list,
    build_side_list,
    describe_offer,
    describe_own_stake,
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
from ladder.challenges.queries.rule_sentences import describe_challenge_rules
from ladder.formats import SIDES, join_side
from ladder.matches.forms.sides import TAPPED_SIDES
from ladder.matches.queries.opponents import list_likely_sides, list_player_names
from ladder.models import Season
from ladder.pages.addresses import find_back_address, find_open_season_or_404
from ladder.pages.seasons import find_off_season
from ladder.ratings import Kind, RatingError
from players.models import Player

CHALLENGES_TEMPLATE = "ladder/challenges/challenges.html"
NO_CHALLENGES = "Challenges aren’t possible in this season."

type AnyForm = ChallengeForm | ArrangeForm


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_challenges(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the challenges of a ladder, or make a new one."""
    season = find_open_season_or_404(find_ladder(ladder))
    if request.method != "POST":
        return render_challenges(request, season, request.GET.get("kind", ""))
    handle = handle_arrangement if "arrange" in request.POST else handle_challenge
    chosen = find_challenge_kind(season, request.POST.get("kind", ""))
    if chosen is None:
        return render_challenges(request, season, "", NO_CHALLENGES)
    return handle(request, season, chosen)


def handle_challenge(request: HttpRequest, season: Season, chosen: Kind) -> HttpResponse:
    """Challenge another player or another side, or open a battle."""
    kind, me = request.POST.get("kind", ""), find_account_player(request.user)
    if me is None:
        raise PermissionDenied(NO_PLAYER)
    form = build_terms_form(ChallengeForm, season, chosen, request.POST, player=me)
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        opponents, note = form.list_side(2), form.cleaned_data["note"]
        if not opponents:
            open_battle(season=season, by=by, places=form.cleaned_data["places"], kind=kind, note=note)
            return "The battle is open. It starts when all places are taken."
        partners, facts = form.list_side(1)[1:], form.fact_values()
        made = challenge_side(
            season=season, by=by, partners=partners, opponents=opponents, kind=kind, facts=facts, note=note
        )
        return f"You challenged {made.name_side(2)}."

    return respond_to_challenge_action(request, season, kind, make, form)


def handle_arrangement(request: HttpRequest, season: Season, chosen: Kind) -> HttpResponse:
    """Arrange a match of two others, or of two sides, as an organiser."""
    if not is_allowed(request.user, Act.CORRECT, season.ladder):
        raise PermissionDenied("Only organisers can arrange matches for others.")
    kind = request.POST.get("kind", "")
    form = build_terms_form(ArrangeForm, season, chosen, request.POST)
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        (first, second), note = form.sides(), form.cleaned_data["note"]
        made = arrange_challenge(
            season=season, by=by, first=first, second=second, kind=kind, facts=form.fact_values(), note=note
        )
        if made.has_sides:
            return f"{made.name_side(1)} have a match against {made.name_side(2)} to play."
        return f"{made.name_side(1)} and {made.name_side(2)} have a match to play."

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
    return redirect_browser(request, find_back_address(request, build_challenges_url(season, kind)))


def render_challenges(
    request: HttpRequest, season: Season, kind: str, error: str = "", form: AnyForm | None = None
) -> HttpResponse:
    """Return the page, or for htmx its live part, with what went wrong at its top."""
    context = build_challenges_context(request, season, kind, form) | {"error": error}
    return render_page(request, CHALLENGES_TEMPLATE, context, partial="live", status=422 if error else 200)


def build_challenges_context(request: HttpRequest, season: Season, kind: str, form: AnyForm | None) -> dict[str, Any]:
    """Return what the page prints: the challenges there are, and everybody whom this member may challenge."""
    me, chosen = find_account_player(request.user), find_challenge_kind(season, kind)
    powers = ChallengePowers(*(is_allowed(request.user, act, season.ladder) for act in (Act.ENTER, Act.CORRECT)))
    entries = list_challenges(season, me.pk if me else None, powers)
    to_answer = [one for one in entries if one.waits_for_me]
    arrange = None
    if powers.correct and chosen:
        arrange = form if isinstance(form, ArrangeForm) else build_terms_form(ArrangeForm, season, chosen)
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
    sent = form if isinstance(form, ChallengeForm) else None
    pool, words = build_opponents_context(request, season, me, chosen, sent)
    return context | words | {"to_answer": list_offers(pool, me, to_answer)}


def build_opponents_context(
    request: HttpRequest, season: Season, me: Player, kind: Kind, sent: ChallengeForm | None
) -> tuple[OpponentPool, dict[str, Any]]:
    """Return the pool on the terms that are typed, and what the page prints of those whom the member may challenge."""
    typed = sent or build_terms_form(ChallengeForm, season, kind, request.GET, player=me)
    typed.is_valid()
    pool = load_pool_for_kind(season, me, kind.key, typed.fact_values())
    form = sent or build_terms_form(ChallengeForm, season, kind, player=me, last=pool.terms.facts)
    context = {"form": form, "rules": describe_challenge_rules(pool), "stop": find_own_obstacle(pool)}
    if not kind.format.has_sides:
        opponents = build_opponent_list(pool, "all" in request.GET)
        context |= {"lines": opponents.lines, "count": opponents.able, "without_account": opponents.without_account}
        return pool, context
    if sent is None:
        form.initial.update({name: request.GET.getlist(name) for name in TAPPED_SIDES})
    likely = list_likely_sides(season, me, form.list_chosen())
    context |= {"names": list_player_names(), "sides": list(zip(form.sides(), likely, strict=True))}
    return pool, context | build_sides_context(pool, typed)


def build_sides_context(pool: OpponentPool, form: ChallengeForm) -> dict[str, Any]:
    """Return the sides that played lately, and of those that are chosen why there is no challenge, or what is at stake.

    The form has been validated. Until it names partners, the sides are opponents of the member's last side.
    """
    players = [[player.itself for player in form.list_side(number)] for number in SIDES]
    pool = pool.with_people(player for side in players for player in side)
    sides = [tuple(player.pk for player in side) for side in players]
    has_partners = form.is_named and pool.terms.season.ladder.fewest_a_side <= len(sides[0])
    lines = build_side_list(pool, sides[0] if has_partners else ())
    partners = [pool.name(key) for one in lines[:1] for key in one.own[1:]]
    context = {"lines": lines, "partners": join_side(partners)}
    if form.errors or not form.is_named:
        return context
    refusal = find_obstacle(pool, sides)
    if refusal:
        return context | {"refusal": refusal}
    return context | {"stake": describe_own_stake(pool, sides), "free": describe_free_use(pool, sides)}


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
            terms = load_challenge_terms(pool.terms.season, challenge)
            if challenge.has_sides not in pools:
                pools[challenge.has_sides] = load_opponent_pool(terms, me)
            words = describe_offer(pools[challenge.has_sides]._replace(terms=terms), challenge)
        offers.append((one, words))
    return offers


def find_challenge_kind(season: Season, kind: str) -> Kind | None:
    """Return the kind with this key that a challenge may be to; else the first of them, if there is one."""
    kinds = list_challenge_kinds(season)
    return next((one for one in kinds if one.key == kind), next(iter(kinds), None))


def build_terms_form[F: AnyForm](form: type[F], season: Season, kind: Kind, data: Any = None, **given: Any) -> F:
    """Return a form for a challenge of this kind, which asks for its facts and for a handicap, if it can have one."""
    facts, handicaps = list_challenge_facts(season, kind), may_have_handicap(season, kind)
    return form(data, season=season, kind=kind, facts=facts, handicaps=handicaps, **given)


def build_challenges_url(season: Season, kind: str = "") -> str:
    """Return the address of the page; the kind is in it unless it is the first."""
    url = reverse("ladder:challenges", args=[season.ladder.slug])
    return f"{url}?kind={kind}" if kind in [one.key for one in list_challenge_kinds(season)[1:]] else url
