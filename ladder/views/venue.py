"""A board outside the site: on the screen at the venue, on paper, and in the page of another site."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import condition, require_safe

from config.htmx import page
from ladder.models import Board, Season
from ladder.selectors import seasons
from ladder.selectors import sheet as paper
from ladder.selectors import venue as screens
from ladder.selectors.standings import Table, table
from players.middleware import for_everybody

from .addressed import board_of
from .asking import number
from .boards import board_url, start_of
from .feed import tag
from .outside import local_address
from .scanned import invitation
from .standings import unchanged

ANYWHERE: dict[str, Any] = {**settings.SECURE_CSP, "frame-ancestors": ["*"]}
EMBEDDED, MOST = 10, 100  # rows in a frame


@for_everybody
@require_safe
def venue(request: HttpRequest, ladder: str) -> HttpResponse:
    """The screen at the venue: one board when the address names it, else all of them in turn."""
    if unchanged(request, ladder):
        return HttpResponse(status=204)
    season = seasons.current(seasons.seasons_of(ladder))
    if season is None:
        raise Http404(f"{ladder} has no season.")
    boards = boards_of(season)
    kept = request.GET.get("board", "")
    turns = [board for board in boards if board.system == kept] if kept else boards
    if not turns:
        raise Http404(f"{season} has no board {kept}.")
    turn = next((board for board in turns if board.system == request.GET.get("turn")), turns[0])
    shown = screens.screen(turn, number(request, "page") or 1)
    after = screens.following(turns, shown)
    context = place(shown.table) | {
        "screen": shown,
        "here": address(kept, turn.system, shown.page) + f"&v={seasons.token(season.ladder)}",
        "is_live": seasons.is_live(season, shown.latest),
        "after": address(kept, *after) if after else "",
        "invitation": invitation(request, season, boards),
        "now": timezone.localtime(),
    }
    return page(request, "ladder/venue.html", context, partial="screen")


@for_everybody
@require_safe
def sheet(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """The standings for the notice-board, with an empty list of results below them."""
    found = board_of(ladder, season, board)
    standings = table(found)
    ranked = standings.ranked
    players = len(ranked)
    context = place(standings) | {
        "ranked": ranked,
        "blanks": paper.blanks(found.rating_system),
        "columns": paper.columns(players),
        "lines": range(paper.lines(players)),
        "reporting": seasons.reporting_rules(found.season.ladder, found.rating_system),
        "invitation": invitation(request, found.season, boards_of(found.season)),
        "local": local_address(request),
    }
    return TemplateResponse(request, "ladder/sheet.html", context)


@xframe_options_exempt
@csp_override(ANYWHERE)
@cache_control(public=True, no_cache=True)
@for_everybody
@require_safe
@condition(etag_func=tag)
def embed(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """The head of the standings for the frame of another site: the only page that may be framed."""
    context = place(table(board_of(ladder, season, board)))
    context["rows"] = context["table"].ranked[: min(number(request, "rows") or EMBEDDED, MOST)]
    return TemplateResponse(request, "ladder/embed.html", context)


def place(standings: Table) -> dict[str, Any]:
    """What all three pages print: a table, and where it belongs."""
    board, season = standings.board, standings.board.season
    shown = {"ladder": season.ladder, "season": season, "board": board, "url": board_url(board)}
    return shown | {"table": standings, "initial": start_of(standings)}


def boards_of(season: Season) -> list[Board]:
    """The boards of a season, with the season they belong to."""
    boards = list(season.boards.all())
    for board in boards:
        board.season = season
    return boards


def address(kept: str, system: str, number: int) -> str:
    """The address of one page of a board; a board that was named stays, any other takes its turn."""
    return "?" + urlencode({"board" if kept else "turn": system, "page": number})
