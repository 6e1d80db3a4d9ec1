"""Organisers change a board or a season's opening, and reopen a season; what moves is shown first."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms import NotedForm, Seen
from ladder.forms.board import BoardForm, systems_for
from ladder.forms.opening import OpeningForm
from ladder.models import Board, Season
from ladder.selectors import navigation
from ladder.services import ledger, seasons
from ladder.services.consequences import consequences, tables
from ladder.services.permissions import Act
from ladder.services.seasons import boards, opening

from .addressed import board_of, season_of
from .asking import back
from .changing import CLOSED, Change, answer, signed
from .guards import account, by_slug, leave, requires


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def board_change(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Another rating system for a board, or other options."""

    def making(values: Any) -> Change:
        found = board_of(ladder, season, board)
        systems = systems_for(found.season, found)
        system = chosen(request, values, systems, found.system)
        form = BoardForm(values, board=found, system=system)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return shown(boards.plan(found, system, form.values()))

        def apply(seen: Seen) -> Board:
            return boards.change(board=found, system=system, values=form.values(), **signed(request, form, seen))

        url = found.season.get_absolute_url()
        change = Change("ladder/board_change.html", found.season, form, plan, apply, "The board was changed.", url)
        change.context = {"board": found, "systems": systems, "system_label": dict(systems)[system]}
        change.at_once = system != found.system
        return change

    return answer(request, making)


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def opening_change(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """What players bring into a season from the one before it."""

    def making(values: Any) -> Change:
        found = season_of(ladder, season)
        if found.opens_from_id is None:
            raise Http404(f"{found} follows no other season.")
        form = OpeningForm(values, season=found)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return shown(opening.plan(found, **form.values()))

        def apply(seen: Seen) -> Season:
            return opening.change(season=found, **form.values(), **signed(request, form, seen))

        done, url = f"{found.name} now starts with the new ratings.", found.get_absolute_url()
        return Change("ladder/opening_change.html", found, form, plan, apply, done, url, at_once=False)

    return answer(request, making)


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Open a closed season again, with a reason, and go back to what was to be changed."""
    found = season_of(ladder, season)
    url = back(request, found.get_absolute_url())
    if not found.closed_at:
        return leave(request, url)
    form = NotedForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        seasons.reopen(found, by=account(request), reason=form.cleaned_data["reason"])
        messages.success(request, f"{found.name} is open again.")
        return leave(request, url)
    navigation.show(request, found.ladder)
    context = {"season": found, "ladder": found.ladder, "form": form, "back": request.POST.get("back", "")}
    return page(request, CLOSED, context, partial="closed", status=422 if form.errors else 200)


def chosen(request: HttpRequest, values: Any, systems: list[tuple[str, str]], usual: str) -> str:
    """Return the key of the system that the form or the address asks for, or else the usual one."""
    asked = (request.GET if values is None else request.POST).get("system")
    return asked if asked in dict(systems) else usual


def shown(plan: ledger.Plan) -> tuple[ledger.Plan, dict[str, Any]]:
    """Return the plan and what the preview prints of it."""
    return plan, {"boards": consequences(plan, {}), "tables": tables(plan)}
