"""A member says of a player: this is me. An organiser has the last word."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from ladder.views.guards import redirect_browser, require_member
from players.services.claims import check_account_is_free, check_player_is_free, claim_player
from players.views.profile import get_player_or_404


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def claim_to_be_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the organisers to link this account to the player."""
    player, user = get_player_or_404(pk), request.user
    assert isinstance(user, User), "the view is for members"  # noqa: S101
    try:
        if request.method == "POST":
            claim_player(player=player, user=user)
            messages.success(request, f"An organiser will check that you are {player}.")
            return redirect_browser(request, player.get_absolute_url())
        check_player_is_free(player)
        check_account_is_free(user)
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/claim.html", words, status=422)
    return TemplateResponse(request, "players/claim.html", {"player": player})
