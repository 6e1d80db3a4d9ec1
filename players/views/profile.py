"""A player's pages: the profile, the statement, and the record against another player."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.selectors import days, navigation
from ladder.selectors.confirming import pending_of
from ladder.selectors.profiles import adjustments, boards, played, profile
from ladder.selectors.profiles import statement as statements
from ladder.selectors.profiles.boards import Choice
from ladder.selectors.roles import organises
from ladder.services.permissions import Act, may
from players import veil
from players.models import Player
from players.selectors import about


def found_or_404(pk: int) -> Player:
    """Return the player with whom they were merged into, if they were."""
    return get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)


def of_players(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand the players over that the address names; a merged one's pages are those of whom they count as."""

    @wraps(view)
    def shown(request: HttpRequest, **keys: int) -> HttpResponse:
        found = [found_or_404(pk) for pk in keys.values()]
        if veil.is_down() and any(player.itself.hidden for player in found):
            return TemplateResponse(request, "players/hidden.html", status=404)
        if not any(player.merged_into for player in found):
            return view(request, *found)
        match = request.resolver_match
        url = reverse(match.view_name, args=[player.itself.pk for player in found]) if match else ""
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{url}?{query}" if query else url)

    return shown


@require_safe
@of_players
def player(request: HttpRequest, found: Player) -> HttpResponse:
    """Where a player stands on one of their boards, and how they came there; htmx asks for more matches."""
    choice, context = asked(request, found)
    if choice:
        context["profile"] = SimpleLazyObject(lambda: profile.profile(choice, found))  # rows alone don't need it
        context["adjustments"] = SimpleLazyObject(lambda: adjustments.adjustments(choice, found))
        context["listed"] = played.matches(choice, found, request.GET.get("page"))
    context |= {"about": SimpleLazyObject(lambda: about(found)), "may_edit": may(request.user, Act.PLAYERS)}
    context["voids"] = organises(request.user) and found.has_account
    context["pending"] = SimpleLazyObject(lambda: pending_of(found))
    return page(request, "players/player.html", context, partial="more")


@require_safe
@of_players
def statement(request: HttpRequest, found: Player) -> HttpResponse:
    """Every change of a player's rating on one board, line by line; htmx asks for more of them."""
    choice, context = asked(request, found)
    if choice:
        context["statement"] = statements.statement(choice, found, request.GET.get("page"))
        context["adjustments"] = SimpleLazyObject(lambda: adjustments.adjustments(choice, found))
    return page(request, "players/statement.html", context, partial="more")


@require_safe
@of_players
def against(request: HttpRequest, found: Player, opponent: Player) -> HttpResponse:
    """The matches of two players, and how they stand against each other; htmx asks for more of them."""
    if found == opponent:
        raise Http404
    choice, context = asked(request, found)
    context["other"] = opponent
    if choice:
        context["record"] = SimpleLazyObject(lambda: profile.against(choice, found, opponent))
        context["listed"] = played.matches(choice, found, request.GET.get("page"), opponent)
    return page(request, "players/against.html", context, partial="more")


def asked(request: HttpRequest, found: Player) -> tuple[Choice | None, dict[str, Any]]:
    """Return the board and day that the address asks for, and what the templates of all pages need."""
    standing = boards.boards_of(found)
    if not standing:
        return None, {"player": found}
    choice = boards.chosen(standing, request.GET.get("board", ""), days.asked(request.GET.get("as-of")))
    season = choice.board.season
    navigation.show(request, season.ladder)
    return choice, {"player": found, "choice": choice, "season": season, "ladder": season.ladder}
