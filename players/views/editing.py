"""Organisers rename a player, and say whether they play."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.services.permissions import Act
from ladder.services.players.renaming import edit as edit_player
from ladder.views.guards import account, again, leave, requires
from players.forms import EditForm
from players.selectors import about

from .profile import found_or_404


@requires(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@again
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The form with a player's name; a valid one is stored."""
    player = found_or_404(pk)
    form = EditForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        try:
            changed = edit_player(player=player, by=account(request), **form.values())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, f"{changed} was saved.")
            return leave(request, changed.get_absolute_url())
    context = {"player": player, "form": form, "about": about(player)}
    return page(request, "players/edit.html", context, partial="form", status=422 if form.errors else 200)
