"""Organisers void everything that one person reported since a moment; what that does is shown first."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.selectors.confirming import list_waiting_matches
from ladder.selectors.roles import Act, list_ladders_where
from ladder.services.reports import voiding
from ladder.services.reports.voiding import find_voidable_reports, format_match_count, void_reports_since
from ladder.views.guards import get_account, require_organiser
from players.forms import VoidReasonForm, VoidSinceForm
from players.views.merging import PeopleChange, answer_people_change
from players.views.profile import get_player_or_404

MOST = 20  # matches that are named


@require_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def void_player_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask since when, list what was reported, show what voiding it changes, and do it."""
    player, template = get_player_or_404(pk).itself, "players/void_reports.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = VoidSinceForm(sent if request.method == "POST" or "day" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form}
    if not form.is_valid():
        return render_page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    since, mine = form.since(), list(list_ladders_where(request.user, Act.CORRECT))
    found = find_voidable_reports(player, since, mine)
    count = found.count()
    context |= {
        "listed": list_waiting_matches(found, MOST),
        "count": count,
        "more": max(count - MOST, 0),
        "closed": voiding.find_reports(player, since, mine).count() - count,
        "button": f"Void {format_match_count(count)}",
    }
    where: dict[str, Any] = {"player": player, "since": since, "ladders": mine}
    change = PeopleChange(
        lambda: voiding.plan_voiding(**where),
        partial(void_reports_since, **where, by=get_account(request)),
        f"Voided: {format_match_count(count)} that {player} reported. Each can be restored from its own page.",
    )
    return answer_people_change(request, template, context, change, asks=VoidReasonForm)
