"""Organisers give a season one more board or take one away, shown what that does, and put them in order."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from ladder.forms import NotedForm, Seen
from ladder.forms.board import BoardForm, systems_for
from ladder.models import Board, Season
from ladder.services import ledger
from ladder.services.permissions import Act
from ladder.services.seasons import more_boards

from .addressed import board_of, season_of
from .changing import Change, answer, signed
from .guards import account, by_slug, leave, requires
from .settling import chosen, shown


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def board_add(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """One more board, by a system that the season has not."""

    def making(values: Any) -> Change:
        found = season_of(ladder, season)
        systems = systems_for(found)
        if not systems:
            raise Http404("Every rating system already has a board.")
        system = chosen(request, values, systems, systems[0][0])
        form = BoardForm(values, system=system)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            return shown(more_boards.plan_new(found, system, form.values()))

        def apply(seen: Seen) -> Board:
            return more_boards.add(season=found, system=system, values=form.values(), **signed(request, form, seen))

        url = reverse("ladder:board", args=[ladder, season, system])
        change = Change("ladder/board_add.html", found, form, plan, apply, "The board was added.", url)
        change.context = {"systems": systems, "system_label": dict(systems)[system]}
        return change

    return answer(request, making)


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def board_remove(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """One board less; the matches stay."""

    def making(values: Any) -> Change:
        found = board_of(ladder, season, board)
        form = NotedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            more_boards.check_removable(found)
            return ledger.Plan(found.season, found.season.ladder.version, True, []), {}

        def apply(seen: Seen) -> Season:
            return more_boards.remove(board=found, **signed(request, form, seen))

        url = reverse("ladder:seasons", args=[ladder])
        change = Change("ladder/board_remove.html", found.season, form, plan, apply, "The board was removed.", url)
        change.context = {"board": found, "standing": found.standings.count()}
        return change

    return answer(request, making)


@requires(Act.SETTINGS, by_slug)
@require_POST
def board_move(request: HttpRequest, ladder: str, season: str, board: str, *, to_top: bool) -> HttpResponse:
    """Put a board one place up, or before all others as its season's main one."""
    found = board_of(ladder, season, board)
    label = found.rating_system.about.label
    try:
        place = more_boards.move(board=found, by=account(request), to_top=to_top)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        where = f"board {place + 1}" if place else "the main board"
        messages.success(request, f"{label} is now {where} of {found.season.name}.")
    return leave(request, reverse("ladder:seasons", args=[ladder]))
