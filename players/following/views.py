"""The button that follows a player, and the list of those whom a member follows."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.views.decorators.http import require_POST, require_safe

from config.htmx import wants_partial
from ladder.access.guards import get_member, redirect_browser, require_member
from ladder.pages.addresses import find_back_address
from players.following.actions import follow_player, unfollow_player
from players.following.queries import load_followed_players
from players.models import Player
from players.people.queries import get_player_or_404


@require_member
@require_safe
def list_followed_players(request: HttpRequest) -> HttpResponse:
    """Show whom a member follows."""
    context: dict[str, Any] = {"page_obj": load_followed_players(request.user, request.GET.get("page"))}
    return TemplateResponse(request, "players/following/following.html", context)


@require_member
@require_POST
def handle_following(request: HttpRequest, pk: int) -> HttpResponse:
    """Follow a player."""
    player = get_player_or_404(pk).itself
    try:
        follow_player(user=get_member(request), player=player)
    except ValidationError as error:
        raise PermissionDenied(error.messages[0]) from error
    return answer_followed(request, player, is_followed=True)


@require_member
@require_POST
def handle_unfollowing(request: HttpRequest, pk: int) -> HttpResponse:
    """Follow a player no longer."""
    player = get_player_or_404(pk).itself
    unfollow_player(user=get_member(request), player=player)
    return answer_followed(request, player, is_followed=False)


def answer_followed(request: HttpRequest, player: Player, *, is_followed: bool) -> HttpResponse:
    """Return the button as it is now, or go back to the page that the form names, with a message."""
    if wants_partial(request):
        return render(request, "players/following/_follow.html", {"player": player, "is_followed": is_followed})
    messages.success(request, f"You follow {player}." if is_followed else f"You no longer follow {player}.")
    return redirect_browser(request, find_back_address(request, player.get_absolute_url()))
