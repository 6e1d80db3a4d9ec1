"""A player's pages: the profile, the statement, and the record against another player."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.selectors import days, navigation
from ladder.selectors.profiles import adjustments, boards, played, profile
from ladder.selectors.profiles import statement as statements
from ladder.selectors.profiles.boards import Choice

from .models import Player


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a player stands on one of their boards, and how they came there; htmx asks for more matches."""
    found, choice, context = asked(request, pk)
    if choice:
        context["profile"] = SimpleLazyObject(lambda: profile.profile(choice, found))  # rows alone don't need it
        context["adjustments"] = SimpleLazyObject(lambda: adjustments.adjustments(choice, found))
        context["listed"] = played.matches(choice, found, request.GET.get("page"))
    return page(request, "players/player.html", context, partial="more")


@require_safe
def statement(request: HttpRequest, pk: int) -> HttpResponse:
    """Every change of a player's rating on one board, line by line; htmx asks for more of them."""
    found, choice, context = asked(request, pk)
    if choice:
        context["statement"] = statements.statement(choice, found, request.GET.get("page"))
        context["adjustments"] = SimpleLazyObject(lambda: adjustments.adjustments(choice, found))
    return page(request, "players/statement.html", context, partial="more")


@require_safe
def against(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """The matches of two players, and how they stand against each other; htmx asks for more of them."""
    found, choice, context = asked(request, pk)
    opponent = context["other"] = get_object_or_404(Player, pk=other)
    if found == opponent:
        raise Http404
    if choice:
        context["record"] = SimpleLazyObject(lambda: profile.against(choice, found, opponent))
        context["listed"] = played.matches(choice, found, request.GET.get("page"), opponent)
    return page(request, "players/against.html", context, partial="more")


def asked(request: HttpRequest, pk: int) -> tuple[Player, Choice | None, dict[str, Any]]:
    """Return the player, the board and day that the address asks for, and what the templates of all pages need."""
    found = get_object_or_404(Player, pk=pk)
    standing = boards.boards_of(found)
    if not standing:
        return found, None, {"player": found}
    choice = boards.chosen(standing, request.GET.get("board", ""), days.asked(request.GET.get("as-of")))
    season = choice.board.season
    navigation.show(request, season.ladder)
    return found, choice, {"player": found, "choice": choice, "season": season, "ladder": season.ladder}
