"""The screen at the venue, which turns its pages by itself."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.models.board import pick_board
from ladder.pages.addresses import read_number
from ladder.pages.qr_codes import build_invitation
from ladder.pages.seasons import build_page_version, list_season_boards, list_seasons, pick_current_season
from ladder.standings.queries.key_figures import is_season_live
from ladder.standings.views.board import answer_unchanged_page
from ladder.standings.views.displays import build_display_context
from ladder.story.queries.latest import list_latest_tales
from ladder.venue.queries import (
    build_venue_screen,
    find_next_screen,
    list_turns,
    name_next_screen,
    turn_screen,
)
from players.privacy.visitors import for_everybody


@for_everybody
@require_safe
def show_venue_screen(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the screen at the venue: one board when the address names it, else all that it has in turn."""
    if unchanged := answer_unchanged_page(request, ladder):
        return unchanged
    season = pick_current_season(list_seasons(ladder))
    if season is None:
        raise Http404(f"{ladder} has no season.")
    boards = list_season_boards(season)
    kept, asked, page = request.GET.get("board", ""), request.GET.get("turn", ""), read_number(request, "page") or 1
    board = pick_board(boards, kept or asked) or (None if kept else next(iter(boards), None))
    if board is None:
        raise Http404(f"{season} has no board {kept}.")
    tales = [] if kept else list_latest_tales([season.ladder])
    turns = [board.key] if kept else list_turns(season, boards, has_story=bool(tales))
    shown = build_venue_screen(board, page)
    if asked in turns:
        shown = turn_screen(shown, asked, page, tales)
    after = find_next_screen(turns, shown)
    here = build_screen_address(kept, shown.turn, shown.page)
    context = build_display_context(shown.table) | {
        "screen": shown,
        "here": f"{here}&v={build_page_version(season.ladder)}",
        "is_live": is_season_live(season, shown.latest),
        "after": build_screen_address(kept, *after) if after else "",
        "after_name": name_next_screen(shown, after[0]) if after else "",
        "invitation": build_invitation(request, season, boards),
        "now": timezone.localtime(),
    }
    return render_page(request, "ladder/venue/venue.html", context, partial="screen")


def build_screen_address(kept: str, system: str, number: int) -> str:
    """Return the address of one page of a board's screen; `kept` says that this board stays and takes no turns."""
    return "?" + urlencode({"board" if kept else "turn": system, "page": number})
