"""Organisers rename a player, and say whether they play."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.selectors.roles import Act
from ladder.services.players.renaming import change_player as edit_player
from ladder.views.guards import get_account, redirect_browser, require_permission, retry_overtaken
from players.forms import EditPlayerForm
from players.selectors import load_player_remarks
from players.views.profile import get_player_or_404


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def edit_player_details(request: HttpRequest, pk: int) -> HttpResponse:
    """The form with a player's name; a valid one is stored."""
    player = get_player_or_404(pk)
    form = EditPlayerForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        try:
            changed = edit_player(player=player, by=get_account(request), **form.values())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, f"{changed} was saved.")
            return redirect_browser(request, changed.get_absolute_url())
    context = {"player": player, "form": form, "about": load_player_remarks(player)}
    return render_page(request, "players/edit.html", context, partial="form", status=422 if form.errors else 200)
