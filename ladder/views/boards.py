"""The page of one board, which several addresses show."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from config.htmx import page
from ladder.models import Board, Season
from ladder.selectors import choosing, days, fading, gaps, navigation, results, seasons
from ladder.selectors.challenges.marks import marks
from ladder.selectors.first_steps import Checklist, load_checklist
from ladder.selectors.home import player_of
from ladder.selectors.standings import Table, table
from ladder.services import knowledge
from ladder.services.permissions import Act, may

from .guards import leave

YEAR = 365 * 24 * 60 * 60
TEMPLATE = "ladder/standings.html"
WHO, DAY = "who", "as-of"
ACTIVE, ALL = "active", "all"


def ladder_page(request: HttpRequest, ladder: str, section: str = "standings") -> HttpResponse:
    """The main board of a ladder's newest open season."""
    found = seasons.seasons_of(ladder)
    season = seasons.current(found)
    if season is None:
        raise Http404(f"{ladder} has no season.")
    return board_page(request, found, season, section=section)


def season_page(request: HttpRequest, ladder: str, slug: str, key: str, live: bool = False) -> HttpResponse:
    """One board of one season, or its main one; another season that was picked is shown instead."""
    found = {season.slug: season for season in seasons.seasons_of(ladder)}
    if slug not in found:
        raise Http404(f"{ladder} has no season {slug}.")
    picked = request.GET.get("season", slug)
    if picked != slug and picked in found:
        return leave(request, found[picked].get_absolute_url())
    return board_page(request, list(found.values()), found[slug], key, live=live)


def board_page(
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
    navigation.show(request, season.ladder, found)
    who = who_of(request)
    context = {"seasons": found, "boards": boards, "section": section, "live": live, "who": who, "back": request.path}
    context["checklist"] = SimpleLazyObject(lambda: checklist_of(request, board))
    response = page(request, TEMPLATE, context | board_context(request, board, who, found), partial="rows")
    remember(request, response, WHO, who, ACTIVE)
    remember(request, response, navigation.COOKIE, season.ladder.slug)
    return response


def checklist_of(request: HttpRequest, board: Board) -> Checklist | None:
    """Return the first steps of the ladder for its owner, and while nothing was played for its organisers."""
    ladder, owns = board.season.ladder, may(request.user, Act.CLUB)
    if not owns and (not may(request.user, Act.SETTINGS, ladder) or board.standings.exists()):
        return None
    return load_checklist([ladder], owns=owns)


def board_context(request: HttpRequest, board: Board, who: str, found: list[Season]) -> dict[str, Any]:
    """What the template prints of one board."""
    season, me = board.season, player_of(request.user)
    own = me.pk if me else None
    standings = table(board, days.asked(request.GET.get(DAY)))
    mine = next((row for row in standings.rows if row.player == own), None)
    newest = results.latest(board, past=standings.past)
    return shown_rows(request, standings, who) | {
        "absence": mine.absence if mine else "",
        "returns_by_playing": mine and mine.returns_by_playing,
        "board": board,
        "season": season,
        "ladder": season.ladder,
        "table": standings,
        "me": me,
        "behind": gaps.gap_above(standings, own),
        "between": {} if standings.past else marks(season, me),
        "off": None if standings.past else seasons.off_season(season, found),
        "latest": newest,
        "figures": seasons.key_figures(standings),
        "fading": fading.fading(standings, own),
        "corrected": SimpleLazyObject(lambda: is_corrected(standings)),
        "reporting": seasons.reporting_rules(season.ladder, board.rating_system),
        "initial": start_of(standings),
        "token": seasons.token(season.ladder),
        "any_day": {DAY: None},  # what leaves the day out of an address
        "today": timezone.localdate(),
        "is_live": seasons.is_live(season, newest),
        "url": board_url(board),
    }


def is_corrected(standings: Table) -> bool:
    """Whether the standings are those of a past day, and were not known then as they now are."""
    return bool(standings.past and knowledge.differs(standings.board.season, standings.past))


def shown_rows(request: HttpRequest, standings: Table, who: str) -> dict[str, Any]:
    """The rows that search and choice leave, in the order asked for; those without a rank keep theirs."""
    query = request.GET.get("q", "").strip()
    by = choosing.sort_of(standings, request.GET.get("sort"))
    ranked, unranked = (choosing.chosen(rows, query) for rows in (standings.ranked, standings.unranked))
    return {
        "rows": choosing.sorted_rows(standings, ranked, by),
        "unranked": [] if who == ACTIVE else unranked,
        "hidden": len(unranked) if who == ACTIVE else 0,
        "plain_headings": choosing.headings(standings),
        "headings": choosing.headings(standings, by),
        "sort": "" if by == choosing.Sort() else by.text,
        "q": query,
    }


def start_of(standings: Table) -> str:
    """Return the rating that everyone begins with, as printed."""
    system = standings.board.rating_system
    return system.shown(system.initial())


def board_url(board: Board) -> str:
    """Return a board's own address."""
    return reverse("ladder:board", args=[board.season.ladder.slug, board.season.slug, board.system])


def who_of(request: HttpRequest) -> str:
    """Return which players to show: as asked for, else as last time."""
    who = request.GET.get(WHO) or request.COOKIES.get(WHO)
    return ALL if who == ALL else ACTIVE


def remember(request: HttpRequest, response: HttpResponse, name: str, value: str, usual: str = "") -> None:
    """Keep a choice in a cookie of its own, if it is neither the one that is kept nor the usual one."""
    if request.COOKIES.get(name, usual) != value:
        response.set_cookie(
            name, value, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
        )
