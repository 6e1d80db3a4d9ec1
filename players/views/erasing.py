"""The owner erases a person; what will happen is shown first."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.selectors.roles import Act
from ladder.services.players.erasing import erase_player, plan_erasure
from ladder.views.guards import get_account, redirect_browser, require_permission
from players.forms import ErasePersonForm
from players.views.profile import get_player_or_404

NAMED = 20  # sentences that are shown


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: HttpRequest, pk: int) -> HttpResponse:
    """What erasing a person does; with the name typed, it is done."""
    player, by = get_player_or_404(pk), get_account(request)
    form = ErasePersonForm(request.POST if request.method == "POST" else None, player=player)
    context = {"player": player, "form": form, "named": NAMED}
    try:
        context["plan"] = plan_erasure(player)
        if form.is_valid() and by:
            erased = erase_player(player=player, by=by)
            messages.success(request, f"Erased. Their results now show as {erased}.")
            return redirect_browser(request, erased.get_absolute_url())
    except ValidationError as error:
        context["refusal"] = error.messages[0]
    refused = bool(form.errors or "refusal" in context)
    return render_page(request, "players/erase.html", context, partial="form", status=422 if refused else 200)
