"""The page of a ladder's challenges, and the buttons that make, answer, call off and close them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from config.htmx import render_page, wants_partial
from ladder.access.guards import find_ladder, get_member, redirect_browser, require_member, require_permission
from ladder.access.permissions import NO_PLAYER, Act, NotAllowed, find_account_player, is_allowed
from ladder.challenges.actions import (
    accept_challenge,
    arrange_challenge,
    call_off_as_organiser,
    challenge_player,
    decline_challenge,
    open_battle,
    record_walkover,
    request_call_off,
    withdraw_challenge,
)
from ladder.challenges.forms import ArrangeForm, ChallengeForm
from ladder.challenges.queries.challenge_list import ChallengePowers, list_challenges
from ladder.challenges.queries.eligibility import (
    build_opponent_list,
    describe_challenge_rules,
    describe_stake_of_offer,
    find_own_obstacle,
)
from ladder.challenges.queries.opponents import (
    OpponentPool,
    apply_challenge_terms,
    list_challenge_facts,
    list_challenge_kinds,
    load_pool_for_kind,
)
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Challenge, Season, State
from ladder.pages.addresses import find_open_season_or_404, parse_whole_number
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.seasons import find_off_season
from ladder.ratings import Fact, Kind, RatingError
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page
from players.models import Player

TEMPLATE = "ladder/challenges.html"
NO_CHALLENGES = "Challenges aren’t possible in this season."

ChallengeAction = Callable[[Challenge, User], str]
type AnyForm = ChallengeForm | ArrangeForm


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_challenges(request: HttpRequest, ladder: str) -> HttpResponse:
    """The page, and a new challenge."""
    season = find_open_season_or_404(find_ladder(ladder))
    if request.method != "POST":
        return render_challenges(request, season, request.GET.get("kind", ""))
    kind = request.POST.get("kind", "")
    if "arrange" in request.POST:
        return handle_arrangement(request, season, kind)
    form = ChallengeForm(request.POST, facts=list_facts_for_key(season, kind))
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        opponent, places = form.cleaned_data["opponent"], form.cleaned_data["places"]
        asked = {"season": season, "by": by, "kind": kind, "note": form.cleaned_data["note"]}
        if opponent:
            challenge_player(opponent=opponent, facts=form.fact_values(), **asked)
            return f"You challenged {opponent.itself}."
        open_battle(places=places, **asked)
        return "The battle is open. It starts when all places are taken."

    return respond_to_challenge_action(request, season, kind, make, form)


def handle_arrangement(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """An organiser arranges a match of two others."""
    if not is_allowed(request.user, Act.CORRECT, season.ladder):
        raise PermissionDenied("Only organisers can arrange matches for others.")
    form = ArrangeForm(request.POST, facts=list_facts_for_key(season, kind))
    if not form.is_valid():
        return render_challenges(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        names = {name: form.cleaned_data[name] for name in ("first", "second", "note")}
        arrange_challenge(season=season, by=by, kind=kind, facts=form.fact_values(), **names)
        return f"{names['first'].itself} and {names['second'].itself} have a match to play."

    return respond_to_challenge_action(request, season, kind, make, form)


def respond_to_challenge_action(
    request: HttpRequest, season: Season, kind: str, act: Callable[[User], str], form: AnyForm | None = None
) -> HttpResponse:
    """Act, and say what happened; or show the page with the reason why not, and the form as it was sent."""
    try:
        text = act(get_member(request))
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    except (RatingError, ValidationError) as error:
        said = error.messages[0] if isinstance(error, ValidationError) else str(error)
        return render_challenges(request, season, kind, said, form)
    if wants_partial(request):
        return trigger_client_event(render_challenges(request, season, kind), "toast", {"text": text})
    messages.success(request, text)
    return redirect_browser(request, build_challenges_url(season, kind))


def render_challenges(
    request: HttpRequest, season: Season, kind: str, error: str = "", form: AnyForm | None = None
) -> HttpResponse:
    """The page, or its live part; what can't be done is said at its top."""
    context = build_challenges_context(request, season, kind, form) | {"error": error}
    return render_page(request, TEMPLATE, context, partial="live", status=422 if error else 200)


def build_challenges_context(request: HttpRequest, season: Season, kind: str, form: AnyForm | None) -> dict[str, Any]:
    """What the page prints."""
    arranging = form if isinstance(form, ArrangeForm) else None
    challenging = form if isinstance(form, ChallengeForm) else None
    me, kinds = find_account_player(request.user), list_challenge_kinds(season)
    chosen = find_challenge_kind(season, kind)
    powers = ChallengePowers(*(is_allowed(request.user, act, season.ladder) for act in (Act.ENTER, Act.CORRECT)))
    entries = list_challenges(season, me.pk if me else None, powers)
    to_answer = [one for one in entries if one.waits_for_me]
    context = {
        "section": "challenges",
        "ladder": season.ladder,
        "season": season,
        "off": find_off_season(season),
        "me": me,
        "kinds": kinds,
        "kind": chosen,
        "mine": [one for one in entries if one.is_mine],
        "others": [one for one in entries if not one.waits_for_me and not one.is_mine],
        "names": list_player_names() if powers.correct else [],
        "arrange": (arranging or ArrangeForm(facts=list_facts_for_key(season, kind)))
        if powers.correct and chosen
        else None,
        "invites": is_allowed(request.user, Act.INVITE),
    }
    if me is None or chosen is None:
        return context | {"stop": NO_PLAYER if chosen else NO_CHALLENGES}
    found = load_pool_for_form(request, season, me, chosen.key, challenging)
    offers = describe_offers(found[0], [one.pk for one in to_answer])
    answers = [(one, offers.get(one.pk, "")) for one in to_answer]
    return context | build_opponents_context(request, *found) | {"to_answer": answers}


