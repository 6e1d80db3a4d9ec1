"""A match with its explanation and its history; everybody may see it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.changes.versions import load_history
from ladder.ledger.storage.match_record import ParticipantResult, build_match_result, load_participant_results
from ladder.matches.forms.match import NamedResult
from ladder.matches.queries.confirmations import describe_waiting, find_dispute
from ladder.matches.queries.explanation import explain_match_on_boards, summarise_match
from ladder.matches.queries.results import TitledParticipant, add_match_length, format_match_title
from ladder.matches.queries.rights import load_match_rights
from ladder.matches.views.stakes import list_pending_worth
from ladder.models import Match
from ladder.pages.addresses import read_number
from ladder.pages.navigation import show_ladder_in_header
from ladder.ratings import load_kinds
from ladder.standings.queries.overview import find_own_player


@require_safe
def show_match(request: HttpRequest, pk: int) -> HttpResponse:
    """The match page."""
    found = load_match_or_404(pk)
    show_ladder_in_header(request, found.season.ladder)
    sides = load_participant_results(found)
    names = {side.player.pk: side.player.name for side in sides}
    planned = NamedResult(build_match_result(found, sides), names)
    me = find_own_player(request.user)
    boards = explain_match_on_boards(
        found, planned.result, names, read_number(request, "player"), me.pk if me else None
    )
    context = {
        "match": found,
        "ladder": found.season.ladder,
        "season": found.season,
        "sides": sort_sides(sides),
        "title": format_sides_title(sides),
        "summary": summarise_match(boards),
        "kind": load_kinds()[found.kind],
        "boards": boards,
        "worth": list_pending_worth(found, planned),
        "history": load_history(found),
        "rights": load_match_rights(found, request.user),
        "dispute": find_dispute(found),
        "waiting": describe_waiting(found),
    }
    return render_page(request, "ladder/match.html", context, partial="match")


def load_match_or_404(pk: int) -> Match:
    """Return the match with its season, ladder and boards, or 404."""
    known = Match.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(known, pk=pk)


def sort_sides(sides: list[ParticipantResult]) -> list[ParticipantResult]:
    """Return the sides, the best result first."""
    return sorted(sides, key=lambda side: (side.place or 0, -(side.score or 0)))


def format_sides_title(sides: list[ParticipantResult]) -> str:
    """Return the match in a few words."""
    return format_match_title(TitledParticipant(side.player.name, side.score, side.place) for side in sides)


def build_match_context(match: Match) -> dict[str, Any]:
    """What every page about changing a match prints."""
    named = format_sides_title(load_participant_results(match))
    said = add_match_length(named, match.facts)
    return {"match": match, "season": match.season, "ladder": match.season.ladder, "title": named, "said": said}
