"""A match with its explanation and its history; everybody may see it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.htmx import page
from ladder.forms.planned import Planned
from ladder.models import Match
from ladder.ratings import load_kinds
from ladder.selectors import explanations, navigation, revisions, titles
from ladder.selectors.confirming import waiting_for
from ladder.selectors.disputes import dispute_of
from ladder.selectors.home import player_of
from ladder.services.reports.rights import rights
from ladder.services.results import Side, result_of, sides_of

from . import stakes
from .asking import number


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """The match page."""
    found = match_of(pk)
    navigation.show(request, found.season.ladder)
    sides = sides_of(found)
    names = {side.player.pk: side.player.name for side in sides}
    planned = Planned(result_of(found, sides), names)
    me = player_of(request.user)
    boards = explanations.explained(found, planned.result, names, number(request, "player"), me.pk if me else None)
    context = {
        "match": found,
        "ladder": found.season.ladder,
        "season": found.season,
        "sides": ranked(sides),
        "title": title(sides),
        "summary": explanations.summary(boards),
        "kind": load_kinds()[found.kind],
        "boards": boards,
        "worth": stakes.of_pending(found, planned),
        "history": revisions.history(found),
        "rights": rights(found, request.user),
        "dispute": dispute_of(found),
        "waiting": waiting_for(found),
    }
    return page(request, "ladder/match.html", context, partial="match")


def match_of(pk: int) -> Match:
    """Return the match with its season, ladder and boards, or 404."""
    known = Match.objects.select_related("season__ladder").prefetch_related("season__boards")
    return get_object_or_404(known, pk=pk)


def ranked(sides: list[Side]) -> list[Side]:
    """Return the sides, the best result first."""
    return sorted(sides, key=lambda side: (side.place or 0, -(side.score or 0)))


def title(sides: list[Side]) -> str:
    """Return the match in a few words."""
    return titles.title(titles.Seat(side.player.name, side.score, side.place) for side in sides)


def words(match: Match) -> dict[str, Any]:
    """What every page about changing a match prints."""
    named = title(sides_of(match))
    said = titles.with_length(named, match.facts)
    return {"match": match, "season": match.season, "ladder": match.season.ladder, "title": named, "said": said}
