"""The page of one board, which several addresses show, its live poll, and a past day as it was then known."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.guards import redirect_browser
from ladder.access.permissions import Act, find_account_player, is_allowed
from ladder.challenges.queries.running import load_challenge_marks
from ladder.club.queries import Checklist, load_checklist
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import parse_past_day
from ladder.matches.queries.results import list_latest_matches
from ladder.models import Board, Season
from ladder.models.board import pick_board
from ladder.pages.addresses import build_board_url, find_board_or_404, read_search
from ladder.pages.kept_pages import PAGE_SECONDS, build_part_key, keep_for_visitors
from ladder.pages.navigation import LADDER_COOKIE, show_ladder_in_header
from ladder.pages.options import list_option_lines
from ladder.pages.recent_versions import format_page_version, load_live_version
from ladder.pages.seasons import (
    build_page_version,
    find_off_season,
    list_reporting_rules,
    list_seasons,
    pick_current_season,
)
from ladder.pages.shared_pages import share_with_members
from ladder.standings.queries.as_known_then import has_changed_since, load_comparison
from ladder.standings.queries.key_figures import (
    describe_gap_above,
    describe_next_decay,
    is_season_live,
    load_key_figures,
)
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.rows import LazyRows, StandingsRow, find_row
from ladder.standings.queries.selection import (
    SortOrder,
    build_headings,
    parse_sort_order,
    pick_page,
    search_rows,
    sort_rows,
)
from ladder.standings.queries.table import StandingsTable

BOARD_COOKIE_SECONDS = 365 * 24 * 60 * 60
STANDINGS_TEMPLATE = "ladder/standings/standings.html"
WHO, DAY = "who", "as-of"
ACTIVE, ALL = "active", "all"


def find_own_on_board(request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the shared page of a board has of its reader; None for very many players, of whom few are read."""
    table, who = page["table"], page["who"]
    if isinstance(table.rows, LazyRows):
        return None
    own = describe_reader(request, table)
    mine = find_row(table.rows, own["me"].pk)
    has_reader = mine is not None and (mine.is_ranked or who == ALL)
    return own | {"page": page["page"]._replace(has_reader=has_reader)}


@require_safe
@keep_for_visitors
@share_with_members(find_own_on_board)
def show_ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show a ladder's current season, or the one picked in the form."""
    return render_board(request, ladder, request.GET.get("season", ""))


@require_safe
@keep_for_visitors
@share_with_members(find_own_on_board)
def show_standings(request: HttpRequest, ladder: str, season: str, board: str = "") -> HttpResponse:
    """Show one board of a season; without its key the main one."""
    return render_board(request, ladder, season, board)


