"""The home page: what waits for a member and their own rank; else the only ladder, or all ladders."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from config.htmx import render_page, wants_partial
from ladder.access.permissions import find_account_player
from ladder.challenges.queries.running import (
    list_challenges_to_answer,
    list_matches_to_play,
    load_challenge_marks,
)
from ladder.matches.queries.confirmations import list_matches_to_confirm
from ladder.matches.queries.results import list_latest_matches
from ladder.models import Board, Ladder
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.seasons import (
    build_page_version,
    describe_coming_day,
    list_ended_seasons,
    list_seasons,
    pick_current_season,
)
from ladder.pairings.queries.suggestions import load_suggestions
from ladder.rounds.queries.next_round import list_round_questions
from ladder.standings.queries.bump_chart import build_bump_chart
from ladder.standings.queries.key_figures import describe_gap_above
from ladder.standings.queries.ladder_line import build_ladder_line
from ladder.standings.queries.last_visit import describe_news, follow_visits, read_seen_place
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.overview import (
    count_matches_of_today,
    describe_club_day,
    describe_own_rank,
    find_last_ladder,
    find_main_board,
    load_ladder_overviews,
)
from ladder.standings.queries.rows import LazyRows, StandingsRow, find_row
from ladder.standings.queries.selection import build_headings, list_rows_around
from ladder.standings.views.board import answer_unchanged_page, render_board
from ladder.story.queries.latest import list_latest_tales, load_member_story
from ladder.story.queries.reactions import load_reactions
from ladder.story.queries.recap import list_season_bests
from players.accounts.actions.accounts import is_club_owned
from players.models import Player

VISITS_KEY = "visits"  # of the session


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Show a member what waits for them and their own rank; others the only ladder's standings, or all ladders."""
    if unchanged := answer_unchanged_page(request, request.GET.get("ladder", "")):
        return unchanged
    player = find_account_player(request.user)
    answer = (render_member_home(request, player) if player else None) or render_visitor_home(request)
    if player and isinstance(answer, TemplateResponse):
        waiting = {  # only the whole page prints it
            "to_confirm": SimpleLazyObject(lambda: list_matches_to_confirm(player)),
            "challenged": SimpleLazyObject(lambda: list_challenges_to_answer(player)),
            "to_play": SimpleLazyObject(lambda: list_matches_to_play(player)),
            "asked_rounds": SimpleLazyObject(lambda: list_round_questions(player)),
        }
        answer.context_data = {**(answer.context_data or {}), **waiting}
    return answer


def render_member_home(request: HttpRequest, player: Player) -> HttpResponse | None:
    """Render the home page of a player who stands on a ladder; None for anyone else."""
    ladder = find_last_ladder(player)
    board = find_main_board(pick_current_season(list_seasons(ladder.slug))) if ladder else None
    if board is None:
        return None
    table = load_shown_standings(board)
    mine = find_row(table.rows, player.pk)
    if mine is None:
        return None
    show_ladder_in_header(request, board.season.ladder)
    rows = list_rows_around(table.rows, mine.player)
    is_lazy = isinstance(table.rows, LazyRows)  # then nobody asks for all rows
    drawn = [row for row in rows if row] if is_lazy else table.rows
    context = {
        "section": "home",
        "ladder": ladder,
        "season": board.season,
        "board": board,
        "table": table,
        "rows": rows,
        "headings": build_headings(table),
        "behind": describe_gap_above(table, mine.player),
        "me": player,
        "between": load_challenge_marks(board.season, player),
        "headline": describe_own_rank(mine),
        "news": note_visit(request, board, mine),
        "line": build_ladder_line(table._replace(rows=drawn), mine),
        "bump": SimpleLazyObject(lambda: build_bump_chart(table, mine)),
        "latest": list_latest_matches(board),
        "token": build_page_version(board.season.ladder),
        "ended": SimpleLazyObject(list_ended_seasons),
        "member_story": SimpleLazyObject(lambda: load_member_story(request.user, player, request.GET.get("story", ""))),
        "back": request.get_full_path(),
        "season_dates": describe_coming_day(board.season),
        "bests": SimpleLazyObject(lambda: list_season_bests(board)),
        "suggested": SimpleLazyObject(lambda: load_suggestions(board.season, player)),
    }
    return render_page(request, "ladder/standings/home.html", context, partial="live")


def note_visit(request: HttpRequest, board: Board, mine: StandingsRow) -> str:
    """Return what changed for a member since they last looked on an earlier day, and note in their session what is new.

    A page that asks for its live part is no visit.
    """
    kept = request.session.get(VISITS_KEY, [])
    visits = follow_visits(kept, read_seen_place(board, mine))
    if visits != kept and not wants_partial(request):
        request.session[VISITS_KEY] = visits
    return describe_news(board, visits)


@keep_for_visitors
def render_visitor_home(request: HttpRequest) -> HttpResponse:
    """Render the club's name, today, and the standings of the only ladder or all ladders, with the story."""
    found = list(Ladder.objects.all()[:2])
    if len(found) == 1:
        answer = render_board(request, found[0].slug, section="home")
        if isinstance(answer, TemplateResponse):
            context = answer.context_data or {}
            day = describe_club_day(sum(count_matches_of_today().values()), context["season"])
            answer.context_data = {**context, **build_club_context(request, found, day)}
        return answer
    overviews = load_ladder_overviews() if found else []
    context = {
        "section": "home",
        "ladders": overviews,
        "unowned": not found and not is_club_owned(),
        **build_club_context(
            request, [one.ladder for one in overviews], describe_club_day(sum(one.today for one in overviews))
        ),
    }
    return render_page(request, "ladder/standings/ladders.html", context, partial="ladders")


def build_club_context(request: HttpRequest, ladders: list[Ladder], day: str) -> dict[str, Any]:
    """Return what the home page says of the club beside its standings; `day` is what is on today."""
    story: Any = SimpleLazyObject(lambda: list_latest_tales(ladders))
    reactions = SimpleLazyObject(lambda: load_reactions(request.user, [one.tale.match for one in story]))
    return {
        "club_day": day if ladders else "",
        "ended": SimpleLazyObject(list_ended_seasons),
        "story": story,
        "reactions": reactions,
        "back": request.path,
    }
