"""The QR code that leads from the wall to the report form, or where nobody can report, to the standings."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from ladder.models import Board, Season
from ladder.pages.addresses import build_absolute_url
from ladder.pages.qr_codes import build_qr_code


def has_member_reports(season: Season, boards: Sequence[Board]) -> bool:
    """Whether members can report in this season: it is open, and not for tournaments only."""
    known = (kind.format for board in boards for kind in board.rating_system.kinds)
    return not season.closed_at and any(one.is_for_members for one in known)


def find_report_target(season: Season, boards: list[Board]) -> str:
    """The address of the report form, or where nobody can report, of the standings."""
    if has_member_reports(season, boards):
        return reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    return season.get_absolute_url()


def build_invitation(request: HttpRequest, season: Season, boards: list[Board]) -> dict[str, Any]:
    """What a code is for: to report, or where nobody can, to look on. Its address is the ladder's: paper outlasts a
    season, and that one always leads to the season that is running."""
    reports = has_member_reports(season, boards)
    path = reverse("ladder:report" if reports else "ladder:ladder", args=[season.ladder.slug])
    return {"reports": reports, "code": build_qr_code(build_absolute_url(request, path))}
