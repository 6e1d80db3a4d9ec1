"""Addresses: find the season or board that one names, read its query, and build addresses for links."""

from datetime import date
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from ladder.formats import Format
from ladder.models import Board, Ladder, Season
from ladder.models.board import FOR_TEAMS, pick_board
from ladder.pages.seasons import pick_current_season, select_open_seasons
from players.people.names import LONGEST_PLAYER_NAME

AROUND = "me"  # the page of an address that has the rows around the reader


def find_season_or_404(ladder: str, season: str) -> Season:
    """Return the season of an address with its ladder and boards, or 404."""
    known = Season.objects.select_related("ladder").prefetch_related("boards")
    return get_object_or_404(known, ladder__slug=ladder, slug=season)


def find_board_or_404(ladder: str, season: str, board: str) -> Board:
    """Return the board of an address with its season and ladder, or 404."""
    known = Board.objects.select_related("season__ladder").filter(system=board.removesuffix(FOR_TEAMS))
    found = pick_board(known.filter(season__ladder__slug=ladder, season__slug=season), board)
    if found is None:
        raise Http404(f"There is no board {board}.")
    return found


def find_open_season(ladder: Ladder) -> Season | None:
    """Return the ladder's open season that takes today's matches, or else another open one; with its boards."""
    known = select_open_seasons(ladder).select_related("ladder").prefetch_related("boards")
    return pick_current_season(known)


def build_report_url(season: Season, format: Format) -> str:
    """Return the address of the page on which matches of this format are reported."""
    address = [season.ladder.slug, season.slug]
    if format.is_entered_in_rows:
        return reverse("ladder:rows_record", args=[*address, format.key])
    return reverse("ladder:match_record", args=address)


def find_open_season_or_404(ladder: Ladder) -> Season:
    """Return the ladder's open season as `find_open_season` does, or 404."""
    season = find_open_season(ladder)
    if season is None:
        raise Http404(f"{ladder} has no open season.")
    return season


def get_posted_values(request: HttpRequest) -> Any:
    """Return what was sent, or None where nothing was."""
    return request.POST if request.method == "POST" else None


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the query; None for anything else, or a number too large for a key."""
    return parse_whole_number(request.GET.get(name, ""))


def read_search(request: HttpRequest) -> str:
    """Return what somebody looks for, no longer than a name can be; an empty text for nothing."""
    return request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_PLAYER_NAME]


def read_revision(request: HttpRequest) -> int:
    """Return the number of the match's version that the posted form was made for; -1 for one that can't be read."""
    found = parse_whole_number(request.POST.get("revision", ""))
    return -1 if found is None else found


def find_back_address(request: HttpRequest, usual: str) -> str:
    """Return the page of this site to go back to, as the posted form names it, or else the usual one."""
    asked = request.POST.get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, None) else usual


def parse_whole_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def build_absolute_url(request: HttpRequest, path: str) -> str:
    """Return the address by which others can open a path.

    It has the host of this request, or the site's own host if only this machine knows that of the request.
    """
    if is_this_machine(request.get_host()) and not is_this_machine(urlsplit(settings.SITE_URL).netloc):
        return f"{settings.SITE_URL}{path}"
    return request.build_absolute_uri(path)


def find_local_address(request: HttpRequest) -> str:
    """Return the host that addresses would have if only this machine knows it; an empty text if others can open it."""
    host = urlsplit(build_absolute_url(request, "/")).netloc
    return host if is_this_machine(host) else ""


def is_this_machine(host: str) -> bool:
    """Return whether a host, with or without a port, is this machine: localhost, 127.0.0.1, [::1]."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def build_board_url(board: Board) -> str:
    """Return the address of a board's page."""
    return reverse("ladder:board", args=[board.season.ladder.slug, board.season.slug, board.key])


def build_board_query(board: Board, day: date | None = None) -> str:
    """Return the query of a player's page that names the board and a past day: ?board=3&as-of=2026-05-01."""
    past = {"as-of": day.isoformat()} if day else {}
    return f"?{urlencode({'board': board.pk, **past})}"
