"""QR codes: an address as one path of an SVG, and the code of a ladder that leads to its report form."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import segno
from django.http import HttpRequest
from django.urls import reverse

from ladder.models import Board, Season
from ladder.pages.addresses import build_absolute_url

LONGEST_QR_TEXT = 500  # characters of an address; the code of a longer one can't be read from a poster
QUIET_ZONE = 4  # white modules around a code, which the standard asks for


class QrCode(NamedTuple):
    """An address as it is printed, and the view box and path of its code for an SVG; the unit is a module."""

    text: str
    box: str
    path: str

    @property
    def parts(self) -> list[str]:
        """The address between its slashes, for a narrow column."""
        return self.text.split("/")


@lru_cache(maxsize=64)
def build_qr_code(url: str) -> QrCode | None:
    """Return the code of an address; None for one that is too long."""
    if len(url) > LONGEST_QR_TEXT:
        return None
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix]
    side = len(rows) + 2 * QUIET_ZONE
    path = "".join(draw_bars(y, row) for y, row in enumerate(rows))
    return QrCode(url.partition("://")[2], f"{-QUIET_ZONE} {-QUIET_ZONE} {side} {side}", path)


def draw_bars(y: int, row: list[int]) -> str:
    """Return the dark stretches of one line as parts of a path."""
    found, x = [], 0
    for dark, modules in groupby(row):
        width = len(list(modules))
        if dark:
            found.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(found)


def has_member_reports(season: Season, boards: Sequence[Board]) -> bool:
    """Return whether members can report in this season: it is open, and not for tournaments only."""
    known = (kind.format for board in boards for kind in board.rating_system.kinds)
    return not season.closed_at and any(one.is_for_members for one in known)


def find_report_target(season: Season, boards: list[Board]) -> str:
    """Return the address of the season's report form, or of its standings if members can't report."""
    if has_member_reports(season, boards):
        return reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    return season.get_absolute_url()


def build_invitation(request: HttpRequest, season: Season, boards: list[Board]) -> dict[str, Any]:
    """Return the QR code to print for a ladder, and whether it leads to the report form or to the standings.

    Its address is the ladder's, not the season's, since a poster hangs longer than a season lasts.
    """
    reports = has_member_reports(season, boards)
    path = reverse("ladder:report" if reports else "ladder:ladder", args=[season.ladder.slug])
    return {"reports": reports, "code": build_qr_code(build_absolute_url(request, path))}
