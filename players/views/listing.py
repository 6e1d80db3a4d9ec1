"""The list of players, where organisers find and add them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.selectors.roles import Act, is_allowed
from ladder.services.players.inviting import add_players_by_name
from ladder.views.asking import read_number
from ladder.views.guards import get_account, redirect_browser, require_permission
from players.forms import AddPlayersForm
from players.roster import load_roster


@require_permission(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
def list_players(request: HttpRequest) -> HttpResponse:
    """Everybody, or whom a search finds; names that are sent are added."""
    form = AddPlayersForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        added = form.new()
        add_players_by_name(names=form.cleaned_data["names"], by=get_account(request))
        messages.success(request, f"{len(added)} added." if added else "They are all in the list already.")
        return redirect_browser(request, reverse("players:players"))
    query = request.GET.get("q", "").replace("\0", "").strip()[:80]
    shown, rows = load_roster(query, read_number(request, "page") or 1)
    context = {
        "form": form,
        "q": query,
        "page_obj": shown,
        "rows": rows,
        "owns": is_allowed(request.user, Act.PLAYERS),
        "section": "desk",
    }
    return render_page(request, "players/players.html", context, partial="rows", status=422 if form.errors else 200)
