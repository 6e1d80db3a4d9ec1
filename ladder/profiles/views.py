"""A player's pages: the profile, the statement, and the records with and against others."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.permissions import Act, find_account_player, is_allowed, is_organiser
from ladder.ledger.storage.tables import parse_past_day
from ladder.matches.queries.confirmations import list_pending_of_player
from ladder.pages.addresses import read_number, read_search
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.shared_pages import find_nothing_of_reader, share_with_members
from ladder.pairings.queries.suggestions import load_suggestions
from ladder.profiles.queries.board_choice import BoardChoice, choose_board, load_player_boards
from ladder.profiles.queries.chart_view import CHART_SPANS
from ladder.profiles.queries.match_list import load_match_page
from ladder.profiles.queries.partners import load_partners
from ladder.profiles.queries.profile import Profile, has_standing, read_asked_chart
from ladder.profiles.queries.rivals import load_head_to_head, load_rivals
from ladder.profiles.queries.statement import load_adjustments, load_statement
from ladder.story.queries.player_honours import load_player_honours
from players.following.queries import is_following
from players.models import Player
from players.people.queries import get_player_or_404, load_player_remarks
from players.privacy.redaction import are_names_redacted


def with_players(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the players whom the address names to a view; the pages of a merged player redirect to the other's."""

    @wraps(view)
    def shown(request: HttpRequest, **keys: int) -> HttpResponse:
        found = [get_player_or_404(pk) for pk in keys.values()]
        if are_names_redacted() and any(player.itself.hidden for player in found):
            return TemplateResponse(request, "ladder/profiles/hidden.html", status=404)
        if not any(player.merged_into for player in found):
            return view(request, *found)
        match = request.resolver_match
        url = reverse(match.view_name, args=[player.itself.pk for player in found]) if match else ""
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{url}?{query}" if query else url)

    return shown


def find_own_of_profile(request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a profile has of its reader, each only if the template asks: whether they follow the player, or
    can be compared with them; and on their own page whom to play."""
    reader, player, choice = find_account_player(request.user), page["player"], page.get("choice")
    is_own = reader is not None and reader == player
    own: dict[str, Any] = {"is_followed": SimpleLazyObject(lambda: is_following(request.user, player))}
    if choice and reader and not is_own:
        own["is_comparable"] = SimpleLazyObject(lambda: has_standing(choice.board, reader))
    elif choice and is_own and not choice.past:
        own["suggested"] = SimpleLazyObject(lambda: load_suggestions(choice.board.season, player))
    return own


@require_safe
@with_players
@keep_for_visitors
@share_with_members(find_own_of_profile, needed={"asked", "choice", "ladder", "player", "season"})
def show_profile(request: HttpRequest, found: Player) -> HttpResponse:
    """Show a player's rank, figures, chart and matches on one of their boards; htmx asks for the chart, what a search
    finds, or more matches."""
    choice, context = build_profile_context(request, found)
    if choice:
        context |= build_profile_parts(request, choice, found)
    context |= {
        "about": SimpleLazyObject(lambda: load_player_remarks(found)),
        "may_edit": is_allowed(request.user, Act.PLAYERS),
    }
    context["voids"] = is_organiser(request.user) and found.has_account
    context |= find_own_of_profile(request, context)
    context["pending"] = SimpleLazyObject(lambda: list_pending_of_player(found))
    part = "more" if "page" in request.GET else "list" if "q" in request.GET else "chart"
    return render_page(request, "ladder/profiles/player.html", context, partial=part)


def build_profile_parts(request: HttpRequest, choice: BoardChoice, found: Player) -> dict[str, Any]:
    """Return what a profile shows of a board; what only a part of the page needs is worked out when it asks."""
    search = read_search(request)
    honours = None if choice.past else SimpleLazyObject(lambda: load_player_honours(choice.board.season.ladder, found))
    asked = read_asked_chart(choice, found, request.GET.get("span"), read_number(request, "with"))
    profile = Profile(choice, found, asked, lambda: honours.names_by_match if honours else {})
    return {
        "profile": profile,
        "honours": honours,
        "asked": asked,
        "spans": CHART_SPANS,
        "adjustments": SimpleLazyObject(lambda: load_adjustments(choice, found)),
        "q": search,
        "listed": SimpleLazyObject(lambda: load_match_page(choice, found, request.GET.get("page"), search=search)),
    }


@require_safe
@with_players
@keep_for_visitors
@share_with_members(find_nothing_of_reader, needed=())
def show_statement(request: HttpRequest, found: Player) -> HttpResponse:
    """Show every change of a player's rating on one board, line by line; htmx asks for more of them."""
    choice, context = build_profile_context(request, found)
    if choice:
        context["statement"] = load_statement(choice, found, request.GET.get("page"))
        context["adjustments"] = SimpleLazyObject(lambda: load_adjustments(choice, found))
    return render_page(request, "ladder/profiles/statement.html", context, partial="more")


@require_safe
@with_players
@keep_for_visitors
@share_with_members(find_nothing_of_reader, needed=())
def show_opponents(request: HttpRequest, found: Player) -> HttpResponse:
    """Show the record of a player against everybody on one board, page by page."""
    choice, context = build_profile_context(request, found)
    if choice:
        context["records"] = load_rivals(choice, found, request.GET.get("page"))
    return TemplateResponse(request, "ladder/profiles/opponents.html", context)


@require_safe
@with_players
@keep_for_visitors
@share_with_members(find_nothing_of_reader, needed=())
def show_partners(request: HttpRequest, found: Player) -> HttpResponse:
    """Show the record of a player with each partner on one board, page by page."""
    choice, context = build_profile_context(request, found)
    if choice:
        context["records"] = load_partners(choice, found, request.GET.get("page"))
    return TemplateResponse(request, "ladder/profiles/partners.html", context)


@require_safe
@with_players
@keep_for_visitors
@share_with_members(find_nothing_of_reader, needed=())
def show_head_to_head(request: HttpRequest, found: Player, opponent: Player) -> HttpResponse:
    """Show the matches of two players and the record between them; htmx asks for more matches."""
    if found == opponent:
        raise Http404
    choice, context = build_profile_context(request, found)
    context["other"] = opponent
    if choice:
        context["record"] = SimpleLazyObject(lambda: load_head_to_head(choice, found, [opponent]))
        context["listed"] = load_match_page(choice, found, request.GET.get("page"), [opponent])
    return render_page(request, "ladder/profiles/against.html", context, partial="more")


def build_profile_context(request: HttpRequest, found: Player) -> tuple[BoardChoice | None, dict[str, Any]]:
    """Return the board and the day that the address asks for, None without a standing, and what all templates need."""
    boards = load_player_boards(found)
    if not boards:
        return None, {"player": found}
    choice = choose_board(boards, request.GET.get("board", ""), parse_past_day(request.GET.get("as-of")))
    season = choice.board.season
    show_ladder_in_header(request, season.ladder)
    return choice, {"player": found, "choice": choice, "season": season, "ladder": season.ladder}
