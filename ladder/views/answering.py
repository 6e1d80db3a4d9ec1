"""A challenge is answered, called off, or closed as a walkover; whoever it does not concern is turned away."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from ladder.models import Challenge, State
from ladder.selectors.navigation import show_ladder_in_header
from ladder.selectors.roles import is_allowed
from ladder.services import challenges as service
from ladder.services import permissions
from ladder.services.challenges.calling_off import call_off_as_organiser
from ladder.views.asking import parse_whole_number
from ladder.views.challenges import respond_to_challenge_action
from ladder.views.guards import require_member, require_permission
from players.models import Player
from players.second_factor import is_second_factor_missing, render_second_factor_page

ChallengeAction = Callable[[Challenge, User], str]


@require_member
@require_POST
def handle_acceptance(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a challenge, or join a battle."""

    def say(challenge: Challenge, by: User) -> str:
        found = service.accept_challenge(challenge=challenge, by=by)
        return "Accepted. Report the result from here when you have played." if found.play_by else "You joined."

    return act_on_challenge(request, pk, say)


@require_member
@require_POST
def handle_decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a challenge."""
    return act_on_challenge(
        request, pk, build_challenge_action("Declined. It costs you nothing.", service.decline_challenge)
    )


@require_member
@require_POST
def handle_withdrawal(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own challenge back, or leave a battle."""
    return act_on_challenge(request, pk, build_challenge_action("Withdrawn.", service.withdraw_challenge))


@require_member
@require_POST
def handle_walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an accepted challenge that was not played."""
    winner = get_object_or_404(Player, pk=parse_whole_number(request.POST.get("winner", "")) or 0).itself
    organises = is_allowed(request.user, permissions.Act.CORRECT, load_challenge_or_404(pk).season.ladder)
    if organises and is_second_factor_missing(request.user):
        return render_second_factor_page(request)
    give = partial(service.record_walkover, winner=winner)
    return act_on_challenge(request, pk, build_challenge_action(f"Closed as a walkover won by {winner}.", give))


@require_member
@require_POST
def handle_call_off_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to call an accepted challenge off, or agree to it."""

    def say(challenge: Challenge, by: User) -> str:
        if service.request_call_off(challenge=challenge, by=by).status == State.CALLED_OFF:
            return "Called off."
        return "Request sent. The challenge is called off once everybody agrees."

    return act_on_challenge(request, pk, say)


@require_permission(permissions.Act.CORRECT, lambda pk: load_challenge_or_404(pk).season.ladder)
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
