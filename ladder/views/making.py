"""The owner makes a ladder: its system is chosen from cards, its options are shown for the card that is chosen."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms import refuse
from ladder.forms.new_ladder import NewLadderForm
from ladder.models import Ladder
from ladder.ratings import RatingError
from ladder.selectors import systems
from ladder.services import ladders
from ladder.services.permissions import Act

from .guards import leave, requires


@requires(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_new(request: HttpRequest) -> HttpResponse:
    """The form of a new ladder; htmx asks for the options of another system alone."""
    form = NewLadderForm(request.POST or None, system=request.GET.get("system", ""))
    if form.is_valid():
        try:
            ladder = ladders.create(**form.values())
        except (RatingError, ValidationError) as error:
            refuse(form, error)
        else:
            messages.success(request, f"{ladder} is ready.")
            return leave(request, ladder.get_absolute_url())
    context = {"form": form, "cards": systems.cards(), "is_first": not Ladder.objects.exists()}
    return page(request, "ladder/ladder_new.html", context, partial="params", status=422 if form.errors else 200)
