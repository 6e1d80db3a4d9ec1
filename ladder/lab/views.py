"""The page of the lab: every rating system over a ladder's matches. Everybody who sees the standings may see it."""

from collections.abc import Sequence
from importlib.util import find_spec

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.permissions import Act, is_allowed
from ladder.lab.queries.lab_page import LabPage, build_lab_page
from ladder.lab.queries.progress import work_on_lab
from ladder.lab.queries.season_results import LabSpan
from ladder.models import Season
from ladder.models.board import build_board_key, pick_board
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.seasons import list_seasons, pick_current_season

ALL_SEASONS = "all"  # seasons
LAB_TEMPLATE = "ladder/lab/lab.html"


@require_safe
def show_lab(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show how well each system predicts the matches of a season; while that is being worked out, how far it is."""
    seasons = list_seasons(ladder)
    span = choose_span(ladder, seasons, request.GET.get("season", ""), request.GET.get("board", ""))
    show_ladder_in_header(request, span.ladder, seasons)
    settles = is_allowed(request.user, Act.SETTINGS, span.ladder)
    progress = work_on_lab(span, newest=settles) if find_spec("numpy") else None
    page = build_lab_page(span, progress.lab, request.GET.get("against", "")) if progress and progress.lab else None
    context = {
        "ladder": span.ladder,
        "seasons": seasons,
        "season": span.season,
        "boards": sorted(span.boards, key=lambda board: board.position),
        "board": span.board,
        "picked": ALL_SEASONS if span.is_whole_ladder else span.season.slug,
        "progress": progress,
        "page": page,
        "settles": settles,
        "switch": find_switch_address(span, page) if page and settles else "",
        "section": "standings",
    }
    return render_page(request, LAB_TEMPLATE, context, partial="lab")


def choose_span(ladder: str, seasons: Sequence[Season], asked: str, key: str) -> LabSpan:
    """Return what the lab looks at: the season that was asked for, all of them, or else the current one.

    The board with this key comes first, else the main one.
    Raises: Http404 for a ladder without seasons.
    """
    current = pick_current_season(seasons)
    if current is None:
        raise Http404(f"{ladder} has no season.")
    season = next((one for one in seasons if one.slug == asked), current)
    shown = pick_board(season.boards.all(), key)
    boards = sorted(season.boards.all(), key=lambda board: (board != shown, board.position, board.pk))
    for board in boards:
        board.season = season
    looked_at = seasons if asked == ALL_SEASONS else [season]
    return LabSpan(season.ladder, looked_at, season, boards)


def find_switch_address(span: LabSpan, page: LabPage) -> str:
    """Return where the board is changed to the other system; empty where another board has it already."""
    if page.beside is None or span.season.closed_at:
        return ""
    shown, *others = span.boards
    system = page.beside.other.system
    key = build_board_key(system.key, {"takes": getattr(system, "takes", "")})
    if any(board.key == key for board in others):
        return ""
    address = reverse("ladder:board_change", args=[span.ladder.slug, span.season.slug, shown.key])
    return f"{address}?system={system.key}&variant={page.beside.other.key}"
