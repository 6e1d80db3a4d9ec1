"""Home and standings, and the answers to their live polls."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.models import Ladder
from ladder.selectors import choosing, gaps, ladders, navigation, results, seasons
from ladder.selectors import home as overview
from ladder.selectors.challenges.marks import marks
from ladder.selectors.challenges.to_answer import to_answer
from ladder.selectors.confirming import to_confirm
from ladder.selectors.line import ladder_line
from ladder.selectors.standings import table
from players.services.owners import is_owned

from .boards import ladder_page, season_page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What waits for the member, and their own place; else the standings of the only ladder, or all ladders."""
    if unchanged(request, request.GET.get("ladder", "")):
        return HttpResponse(status=204)
    answer = member_page(request) or visitor_page(request)
    player = overview.player_of(request.user)
    if player and isinstance(answer, TemplateResponse):
        waiting = {  # only the whole page prints it
            "to_confirm": SimpleLazyObject(lambda: to_confirm(player, request.user)),
            "challenged": SimpleLazyObject(lambda: to_answer(player)),
        }
        answer.context_data = {**(answer.context_data or {}), **waiting}
    return answer


@require_safe
def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """The newest open season's main board, at the ladder's own address."""
    picked = request.GET.get("season")
    return season_page(request, ladder, picked, "") if picked else ladder_page(request, ladder)


@require_safe
def standings(request: HttpRequest, ladder: str, season: str, board: str = "") -> HttpResponse:
    """One board of one season; without its key the main one."""
    return season_page(request, ladder, season, board)


@require_safe
def rows(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """The live poll: nothing while version and day are the same, else the rows."""
    if unchanged(request, ladder):
        return HttpResponse(status=204)
    return season_page(request, ladder, season, board, live=True)


def unchanged(request: HttpRequest, ladder: str) -> bool:
    """Whether the page shows this ladder's version and day already; one query."""
    shown = request.GET.get("v")
    return bool(shown) and shown == seasons.version(ladder)


def member_page(request: HttpRequest) -> HttpResponse | None:
    """The home page of a member who stands on a ladder; None for anyone else."""
    player = overview.player_of(request.user)
    found = overview.ladder_of(player) if player else None
    board = overview.main_board(seasons.current(seasons.seasons_of(found.slug))) if found else None
    standings = table(board) if board else None
    mine = next((row for row in standings.rows if player and row.player == player.pk), None) if standings else None
    if board is None or standings is None or mine is None:
        return None
    navigation.show(request, board.season.ladder)
    context = {
        "section": "home",
        "ladder": found,
        "season": board.season,
        "board": board,
        "table": standings,
        "rows": choosing.around(standings.rows, mine.player),
        "headings": choosing.headings(standings),
        "behind": gaps.gap_above(standings, mine.player),
        "me": player,
        "between": marks(board.season, player),
        "headline": overview.headline(mine),
        "line": ladder_line(standings, mine),
        "latest": results.latest(board),
        "token": seasons.token(board.season.ladder),
    }
    return page(request, "ladder/home.html", context, partial="live")


def visitor_page(request: HttpRequest) -> HttpResponse:
    """The standings of the only ladder, or the list of ladders."""
    found = list(Ladder.objects.all()[:2])
    if len(found) == 1:
        return ladder_page(request, found[0].slug, section="home")
    context = {
        "section": "home",
        "ladders": ladders.overviews() if found else [],
        "unowned": not found and not is_owned(),
    }
    return page(request, "ladder/ladders.html", context, partial="ladders")
