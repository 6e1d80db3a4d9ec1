"""The pages that explain the rating systems, each with a calculator, and the rules of one board."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.htmx import render_page, wants_partial
from ladder.games import find_game, list_games
from ladder.pages.addresses import find_board_or_404
from ladder.ratings import RatingError, RatingSystem, create_system
from ladder.systems.forms import CalculatorForm
from ladder.systems.queries.advice import group_games, list_advised_systems, list_other_cards
from ladder.systems.queries.calculations import work_out_match
from ladder.systems.queries.system_page import build_system_page


@require_safe
def show_systems(request: HttpRequest) -> HttpResponse:
    """Show all rating systems; those that suit a game first, if one is chosen."""
    game = find_game(request.GET.get("game", ""))
    context = {
        "game": game,
        "groups": group_games(list_games()),
        "advised": list_advised_systems(game) if game else [],
        "cards": list_other_cards(game),
        "section": "systems",
    }
    return render_page(request, "ladder/systems/systems.html", context, partial="systems")


@require_safe
def show_system(request: HttpRequest, key: str) -> HttpResponse:
    """Show one rating system with its default options."""
    try:
        found = create_system(key)
    except RatingError as error:
        raise Http404(str(error)) from error
    return render_system_page(request, found, {"section": "systems"})


@require_safe
def show_board_rules(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show the rating system of a board with its options."""
    found = find_board_or_404(ladder, season, board)
    context = {"board": found, "season": found.season, "ladder": found.season.ladder, "section": "standings"}
    return render_system_page(request, found.rating_system, context)


def render_system_page(request: HttpRequest, found: RatingSystem, context: dict[str, Any]) -> HttpResponse:
    """Return the page of a system, with the answer of the calculator, or what is wrong beside its fields."""
    ladder = context.get("ladder")
    form = CalculatorForm(request.GET, system=found, with_handicap=ladder is None or ladder.takes_handicaps)
    answer = work_out_match(found, form.match, form.before()) if form.is_valid() else None
    context |= {
        "page": build_system_page(found),
        "form": form,
        "answer": answer,
        "live": wants_partial(request),
        "shows_rules": True,
    }
    return render_page(request, "ladder/systems/system.html", context, partial="live", status=200 if answer else 422)
