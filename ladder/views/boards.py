"""The page of one board, which several addresses show."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from config.htmx import render_page
from ladder.models import Board, Season
from ladder.selectors import navigation
from ladder.selectors.challenges.marks import load_challenge_marks
from ladder.selectors.choosing import SortOrder, build_headings, parse_sort_order, search_rows, sort_rows
from ladder.selectors.days import parse_past_day
from ladder.selectors.fading import describe_next_decay
from ladder.selectors.first_steps import Checklist, load_checklist
from ladder.selectors.gaps import describe_gap_above
from ladder.selectors.home import find_own_player
from ladder.selectors.navigation import show_ladder_in_header
from ladder.selectors.results import list_latest_matches
from ladder.selectors.roles import Act, is_allowed
from ladder.selectors.seasons import (
    build_page_version,
    find_off_season,
    is_season_live,
    list_reporting_rules,
    list_seasons,
    load_key_figures,
    pick_current_season,
)
from ladder.selectors.standings import StandingsTable, load_standings
from ladder.services import knowledge
from ladder.views.guards import redirect_browser

YEAR = 365 * 24 * 60 * 60
TEMPLATE = "ladder/standings.html"
WHO, DAY = "who", "as-of"
ACTIVE, ALL = "active", "all"


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
    remember_choice(request, response, navigation.COOKIE, season.ladder.slug)
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
    return bool(standings.past and knowledge.has_changed_since(standings.board.season, standings.past))


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


def build_board_url(board: Board) -> str:
    """Return a board's own address."""
    return reverse("ladder:board", args=[board.season.ladder.slug, board.season.slug, board.system])


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
