"""The owner erases a person; what will happen is shown first."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.services.permissions import Act
from ladder.services.players import erasing
from ladder.views.guards import account, leave, requires
from players.forms import EraseForm

from .profile import found_or_404

NAMED = 20  # sentences that are shown


@requires(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """What erasing a person does; with the name typed, it is done."""
    player, by = found_or_404(pk), account(request)
    form = EraseForm(request.POST if request.method == "POST" else None, player=player)
    context = {"player": player, "form": form, "named": NAMED}
    try:
        context["plan"] = erasing.planned(player)
        if form.is_valid() and by:
            erased = erasing.erase(player=player, by=by)
            messages.success(request, f"Erased. Their results now show as {erased}.")
            return leave(request, erased.get_absolute_url())
    except ValidationError as error:
        context["refusal"] = error.messages[0]
    refused = bool(form.errors or "refusal" in context)
    return page(request, "players/erase.html", context, partial="form", status=422 if refused else 200)
