"""The change log of a ladder; everybody may see it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.selectors.log import Spot, What
from ladder.selectors.log import log as log_of

from .asking import whole
from .guards import by_slug

TABS = {What.EVERYTHING: "Everything", What.CHANGES: "Changes only", What.EVENTS: "Players and boards"}
DESCRIPTION = "Every result and every change: who made it, when and why. Nothing is ever deleted."


@require_safe
def log(request: HttpRequest, ladder: str) -> HttpResponse:
    """One page of the log; htmx asks for the next one's lines."""
    found = by_slug(ladder)
    asked = request.GET.get("what")
    what = What(asked) if asked in TABS else What.EVERYTHING
    before = spot(request.GET.get("before", ""))
    context = {
        "ladder": found,
        "path": reverse("ladder:log", args=[found.slug]),
        "description": DESCRIPTION,
        "what": what,
        "tabs": TABS.items(),
        "before": before,
        "log": log_of(found, what=what, before=before),
    }
    return page(request, "ladder/log.html", context, partial="more")


def spot(text: str) -> Spot | None:
    """Return the place in the log that an address names; one that can't be read is none."""
    parts = [number for part in text.split("-") if (number := whole(part)) is not None]
    return Spot(*parts) if len(parts) == text.count("-") + 1 <= 2 else None
