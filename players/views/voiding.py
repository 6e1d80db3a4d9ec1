"""Organisers void everything that one person reported since a moment; what that does is shown first."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.selectors.confirming import listed_asked
from ladder.services.permissions import Act, ladders_where
from ladder.services.reports import voiding
from ladder.views.guards import account, for_organisers
from players.forms import ReasonForm, SinceForm

from .merging import Change, answer
from .profile import found_or_404

MOST = 20  # matches that are named


@for_organisers
@require_http_methods(["GET", "HEAD", "POST"])
def void_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask since when, list what was reported, show what voiding it changes, and do it."""
    player, template = found_or_404(pk).itself, "players/void_reports.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = SinceForm(sent if request.method == "POST" or "day" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form}
    if not form.is_valid():
        return page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    since, mine = form.since(), list(ladders_where(request.user, Act.CORRECT))
    found = voiding.find_voidable(player, since, mine)
    count = found.count()
    context |= {
        "listed": listed_asked(found, MOST),
        "count": count,
        "more": max(count - MOST, 0),
        "closed": voiding.find_reports(player, since, mine).count() - count,
        "button": f"Void {voiding.count_matches(count)}",
    }
    where: dict[str, Any] = {"player": player, "since": since, "ladders": mine}
    change = Change(
        lambda: voiding.plan_voiding(**where),
        partial(voiding.void_reports, **where, by=account(request)),
        f"Voided: {voiding.count_matches(count)} that {player} reported. Each can be restored from its own page.",
    )
    return answer(request, template, context, change, asks=ReasonForm)
