"""The home page: what waits for a member and their own rank; else the only ladder, or all ladders."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.challenges.queries.running import list_challenges_to_answer, load_challenge_marks
from ladder.matches.queries.confirmations import list_matches_to_confirm
from ladder.matches.queries.results import list_latest_matches
from ladder.models import Ladder
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.seasons import build_page_version, list_seasons, pick_current_season
from ladder.standings.queries.ladder_line import build_ladder_line
from ladder.standings.queries.overview import (
    describe_own_rank,
    find_last_ladder,
    find_main_board,
    find_own_player,
    load_ladder_overviews,
)
from ladder.standings.queries.selection import build_headings, describe_gap_above, list_rows_around
from ladder.standings.queries.table import load_standings
from ladder.standings.views.board import is_unchanged, render_ladder
from players.accounts.actions.accounts import is_club_owned


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """What waits for the member, and their own place; else the standings of the only ladder, or all ladders."""
    if is_unchanged(request, request.GET.get("ladder", "")):
        return HttpResponse(status=204)
    answer = render_member_home(request) or render_visitor_home(request)
    player = find_own_player(request.user)
    if player and isinstance(answer, TemplateResponse):
        waiting = {  # only the whole page prints it
            "to_confirm": SimpleLazyObject(lambda: list_matches_to_confirm(player, request.user)),
            "challenged": SimpleLazyObject(lambda: list_challenges_to_answer(player)),
        }
        answer.context_data = {**(answer.context_data or {}), **waiting}
    return answer


def render_member_home(request: HttpRequest) -> HttpResponse | None:
    """The home page of a member who stands on a ladder; None for anyone else."""
    player = find_own_player(request.user)
    found = find_last_ladder(player) if player else None
    board = find_main_board(pick_current_season(list_seasons(found.slug))) if found else None
    standings = load_standings(board) if board else None
    mine = next((row for row in standings.rows if player and row.player == player.pk), None) if standings else None
    if board is None or standings is None or mine is None:
        return None
    show_ladder_in_header(request, board.season.ladder)
    context = {
        "section": "home",
        "ladder": found,
        "season": board.season,
        "board": board,
        "table": standings,
        "rows": list_rows_around(standings.rows, mine.player),
        "headings": build_headings(standings),
        "behind": describe_gap_above(standings, mine.player),
        "me": player,
        "between": load_challenge_marks(board.season, player),
        "headline": describe_own_rank(mine),
        "line": build_ladder_line(standings, mine),
        "latest": list_latest_matches(board),
        "token": build_page_version(board.season.ladder),
    }
    return render_page(request, "ladder/home.html", context, partial="live")


def render_visitor_home(request: HttpRequest) -> HttpResponse:
    """The standings of the only ladder, or the list of ladders."""
    found = list(Ladder.objects.all()[:2])
    if len(found) == 1:
        return render_ladder(request, found[0].slug, section="home")
    context = {
        "section": "home",
        "ladders": load_ladder_overviews() if found else [],
        "unowned": not found and not is_club_owned(),
    }
    return render_page(request, "ladder/ladders.html", context, partial="ladders")
