"""A player's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.models import Board
from ladder.selectors import navigation, profiles

from .models import Player


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a player stands on one of his boards, and his matches on it; htmx asks for more of them."""
    found = get_object_or_404(Player, pk=pk)
    boards = profiles.boards_of(found)
    context: dict[str, Any] = {"player": found, "boards": boards}
    if boards:
        context |= board_context(request, found, picked(boards, request.GET.get("board", "")))
    return page(request, "players/player.html", context, partial="more")


def picked(boards: list[Board], key: str) -> Board:
    """Return the board that was asked for; else the one played on last."""
    return next((board for board in boards if str(board.pk) == key), boards[0])


def board_context(request: HttpRequest, player: Player, board: Board) -> dict[str, Any]:
    """What the template prints of one board."""
    navigation.show(request, board.season.ladder)
    shown, played = profiles.matches(board, player, request.GET.get("page"))
    return {
        "board": board,
        "season": board.season,
        "ladder": board.season.ladder,
        "profile": profiles.profile(board, player),
        "page_obj": shown,
        "played": played,
        "has_length": any(fact.name == "length" for fact in board.rating_system.facts),
        "left": min(shown.paginator.count - shown.end_index(), profiles.PER_PAGE),
    }
