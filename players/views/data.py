"""What is a member's own to decide and to have: how visitors see them, and all that the site keeps of them."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import page
from ladder.selectors.personal import kept
from ladder.services.permissions import Act, may
from ladder.services.players.seen import be_seen
from ladder.views.guards import again, leave, member, member_required
from players import second_factor
from players.forms import SeenForm
from players.models import Club, Player

from .profile import found_or_404

NOT_YOURS = "Only the player themselves and the club's owner can open this."


def theirs(view: Callable[[HttpRequest, Player], HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn away everybody but the player themselves and the owner."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        player = found_or_404(pk).itself
        mine = getattr(request.user, "player", None)
        if mine and mine.itself == player:
            return view(request, player)
        if not may(request.user, Act.PLAYERS):
            raise PermissionDenied(NOT_YOURS)
        return second_factor.asked(request) if second_factor.is_missing(request.user) else view(request, player)

    return member_required(guarded)


@require_safe
@theirs
def data(request: HttpRequest, player: Player) -> HttpResponse:
    """All that is kept of a player, as a file of JSON."""
    answer = JsonResponse(kept(player), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="player-{player.pk}.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@again
@theirs
def privacy(request: HttpRequest, player: Player) -> HttpResponse:
    """How visitors see a player; what is sent is stored."""
    form = SeenForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        try:
            be_seen(player=player, by=member(request), **form.touched())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, "Saved. Visitors see the change at once.")
            return leave(request, player.get_absolute_url())
    context = {"player": player, "form": form, "club": Club.current()}
    return page(request, "players/privacy.html", context, partial="form", status=422 if form.errors else 200)
