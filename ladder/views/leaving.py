"""The owner leaves the demonstration, and goes on with a club of their own."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms.leaving import LeaveForm
from ladder.models import Ladder
from ladder.services import demo
from ladder.services.permissions import Act

from .guards import account, leave, requires


@requires(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def demonstration_leave(request: HttpRequest) -> HttpResponse:
    """Say what goes; the word that is typed lets it go."""
    gone = Ladder.objects.filter(is_demonstration=True)
    if not gone:
        return leave(request, reverse("ladder:desk"))
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        demo.leave(by=account(request))
        messages.success(request, "The demonstration was removed.")
        return leave(request, reverse("ladder:desk" if Ladder.objects.exists() else "ladder:setup"))
    context = {"form": form, "gone": gone, "section": "desk"}
    return page(request, "ladder/demonstration_leave.html", context, partial="form", status=422 if form.errors else 200)
