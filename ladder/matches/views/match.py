"""The page of a match with its explanation and its history, which everybody may read."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.permissions import find_account_player
from ladder.changes.versions import load_history
from ladder.formats import (
    STOPPED,
    Played,
    add_match_length,
    choose_format,
    describe_handicap,
    sort_best_first,
)
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.queries.confirmations import describe_waiting, find_dispute
from ladder.matches.queries.explanation import explain_match_on_boards, summarise_match
from ladder.matches.queries.limits import load_limit_reason
from ladder.matches.queries.results import describe_match_title, describe_result_score
from ladder.matches.queries.rights import load_match_rights
from ladder.matches.queries.scoreboard import build_scoreboard
from ladder.matches.queries.stakes import find_rating_boards
from ladder.matches.views.stakes import list_pending_worth
from ladder.models import Match
from ladder.pages.addresses import read_number
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.navigation import show_ladder_in_header
from ladder.pages.shared_pages import share_with_members
from ladder.ratings import load_kinds


def find_own_of_match(request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the shared page of a match has of its reader; None for a player of a large field."""
    me = find_account_player(request.user)
    if me is None or not all(board.has_sum_for(me.pk) for board in page["boards"]):
        return None
    boards = [board.show_to(me.pk) for board in page["boards"]]
    return {"boards": boards, "rights": load_match_rights(page["match"], request.user)}


@require_safe
@keep_for_visitors
@share_with_members(find_own_of_match)
def show_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match."""
    found = load_match_or_404(pk)
    show_ladder_in_header(request, found.season.ladder)
    entry = load_played_match(found)
    participants = entry.participants
    format, best_first = choose_format(participants), sort_best_first(participants)
    me = find_account_player(request.user)
    boards = explain_match_on_boards(
        found, entry.result, entry.names, read_number(request, "player"), me.pk if me else None
    )
    title, score = describe_match_title(best_first, found.ending), describe_result_score(entry.result)
    counting = find_rating_boards(found.season, entry.result)
    context = {
        "match": found,
        "fixtures": found.fixtures.select_related("box", "round", "court"),
        "ladder": found.season.ladder,
        "season": found.season,
        "format": format,
        "is_pair": format.is_entered_as_pair and len(participants) == 2,
        "scoreboard": build_scoreboard(entry.result, best_first),
        "participants": best_first,
        "finishes": [(one, format.describe_finish(one)) for one in best_first],
        "title": title,
        "heading": add_match_length(title, found.facts, score),
        "score": score,
        "score_parts": score.split(" "),
        "summary": summarise_match(boards),
        "kind": load_kinds()[found.kind],
        "limited": load_limit_reason(found),
        "boards": boards,
        "is_rated": bool(counting),
        "is_stopped": found.ending == STOPPED,
        "stop_is_rated": any(board.rating_system.rates_stopped for board in counting),
        "walkover_is_rated": any(board.rating_system.rates_walkovers for board in counting),
        "worth": list_pending_worth(found, entry),
        "history": load_history(found),
        "rights": load_match_rights(found, request.user),
        "dispute": find_dispute(found),
        "waiting": describe_waiting(found, is_rated=bool(counting)),
        "handicap": describe_handicap(found.facts, [one._replace(player=one.player.name) for one in participants]),
    }
    return render_page(request, "ladder/matches/match.html", context, partial="match")


def load_match_or_404(pk: int) -> Match:
    """Return the match with its season, ladder and boards, or 404."""
    known = Match.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(known, pk=pk)


def build_match_context(match: Match, played: Played) -> dict[str, Any]:
    """Return what every page about a change to a match prints; `played` is what is stored of it."""
    title = describe_match_title(played.participants, played.result.ending)
    score = describe_result_score(played.result) if match.has_score else ""
    said = add_match_length(title, match.facts, score)
    return {"match": match, "season": match.season, "ladder": match.season.ladder, "title": title, "said": said}
