"""The buttons that answer, call off and close a challenge."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from ladder.access.guards import require_member, require_permission
from ladder.access.permissions import Act, is_allowed
from ladder.challenges.actions import (
    accept_challenge,
    call_off_as_organiser,
    decline_challenge,
    postpone_challenge,
    request_call_off,
    withdraw_challenge,
)
from ladder.challenges.queries.running import format_deadline
from ladder.challenges.reports import record_walkover
from ladder.challenges.views.page import respond_to_challenge_action
from ladder.models import Fixture, State
from ladder.pages.addresses import parse_whole_number
from ladder.pages.navigation import show_ladder_in_header
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page
from players.models import Player

ChallengeAction = Callable[[Fixture, User], str]


@require_member
@require_POST
def handle_acceptance(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a challenge, or join a battle."""

    def say(challenge: Fixture, by: User) -> str:
        accepted = accept_challenge(challenge=challenge, by=by)
        return "Accepted. Report the result when you have played." if accepted.play_by else "You joined."

    return act_on_challenge(request, pk, say)


@require_member
@require_POST
def handle_decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a challenge."""

    def say(challenge: Fixture, by: User) -> str:
        declined = decline_challenge(challenge=challenge, by=by)
        return f"Declined. It {'counts as lost' if declined.counts_unanswered else 'costs nothing'}."

    return act_on_challenge(request, pk, say)


@require_member
@require_POST
def handle_withdrawal(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw one's own challenge, or leave a battle."""
    return act_on_challenge(request, pk, build_challenge_action("Withdrawn.", withdraw_challenge))


@require_member
@require_POST
def handle_walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an accepted challenge that was not played as a walkover; an organiser needs a second factor."""
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

    def say(challenge: Fixture, by: User) -> str:
        if request_call_off(challenge=challenge, by=by).status == State.CALLED_OFF:
            return "Called off."
        return "Request sent. The challenge is called off once everybody agrees."

    return act_on_challenge(request, pk, say)


@require_member
@require_POST
def handle_postponement(request: HttpRequest, pk: int) -> HttpResponse:
    """Move the last day to play an accepted challenge, once."""

    def say(challenge: Fixture, by: User) -> str:
        return f"Play it by {format_deadline(postpone_challenge(challenge=challenge, by=by).deadline)}."

    return act_on_challenge(request, pk, say)


@require_permission(Act.CORRECT, lambda pk: load_challenge_or_404(pk).season.ladder)
@require_POST
def handle_call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a challenge off as an organiser."""
    text = "Called off. The players get a notice."
    return act_on_challenge(request, pk, build_challenge_action(text, call_off_as_organiser))


def build_challenge_action(text: str, act: Callable[..., object]) -> ChallengeAction:
    """Return a function that acts on a challenge and returns this text."""

    def say(challenge: Fixture, by: User) -> str:
        act(challenge=challenge, by=by)
        return text

    return say


def act_on_challenge(request: HttpRequest, pk: int, say: ChallengeAction) -> HttpResponse:
    """Act on a challenge, and show the page of its ladder."""
    challenge = load_challenge_or_404(pk)
    show_ladder_in_header(request, challenge.season.ladder)
    return respond_to_challenge_action(request, challenge.season, challenge.kind, lambda by: say(challenge, by))


def load_challenge_or_404(pk: int) -> Fixture:
    """Return the challenge with its season, ladder and boards, or 404."""
    challenges = Fixture.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(challenges, pk=pk)
