"""Home and standings, and the answers to their live polls."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.models import Ladder
from ladder.selectors.challenges.marks import load_challenge_marks
from ladder.selectors.challenges.to_answer import list_challenges_to_answer
from ladder.selectors.choosing import build_headings, list_rows_around
from ladder.selectors.confirming import list_matches_to_confirm
from ladder.selectors.gaps import describe_gap_above
from ladder.selectors.home import describe_own_rank, find_last_ladder, find_main_board, find_own_player
from ladder.selectors.ladders import load_ladder_overviews
from ladder.selectors.line import build_ladder_line
from ladder.selectors.navigation import show_ladder_in_header
from ladder.selectors.results import list_latest_matches
from ladder.selectors.seasons import build_page_version, list_seasons, load_page_version, pick_current_season
from ladder.selectors.standings import load_standings
from ladder.views.boards import render_ladder, render_season
from players.services.owners import is_club_owned


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


@require_safe
def show_ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """The newest open season's main board, at the ladder's own address."""
    picked = request.GET.get("season")
    return render_season(request, ladder, picked, "") if picked else render_ladder(request, ladder)


@require_safe
def show_standings(request: HttpRequest, ladder: str, season: str, board: str = "") -> HttpResponse:
    """One board of one season; without its key the main one."""
    return render_season(request, ladder, season, board)


@require_safe
def show_rows(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """The live poll: nothing while version and day are the same, else the rows."""
    if is_unchanged(request, ladder):
        return HttpResponse(status=204)
    return render_season(request, ladder, season, board, live=True)


def is_unchanged(request: HttpRequest, ladder: str) -> bool:
    """Whether the page shows this ladder's version and day already; one query."""
    shown = request.GET.get("v")
    return bool(shown) and shown == load_page_version(ladder)


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
