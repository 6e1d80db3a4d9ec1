"""The owner leaves the demonstration, and goes on with a club of their own."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.forms.leaving import LeaveDemonstrationForm
from ladder.models import Ladder
from ladder.selectors.roles import Act
from ladder.services import demo
from ladder.views.guards import get_account, redirect_browser, require_permission


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def show_demonstration_removal(request: HttpRequest) -> HttpResponse:
    """Say what goes; the word that is typed lets it go."""
    gone = Ladder.objects.filter(is_demonstration=True)
    if not gone:
        return redirect_browser(request, reverse("ladder:desk"))
    form = LeaveDemonstrationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        demo.leave_demonstration(by=get_account(request))
        messages.success(request, "The demonstration was removed.")
        return redirect_browser(request, reverse("ladder:desk" if Ladder.objects.exists() else "ladder:setup"))
    context = {"form": form, "gone": gone, "section": "desk"}
    return render_page(
        request, "ladder/demonstration_leave.html", context, partial="form", status=422 if form.errors else 200
    )
