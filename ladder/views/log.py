"""The change log of a ladder; everybody may see it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.models import Ladder
from ladder.selectors.log import log as log_of

from .asking import number

CHANGES = "changes"
DESCRIPTION = "Every result and every change to one: who made it, when and why. Nothing is ever deleted."


@require_safe
def log(request: HttpRequest, ladder: str) -> HttpResponse:
    """One page of the log; htmx asks for the next one's lines."""
    found = get_object_or_404(Ladder, slug=ladder)
    changes, before = request.GET.get("what") == CHANGES, number(request, "before")
    context = {
        "ladder": found,
        "path": reverse("ladder:log", args=[found.slug]),
        "description": DESCRIPTION,
        "changes": changes,
        "before": before,
        "log": log_of(found, changes=changes, before=before),
    }
    return page(request, "ladder/log.html", context, partial="more")
