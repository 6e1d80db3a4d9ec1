"""The season or the board that an address names, with what its page prints of it; or 404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from ladder.models import Board, Ladder, Season
from ladder.selectors.seasons import pick_current_season, select_open_seasons


def find_season_or_404(ladder: str, season: str) -> Season:
    """Return the season of an address with its ladder and boards, or 404."""
    known = Season.objects.select_related("ladder").prefetch_related("boards")
    return get_object_or_404(known, ladder__slug=ladder, slug=season)


def find_board_or_404(ladder: str, season: str, board: str) -> Board:
    """Return the board of an address with its season and ladder, or 404."""
    known = Board.objects.select_related("season__ladder")
    return get_object_or_404(known, season__ladder__slug=ladder, season__slug=season, system=board)


def find_open_season(ladder: Ladder) -> Season | None:
    """Return the ladder's open season that takes today's matches, else another open one, with its boards."""
    known = select_open_seasons(ladder).select_related("ladder").prefetch_related("boards")
    return pick_current_season(known)


def find_open_season_or_404(ladder: Ladder) -> Season:
    """Return the same where the ladder has one."""
    season = find_open_season(ladder)
    if season is None:
        raise Http404(f"{ladder} has no open season.")
    return season
