"""The pages about a player's privacy: how visitors see them, their data as a file, and erasing them."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page
from ladder.access.guards import get_member, redirect_browser, require_member, require_permission
from ladder.access.permissions import Act, is_allowed
from ladder.changes.views import answer_ladders_change, retry_overtaken
from ladder.people.actions.erasure import PlayerErasure
from ladder.people.actions.players import change_player_visibility
from ladder.people.queries import load_personal_data
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page
from players.models import Club, Player
from players.people.forms import ErasePersonForm, VisibilityForm
from players.people.queries import get_player_or_404

NOT_YOUR_DATA = "Only the player themselves and the club's owner can open this."

MOST_SENTENCES_SHOWN = 20  # sentences that are shown


def require_player_or_owner(view: Callable[[HttpRequest, Player], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guard a view: only the player themselves and the club's owner get to it."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        player = get_player_or_404(pk).itself
        mine = getattr(request.user, "player", None)
        if mine and mine.itself == player:
            return view(request, player)
        if not is_allowed(request.user, Act.PLAYERS):
            raise PermissionDenied(NOT_YOUR_DATA)
        return render_second_factor_page(request) if is_second_factor_missing(request.user) else view(request, player)

    return require_member(guarded)


@require_safe
@require_player_or_owner
def download_personal_data(request: HttpRequest, player: Player) -> HttpResponse:
    """Send all that the site keeps of a player as a JSON file."""
    answer = JsonResponse(load_personal_data(player), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="player-{player.pk}.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
@require_player_or_owner
def edit_privacy(request: HttpRequest, player: Player) -> HttpResponse:
    """Show and store how visitors see a player."""
    form = VisibilityForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        try:
            change_player_visibility(player=player, by=get_member(request), **form.touched())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, "Saved. Visitors see the change at once.")
            return redirect_browser(request, player.get_absolute_url())
    context = {"player": player, "form": form, "club": Club.current()}
    return render_page(
        request, "players/privacy/privacy.html", context, partial="form", status=422 if form.errors else 200
    )


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what erasing a person does, and erase them when the name is typed."""
    player = get_player_or_404(pk)
    form = ErasePersonForm(request.POST if request.method == "POST" else None, player=player)
    context = {"player": player, "form": form, "named": MOST_SENTENCES_SHOWN}
    change = PlayerErasure(player)
    return answer_ladders_change(
        request,
        change,
        "players/privacy/erase.html",
        context,
        [form],
        done=lambda: f"Erased. Their results now show as {change.player}.",
        url=player.get_absolute_url(),
    )
