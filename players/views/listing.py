"""The list of players, where organisers find and add them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.services.permissions import Act, may
from ladder.services.players.inviting import add
from ladder.views.asking import number
from ladder.views.guards import account, leave, requires
from players.forms import AddForm
from players.roster import roster


@requires(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest) -> HttpResponse:
    """Everybody, or whom a search finds; names that are sent are added."""
    form = AddForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        added = form.new()
        add(names=form.cleaned_data["names"], by=account(request))
        messages.success(request, f"{len(added)} added." if added else "They are all in the list already.")
        return leave(request, reverse("players:players"))
    query = request.GET.get("q", "").replace("\0", "").strip()[:80]
    shown, rows = roster(query, number(request, "page") or 1)
    context = {
        "form": form,
        "q": query,
        "page_obj": shown,
        "rows": rows,
        "owns": may(request.user, Act.PLAYERS),
        "section": "desk",
    }
    return page(request, "players/players.html", context, partial="rows", status=422 if form.errors else 200)
