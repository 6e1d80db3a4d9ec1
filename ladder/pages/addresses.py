"""Addresses: the season or board that one names, what its query asks for, and how others open it."""

from datetime import date
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from ladder.formats import Format
from ladder.models import Board, Ladder, Season
from ladder.pages.seasons import pick_current_season, select_open_seasons


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


def build_report_url(season: Season, format: Format) -> str:
    """Return the address of the page on which matches of this format are reported."""
    address = [season.ladder.slug, season.slug]
    if format.is_entered_in_rows:
        return reverse("ladder:rows_record", args=[*address, format.key])
    return reverse("ladder:match_record", args=address)


def find_open_season_or_404(ladder: Ladder) -> Season:
    """Return the same where the ladder has one."""
    season = find_open_season(ladder)
    if season is None:
        raise Http404(f"{ladder} has no open season.")
    return season


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return the whole number that was asked for; anything else, or one too large for a key, asks for nothing."""
    return parse_whole_number(request.GET.get(name, ""))


def read_revision(request: HttpRequest) -> int:
    """Return the version of the match that was shown when this was posted; one that can't be read is none."""
    found = parse_whole_number(request.POST.get("revision", ""))
    return -1 if found is None else found


def find_back_address(request: HttpRequest, usual: str) -> str:
    """Return the page of this site that the posted form came from, or else the usual one."""
    asked = request.POST.get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, None) else usual


def parse_whole_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def build_absolute_url(request: HttpRequest, path: str) -> str:
    """Return the address of a path as others open it: by the name that this page was asked for, or, where only this
    machine knows that name, by the site's own."""
    if is_this_machine(request.get_host()) and not is_this_machine(urlsplit(settings.SITE_URL).netloc):
        return f"{settings.SITE_URL}{path}"
    return request.build_absolute_uri(path)


def find_local_address(request: HttpRequest) -> str:
    """Return the address that would be printed where nobody else can open it; else nothing."""
    host = urlsplit(build_absolute_url(request, "/")).netloc
    return host if is_this_machine(host) else ""


def is_this_machine(host: str) -> bool:
    """Say whether a host, with or without its port, is this machine's name for itself: localhost, 127.0.0.1, [::1]."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def build_board_url(board: Board) -> str:
    """Return a board's own address."""
    return reverse("ladder:board", args=[board.season.ladder.slug, board.season.slug, board.system])


def build_board_query(board: Board, day: date | None = None) -> str:
    """Return the query of a player's page that names the board and a past day: ?board=3&as-of=2026-05-01."""
    past = {"as-of": day.isoformat()} if day else {}
    return f"?{urlencode({'board': board.pk, **past})}"
