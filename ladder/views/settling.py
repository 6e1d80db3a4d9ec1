"""Organisers change a board or a season's opening, and reopen a season; what moves is shown first."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.forms import NotedForm, SeenPreview
from ladder.forms.board import BoardForm, list_free_systems
from ladder.forms.opening import OpeningRuleForm
from ladder.models import Board, Season
from ladder.selectors.navigation import show_ladder_in_header
from ladder.selectors.roles import Act
from ladder.services import ledger, seasons
from ladder.services.consequences import describe_consequences, list_table_pairs
from ladder.services.seasons.boards import change_board, plan_board_change
from ladder.services.seasons.opening import change_opening_rule, plan_opening_rule
from ladder.views.addressed import find_board_or_404, find_season_or_404
from ladder.views.asking import find_back_address
from ladder.views.changing import CLOSED_TEMPLATE, ShownChange, answer_change, sign_change
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_board_change(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Another rating system for a board, or other options."""

    def making(values: Any) -> ShownChange:
        found = find_board_or_404(ladder, season, board)
        systems = list_free_systems(found.season, found)
        system = find_chosen_system(request, values, systems, found.system)
        form = BoardForm(values, board=found, system=system)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return describe_season_plan(plan_board_change(found, system, form.values()))

        def apply(seen: SeenPreview) -> Board:
            return change_board(board=found, system=system, values=form.values(), **sign_change(request, form, seen))

        url = found.season.get_absolute_url()
        change = ShownChange("ladder/board_change.html", found.season, form, plan, apply, "The board was changed.", url)
        change.context = {"board": found, "systems": systems, "system_label": dict(systems)[system]}
        change.at_once = system != found.system
        return change

    return answer_change(request, making)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_opening_rule(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """What players bring into a season from the one before it."""

    def making(values: Any) -> ShownChange:
        found = find_season_or_404(ladder, season)
        if found.opens_from_id is None:
            raise Http404(f"{found} follows no other season.")
        form = OpeningRuleForm(values, season=found)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return describe_season_plan(plan_opening_rule(found, **form.values()))

        def apply(seen: SeenPreview) -> Season:
            return change_opening_rule(season=found, **form.values(), **sign_change(request, form, seen))

        done, url = f"{found.name} now starts with the new ratings.", found.get_absolute_url()
        return ShownChange("ladder/opening_change.html", found, form, plan, apply, done, url, at_once=False)

    return answer_change(request, making)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_reopening(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Open a closed season again, with a reason, and go back to what was to be changed."""
    found = find_season_or_404(ladder, season)
    url = find_back_address(request, found.get_absolute_url())
    if not found.closed_at:
        return redirect_browser(request, url)
    form = NotedForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        seasons.reopen_season(found, by=get_account(request), reason=form.cleaned_data["reason"])
        messages.success(request, f"{found.name} is open again.")
        return redirect_browser(request, url)
    show_ladder_in_header(request, found.ladder)
    context = {"season": found, "ladder": found.ladder, "form": form, "back": request.POST.get("back", "")}
    return render_page(request, CLOSED_TEMPLATE, context, partial="closed", status=422 if form.errors else 200)


def find_chosen_system(request: HttpRequest, values: Any, systems: list[tuple[str, str]], usual: str) -> str:
    """Return the key of the system that the form or the address asks for, or else the usual one."""
    asked = (request.GET if values is None else request.POST).get("system")
    return asked if asked in dict(systems) else usual


def describe_season_plan(plan: ledger.Plan) -> tuple[ledger.Plan, dict[str, Any]]:
    """Return the plan and what the preview prints of it."""
    return plan, {"boards": describe_consequences(plan, {}), "tables": list_table_pairs(plan)}
