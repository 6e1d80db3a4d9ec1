"""The owner makes a ladder: its system is chosen from cards, its options are shown for the card that is chosen."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.forms import add_refusal
from ladder.forms.new_ladder import NewLadderForm
from ladder.models import Ladder
from ladder.ratings import RatingError
from ladder.selectors import systems
from ladder.selectors.roles import Act
from ladder.services.ladders import create_ladder
from ladder.views.guards import redirect_browser, require_permission


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def show_new_ladder(request: HttpRequest) -> HttpResponse:
    """The form of a new ladder; htmx asks for the options of another system alone."""
    form = NewLadderForm(request.POST or None, system=request.GET.get("system", ""))
    if form.is_valid():
        try:
            ladder = create_ladder(**form.values())
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{ladder} is ready.")
            return redirect_browser(request, ladder.get_absolute_url())
    context = {"form": form, "cards": systems.list_system_cards(), "is_first": not Ladder.objects.exists()}
    return render_page(request, "ladder/ladder_new.html", context, partial="params", status=422 if form.errors else 200)
