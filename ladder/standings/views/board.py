"""The page of one board, which several addresses show, its live poll, and a past day as it was then known."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.guards import redirect_browser
from ladder.access.permissions import Act, is_allowed
from ladder.challenges.queries.running import load_challenge_marks
from ladder.club.queries import Checklist, load_checklist
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import parse_past_day
from ladder.matches.queries.results import list_latest_matches
from ladder.models import Board, Season
from ladder.pages.addresses import build_board_url, find_board_or_404
from ladder.pages.navigation import COOKIE, show_ladder_in_header
from ladder.pages.seasons import (
    build_page_version,
    find_off_season,
    list_reporting_rules,
    list_seasons,
    load_page_version,
    pick_current_season,
)
from ladder.standings.queries.as_known_then import has_changed_since, load_comparison
from ladder.standings.queries.key_figures import is_season_live, load_key_figures
from ladder.standings.queries.overview import find_own_player
from ladder.standings.queries.selection import (
    SortOrder,
    build_headings,
    describe_gap_above,
    describe_next_decay,
    parse_sort_order,
    search_rows,
    sort_rows,
)
from ladder.standings.queries.table import StandingsTable, load_standings

YEAR = 365 * 24 * 60 * 60
TEMPLATE = "ladder/standings.html"
WHO, DAY = "who", "as-of"
ACTIVE, ALL = "active", "all"


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


def render_ladder(request: HttpRequest, ladder: str, section: str = "standings") -> HttpResponse:
    """The main board of a ladder's newest open season."""
    found = list_seasons(ladder)
    season = pick_current_season(found)
    if season is None:
        raise Http404(f"{ladder} has no season.")
    return render_board(request, found, season, section=section)


def render_season(request: HttpRequest, ladder: str, slug: str, key: str, live: bool = False) -> HttpResponse:
    """One board of one season, or its main one; another season that was picked is shown instead."""
    found = {season.slug: season for season in list_seasons(ladder)}
    if slug not in found:
        raise Http404(f"{ladder} has no season {slug}.")
    picked = request.GET.get("season", slug)
    if picked != slug and picked in found:
        return redirect_browser(request, found[picked].get_absolute_url())
    return render_board(request, list(found.values()), found[slug], key, live=live)


def render_board(
    request: HttpRequest,
    found: list[Season],
    season: Season,
    key: str = "",
    section: str = "standings",
    live: bool = False,
) -> HttpResponse:
    """The standings of one board, whole or in part; the choice of players is remembered."""
    boards = list(season.boards.all())
    board = next((board for board in boards if board.system == key or not key), None)
    if board is None:
        raise Http404(f"{season} has no board {key}.")
    board.season = season
    show_ladder_in_header(request, season.ladder, found)
    who = read_player_choice(request)
    context = {"seasons": found, "boards": boards, "section": section, "live": live, "who": who, "back": request.path}
    context["checklist"] = SimpleLazyObject(lambda: load_board_checklist(request, board))
    response = render_page(request, TEMPLATE, context | build_board_context(request, board, who, found), partial="rows")
    remember_choice(request, response, WHO, who, ACTIVE)
    remember_choice(request, response, COOKIE, season.ladder.slug)
    return response


def load_board_checklist(request: HttpRequest, board: Board) -> Checklist | None:
    """Return the first steps of the ladder for its owner, and while nothing was played for its organisers."""
    ladder, owns = board.season.ladder, is_allowed(request.user, Act.CLUB)
    if not owns and (not is_allowed(request.user, Act.SETTINGS, ladder) or board.standings.exists()):
        return None
    return load_checklist([ladder], owns=owns)


def build_board_context(request: HttpRequest, board: Board, who: str, found: list[Season]) -> dict[str, Any]:
    """What the template prints of one board."""
    season, me = board.season, find_own_player(request.user)
    own = me.pk if me else None
    standings = load_standings(board, parse_past_day(request.GET.get(DAY)))
    mine = next((row for row in standings.rows if row.player == own), None)
    newest = list_latest_matches(board, past=standings.past)
    return build_table_context(request, standings, who) | {
        "absence": mine.absence if mine else "",
        "returns_by_playing": mine and mine.returns_by_playing,
        "board": board,
        "season": season,
        "ladder": season.ladder,
        "table": standings,
        "me": me,
        "behind": describe_gap_above(standings, own),
        "between": {} if standings.past else load_challenge_marks(season, me),
        "off": None if standings.past else find_off_season(season, found),
        "latest": newest,
        "figures": load_key_figures(standings),
        "fading": describe_next_decay(standings, own),
        "corrected": SimpleLazyObject(lambda: is_corrected(standings)),
        "reporting": list_reporting_rules(season.ladder, board.rating_system),
        "initial": format_initial_rating(standings),
        "token": build_page_version(season.ladder),
        "any_day": {DAY: None},  # what leaves the day out of an address
        "today": timezone.localdate(),
        "is_live": is_season_live(season, newest),
        "url": build_board_url(board),
    }


def is_corrected(standings: StandingsTable) -> bool:
    """Whether the standings are those of a past day, and were not known then as they now are."""
    return bool(standings.past and has_changed_since(standings.board.season, standings.past))


def build_table_context(request: HttpRequest, standings: StandingsTable, who: str) -> dict[str, Any]:
    """The rows that search and choice leave, in the order asked for; those without a rank keep theirs."""
    query = request.GET.get("q", "").strip()
    by = parse_sort_order(standings, request.GET.get("sort"))
    ranked, unranked = (search_rows(rows, query) for rows in (standings.ranked, standings.unranked))
    return {
        "rows": sort_rows(standings, ranked, by),
        "unranked": [] if who == ACTIVE else unranked,
        "hidden": len(unranked) if who == ACTIVE else 0,
        "plain_headings": build_headings(standings),
        "headings": build_headings(standings, by),
        "sort": "" if by == SortOrder() else by.text,
        "q": query,
    }


def format_initial_rating(standings: StandingsTable) -> str:
    """Return the rating that everyone begins with, as printed."""
    system = standings.board.rating_system
    return system.shown(system.initial())


def read_player_choice(request: HttpRequest) -> str:
    """Return which players to show: as asked for, else as last time."""
    who = request.GET.get(WHO) or request.COOKIES.get(WHO)
    return ALL if who == ALL else ACTIVE


def remember_choice(request: HttpRequest, response: HttpResponse, name: str, value: str, usual: str = "") -> None:
    """Keep a choice in a cookie of its own, if it is neither the one that is kept nor the usual one."""
    if request.COOKIES.get(name, usual) != value:
        response.set_cookie(
            name, value, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
        )


@require_safe
def show_as_known_then(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Both tables of one board; an address without a past day leads to the standings."""
    found = find_board_or_404(ladder, season, board)
    day = parse_past_day(request.GET.get(DAY))
    if day is None or day >= find_standings_day(found.season):
        return redirect_browser(request, build_board_url(found))
    show_ladder_in_header(request, found.season.ladder)
    lines = load_comparison(found, day)
    context = {
        "ladder": found.season.ladder,
        "season": found.season,
        "board": found,
        "day": day,
        "lines": lines,
        "moved": sum(line.differs for line in lines),
        "url": build_board_url(found),
    }
    return render_page(request, "ladder/known.html", context, partial="lines")
