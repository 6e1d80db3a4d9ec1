"""A member says of a player: this is me. An organiser has the last word."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from ladder.views.guards import leave, member_required
from players.services import claims

from .profile import found_or_404


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the organisers to link this account to the player."""
    player, user = found_or_404(pk), request.user
    assert isinstance(user, User), "the view is for members"  # noqa: S101
    try:
        if request.method == "POST":
            claims.ask(player=player, user=user)
            messages.success(request, f"An organiser will check that you are {player}.")
            return leave(request, player.get_absolute_url())
        claims.refuse(player)
        claims.refuse_player_of(user)
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/claim.html", words, status=422)
    return TemplateResponse(request, "players/claim.html", {"player": player})
