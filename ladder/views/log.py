"""The change log of a ladder; everybody may see it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.selectors.log import LogFilter, LogSpot
from ladder.selectors.log import load_log_page as log_of
from ladder.views.asking import parse_whole_number
from ladder.views.guards import find_ladder

LOG_TABS = {
    LogFilter.EVERYTHING: "Everything",
    LogFilter.CHANGES: "Changes only",
    LogFilter.EVENTS: "Players and boards",
}
LOG_DESCRIPTION = "Every result and every change: who made it, when and why. Nothing is ever deleted."


@require_safe
def show_log(request: HttpRequest, ladder: str) -> HttpResponse:
    """One page of the log; htmx asks for the next one's lines."""
    found = find_ladder(ladder)
    asked = request.GET.get("what")
    what = LogFilter(asked) if asked in LOG_TABS else LogFilter.EVERYTHING
    before = parse_log_spot(request.GET.get("before", ""))
    context = {
        "ladder": found,
        "path": reverse("ladder:log", args=[found.slug]),
        "description": LOG_DESCRIPTION,
        "what": what,
        "tabs": LOG_TABS.items(),
        "before": before,
        "log": log_of(found, what=what, before=before),
    }
    return render_page(request, "ladder/log.html", context, partial="more")


def parse_log_spot(text: str) -> LogSpot | None:
    """Return the place in the log that an address names; one that can't be read is none."""
    parts = [number for part in text.split("-") if (number := parse_whole_number(part)) is not None]
    return LogSpot(*parts) if len(parts) == text.count("-") + 1 <= 2 else None
