"""A challenge is answered, called off, or closed as a walkover; whoever it does not concern is turned away."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from ladder.models import Challenge, State
from ladder.selectors import navigation
from ladder.services import challenges as service
from ladder.services import permissions
from ladder.services.challenges import calling_off
from players import second_factor
from players.models import Player

from .asking import whole
from .challenges import done
from .guards import member_required, requires

Act = Callable[[Challenge, User], str]


@member_required
@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a challenge, or join a battle."""

    def say(challenge: Challenge, by: User) -> str:
        found = service.accept(challenge=challenge, by=by)
        return "Accepted. Report the result from here when you have played." if found.play_by else "You joined."

    return answered(request, pk, say)


@member_required
@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a challenge."""
    return answered(request, pk, saying("Declined. It costs you nothing.", service.decline))


@member_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own challenge back, or leave a battle."""
    return answered(request, pk, saying("Withdrawn.", service.withdraw))


@member_required
@require_POST
def walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an accepted challenge that was not played."""
    winner = get_object_or_404(Player, pk=whole(request.POST.get("winner", "")) or 0).itself
    organises = permissions.may(request.user, permissions.Act.CORRECT, challenge_of(pk).season.ladder)
    if organises and second_factor.is_missing(request.user):
        return second_factor.asked(request)
    give = partial(service.walkover, winner=winner)
    return answered(request, pk, saying(f"Closed as a walkover won by {winner}.", give))


@member_required
@require_POST
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to call an accepted challenge off, or agree to it."""

    def say(challenge: Challenge, by: User) -> str:
        if service.call_off(challenge=challenge, by=by).status == State.CALLED_OFF:
            return "Called off."
        return "Request sent. The challenge is called off once everybody agrees."

    return answered(request, pk, say)


@requires(permissions.Act.CORRECT, lambda pk: challenge_of(pk).season.ladder)
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a challenge off as an organiser."""
    return answered(request, pk, saying("Called off. The players get a notice.", calling_off.close))


def saying(text: str, act: Callable[..., object]) -> Act:
    """Return what acts on a challenge and then says this."""

    def say(challenge: Challenge, by: User) -> str:
        act(challenge=challenge, by=by)
        return text

    return say


def answered(request: HttpRequest, pk: int, say: Act) -> HttpResponse:
    """Do something with a challenge, and show the page of its ladder."""
    found = challenge_of(pk)
    navigation.show(request, found.season.ladder)
    return done(request, found.season, found.kind, lambda by: say(found, by))


def challenge_of(pk: int) -> Challenge:
    """Return the challenge with its season, ladder and boards, or 404."""
    known = Challenge.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(known, pk=pk)
