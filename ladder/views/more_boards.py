"""Organisers give a season one more board or take one away, shown what that does, and put them in order."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from ladder.forms import NotedForm, SeenPreview
from ladder.forms.board import BoardForm, list_free_systems
from ladder.models import Board, Season
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.seasons.more_boards import (
    add_board,
    check_board_removable,
    move_board,
    plan_new_board,
    remove_board,
)
from ladder.views.addressed import find_board_or_404, find_season_or_404
from ladder.views.changing import ShownChange, answer_change, sign_change
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.views.settling import describe_season_plan, find_chosen_system


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_new_board(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """One more board, by a system that the season has not."""

    def making(values: Any) -> ShownChange:
        found = find_season_or_404(ladder, season)
        systems = list_free_systems(found)
        if not systems:
            raise Http404("Every rating system already has a board.")
        system = find_chosen_system(request, values, systems, systems[0][0])
        form = BoardForm(values, system=system)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return describe_season_plan(plan_new_board(found, system, form.values()))

        def apply(seen: SeenPreview) -> Board:
            return add_board(season=found, system=system, values=form.values(), **sign_change(request, form, seen))

        url = reverse("ladder:board", args=[ladder, season, system])
        change = ShownChange("ladder/board_add.html", found, form, plan, apply, "The board was added.", url)
        change.context = {"systems": systems, "system_label": dict(systems)[system]}
        return change

    return answer_change(request, making)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_board_removal(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """One board less; the matches stay."""

    def making(values: Any) -> ShownChange:
        found = find_board_or_404(ladder, season, board)
        form = NotedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            check_board_removable(found)
            return ledger.Plan(found.season, found.season.ladder.version, True, []), {}

        def apply(seen: SeenPreview) -> Season:
            return remove_board(board=found, **sign_change(request, form, seen))

        url = reverse("ladder:seasons", args=[ladder])
        change = ShownChange("ladder/board_remove.html", found.season, form, plan, apply, "The board was removed.", url)
        change.context = {"board": found, "standing": found.standings.count()}
        return change

    return answer_change(request, making)


@require_permission(Act.SETTINGS, find_ladder)
@require_POST
def change_board_position(request: HttpRequest, ladder: str, season: str, board: str, *, to_top: bool) -> HttpResponse:
    """Put a board one place up, or before all others as its season's main one."""
    found = find_board_or_404(ladder, season, board)
    label = found.rating_system.about.label
    try:
        place = move_board(board=found, by=get_account(request), to_top=to_top)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        where = f"board {place + 1}" if place else "the main board"
        messages.success(request, f"{label} is now {where} of {found.season.name}.")
    return redirect_browser(request, reverse("ladder:seasons", args=[ladder]))