def load_pool_for_form(
    request: HttpRequest, season: Season, me: Player, kind: str, form: ChallengeForm | None
) -> tuple[OpponentPool, ChallengeForm]:
    """Return everybody around a member, on the terms that are typed, and the form to challenge them with."""
    asked = list_facts_for_key(season, kind)
    typed = form or ChallengeForm(request.GET, facts=asked)
    typed.is_valid()
    found = load_pool_for_kind(season, me, kind, typed.fact_values())
    return found, form or ChallengeForm(facts=asked, last=found.terms.facts)


def build_opponents_context(request: HttpRequest, found: OpponentPool, form: ChallengeForm) -> dict[str, Any]:
    """What the page prints of everybody around a member; what a win is worth goes by the length that is typed."""
    reached = build_opponent_list(found, "all" in request.GET)
    return {
        "form": form,
        "rules": describe_challenge_rules(found),
        "stop": find_own_obstacle(found),
        "lines": reached.lines,
        "count": reached.able,
        "without_account": reached.without_account,
    }


def describe_offers(found: OpponentPool, challenges: Sequence[int]) -> dict[int, str]:
    """Return the challenger's rating and what is at stake, for each of these challenges of two that a member is to
    answer; nothing is said of a battle."""
    running = {one.pk: one for one in found.running if one.pk in challenges}
    return {pk: describe_offer(found, one) for pk, one in running.items()}


def describe_offer(found: OpponentPool, challenge: Challenge) -> str:
    """Return the challenger's rating and what is at stake in a challenge of two."""
    other = challenge.by.itself.pk
    if challenge.places > 2 or other == found.me.player:
        return ""
    return describe_stake_of_offer(apply_challenge_terms(found, challenge), other)


def find_challenge_kind(season: Season, kind: str) -> Kind | None:
    """Return the kind of this key that one may challenge to; else the first that there is."""
    kinds = list_challenge_kinds(season)
    return next((one for one in kinds if one.key == kind), next(iter(kinds), None))


def list_facts_for_key(season: Season, kind: str) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on."""
    chosen = find_challenge_kind(season, kind)
    return list_challenge_facts(season, chosen) if chosen else []


def build_challenges_url(season: Season, kind: str = "") -> str:
    """Return the address of the page, with the kind that is shown unless it is the first."""
    url = reverse("ladder:challenges", args=[season.ladder.slug])
    return f"{url}?kind={kind}" if kind in [one.key for one in list_challenge_kinds(season)[1:]] else url


@require_member
@require_POST
def handle_acceptance(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a challenge, or join a battle."""

    def say(challenge: Challenge, by: User) -> str:
        found = accept_challenge(challenge=challenge, by=by)
        return "Accepted. Report the result from here when you have played." if found.play_by else "You joined."

    return act_on_challenge(request, pk, say)


@require_member
@require_POST
def handle_decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a challenge."""
    return act_on_challenge(request, pk, build_challenge_action("Declined. It costs you nothing.", decline_challenge))


@require_member
@require_POST
def handle_withdrawal(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own challenge back, or leave a battle."""
    return act_on_challenge(request, pk, build_challenge_action("Withdrawn.", withdraw_challenge))


@require_member
@require_POST
def handle_walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an accepted challenge that was not played."""
    winner = get_object_or_404(Player, pk=parse_whole_number(request.POST.get("winner", "")) or 0).itself
    organises = is_allowed(request.user, Act.CORRECT, load_challenge_or_404(pk).season.ladder)
    if organises and is_second_factor_missing(request.user):
        return render_second_factor_page(request)
    give = partial(record_walkover, winner=winner)
    return act_on_challenge(request, pk, build_challenge_action(f"Closed as a walkover won by {winner}.", give))


@require_member
@require_POST
def handle_call_off_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to call an accepted challenge off, or agree to it."""

    def say(challenge: Challenge, by: User) -> str:
        if request_call_off(challenge=challenge, by=by).status == State.CALLED_OFF:
            return "Called off."
        return "Request sent. The challenge is called off once everybody agrees."

    return act_on_challenge(request, pk, say)


@require_permission(Act.CORRECT, lambda pk: load_challenge_or_404(pk).season.ladder)
@require_POST
def handle_call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a challenge off as an organiser."""
    return act_on_challenge(
        request, pk, build_challenge_action("Called off. The players get a notice.", call_off_as_organiser)
    )


def build_challenge_action(text: str, act: Callable[..., object]) -> ChallengeAction:
    """Return what acts on a challenge and then says this."""

    def say(challenge: Challenge, by: User) -> str:
        act(challenge=challenge, by=by)
        return text

    return say


def act_on_challenge(request: HttpRequest, pk: int, say: ChallengeAction) -> HttpResponse:
    """Do something with a challenge, and show the page of its ladder."""
    found = load_challenge_or_404(pk)
    show_ladder_in_header(request, found.season.ladder)
    return respond_to_challenge_action(request, found.season, found.kind, lambda by: say(found, by))


def load_challenge_or_404(pk: int) -> Challenge:
    """Return the challenge with its season, ladder and boards, or 404."""
    known = Challenge.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(known, pk=pk)