@require_safe
def show_rows(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Answer the live poll: nothing while the page is up to date, else the rows."""
    if unchanged := answer_unchanged_page(request, ladder):
        return unchanged
    drop_shown_version(request)
    return show_changed_rows(request, ladder, season, board)


@keep_for_visitors
@share_with_members(find_own_on_board)
def show_changed_rows(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show the rows for a page that is out of date."""
    return render_board(request, ladder, season, board, live=True)


def answer_unchanged_page(request: HttpRequest, ladder: str) -> HttpResponse | None:
    """Return an empty answer if the page shows this ladder's version and day already, else None; one query at most."""
    shown = request.GET.get("v")
    version, until = load_live_version(request, ladder) if shown else (None, 0.0)
    if version is None or shown != format_page_version(version):
        return None
    unchanged: Any = HttpResponse(status=204)
    unchanged.for_visitors_until = until
    return unchanged


def drop_shown_version(request: HttpRequest) -> None:
    """Take from the address which version the page shows: whatever it is, everybody gets the same rows."""
    query = request.GET.copy()
    query.pop("v", None)
    request.GET, request.META["QUERY_STRING"] = query, query.urlencode()  # type: ignore[assignment]


def render_board(
    request: HttpRequest, ladder: str, slug: str = "", key: str = "", *, section: str = "standings", live: bool = False
) -> HttpResponse:
    """Render a board of a season, whole or in part; without their keys the main board of the current season.

    Where the form picked another season than the address has, lead there. The choice of players is remembered.
    """
    seasons = list_seasons(ladder)
    season = pick_season_or_404(seasons, ladder, slug)
    picked = next((one for one in seasons if one.slug == request.GET.get("season", "")), season)
    if slug and picked != season:
        return redirect_browser(request, picked.get_absolute_url())
    boards, board = pick_board_or_404(season, key)
    show_ladder_in_header(request, season.ladder, seasons)
    who = ALL if (request.GET.get(WHO) or request.COOKIES.get(WHO)) == ALL else ACTIVE
    context = build_board_context(request, board, who, seasons)
    context |= {"seasons": seasons, "boards": boards, "section": section, "live": live, "back": request.path}
    response = render_page(request, STANDINGS_TEMPLATE, context, partial="rows")
    remember_choice(request, response, WHO, who, ACTIVE)
    remember_choice(request, response, LADDER_COOKIE, season.ladder.slug)
    return response


def pick_season_or_404(seasons: Sequence[Season], ladder: str, slug: str) -> Season:
    """Return the season of this slug, of all of a ladder; without a slug the current one."""
    season = next((one for one in seasons if one.slug == slug), None) if slug else pick_current_season(seasons)
    if season is None:
        raise Http404(f"{ladder} has no season {slug}.")
    return season


def pick_board_or_404(season: Season, key: str) -> tuple[list[Board], Board]:
    """Return the boards of a season, and the one of this key, which has the season; without a key the main one."""
    boards = list(season.boards.all())
    board = pick_board(boards, key) if key else next(iter(boards), None)
    if board is None:
        raise Http404(f"{season} has no board {key}.")
    board.season = season
    return boards, board


@require_safe
@keep_for_visitors
def show_about(request: HttpRequest, ladder: str, season: str = "", board: str = "") -> HttpResponse:
    """Show how a board rates, how matches are reported, and where the standings can be had; for organisers more."""
    seasons = list_seasons(ladder)
    found = pick_season_or_404(seasons, ladder, season)
    boards, shown = pick_board_or_404(found, board)
    show_ladder_in_header(request, found.ladder, seasons)
    past = parse_past_day(request.GET.get(DAY))
    context = {
        "ladder": found.ladder,
        "season": found,
        "boards": boards,
        "board": shown,
        "query": f"?{DAY}={past.isoformat()}" if past else "",
        "chosen": [one for one in list_option_lines(shown.rating_system) if one.differs],
        "reporting": list_reporting_rules(found.ladder, shown.rating_system),
        "section": "standings",
    }
    return TemplateResponse(request, "ladder/standings/about.html", context)


def build_board_context(request: HttpRequest, board: Board, who: str, seasons: list[Season]) -> dict[str, Any]:
    """Return what the template prints of one board."""
    season = board.season
    table = load_shown_standings(board, parse_past_day(request.GET.get(DAY)))
    own = describe_reader(request, table)
    latest: Any = SimpleLazyObject(lambda: list_latest_matches(board, past=table.past))
    return build_table_context(request, table, who, own["me"].pk if own["me"] else None) | {
        **own,
        "board": board,
        "season": season,
        "ladder": season.ladder,
        "table": table,
        "off": None if table.past else find_off_season(season, seasons),
        "latest": latest,
        "figures": SimpleLazyObject(lambda: load_key_figures(table)),
        "corrected": SimpleLazyObject(lambda: bool(table.past and has_changed_since(season, table.past))),
        "initial": table.initial,
        "token": build_page_version(season.ladder),
        "any_day": {DAY: None},  # what leaves the day out of an address
        "today": timezone.localdate(),
        "is_live": SimpleLazyObject(lambda: is_season_live(season, latest)),
        "part_key": build_part_key(board, table.past),
        "kept": PAGE_SECONDS,
        "url": build_board_url(board),
        "checklist": SimpleLazyObject(lambda: load_board_checklist(request, board)),
    }


def describe_reader(request: HttpRequest, table: StandingsTable) -> dict[str, Any]:
    """Return what the template prints of the reader on a board."""
    me, season = find_account_player(request.user), table.board.season
    own = me.pk if me else None
    mine = find_row(table.rows, own)
    return {
        "me": me,
        "absence": mine.absence if mine else "",
        "returns_by_playing": mine and mine.returns_by_playing,
        "behind": describe_gap_above(table, own),
        "between": load_challenge_marks(season, me) if me and not table.past else {},
        "fading": describe_next_decay(table, own),
    }


def build_table_context(request: HttpRequest, table: StandingsTable, who: str, own: int | None) -> dict[str, Any]:
    """Return one page of the rows that search and choice leave, in the order asked for.

    Those without a rank keep theirs, and come after the others.
    """
    query = read_search(request)
    shown: Sequence[StandingsRow]
    order, headings, unranked = SortOrder(), build_headings(table), search_rows(table.unranked, query)
    if isinstance(table.rows, LazyRows):
        shown = table.rows.search(query) if query else table.rows
    else:
        order = parse_sort_order(table, request.GET.get("sort"))
        ranked = sort_rows(table, search_rows(table.ranked, query), order)
        shown, headings = [*ranked, *(unranked if who == ALL else [])], build_headings(table, order)
    page = pick_page(shown, request.GET.get("page", ""), own)
    return {
        "page": page,
        "rows": [row for row in page.rows if row.is_ranked],
        "unranked": [row for row in page.rows if not row.is_ranked],
        "hidden": len(unranked) if who == ACTIVE else 0,
        "plain_headings": build_headings(table),
        "headings": headings,
        "sort": "" if order == SortOrder() else order.text,
        "q": query,
        "who": who,
    }


def load_board_checklist(request: HttpRequest, board: Board) -> Checklist | None:
    """Return the first steps for the owner, and while nothing was played for the ladder's organisers; else None."""
    ladder, owns = board.season.ladder, is_allowed(request.user, Act.CLUB)
    if not owns and (not is_allowed(request.user, Act.SETTINGS, ladder) or board.standings.exists()):
        return None
    return load_checklist([ladder], owns=owns)


def remember_choice(request: HttpRequest, response: HttpResponse, name: str, value: str, usual: str = "") -> None:
    """Keep a choice in a cookie, if it is neither the one that is kept already nor the usual one."""
    if request.COOKIES.get(name, usual) != value:
        response.set_cookie(
            name,
            value,
            max_age=BOARD_COOKIE_SECONDS,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


@require_safe
@keep_for_visitors
def show_as_known_then(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show a past day as it was then known beside what it is now; without a past day lead to the standings."""
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
    return render_page(request, "ladder/standings/known.html", context, partial="lines")
