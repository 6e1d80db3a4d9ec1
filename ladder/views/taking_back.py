"""Taking back an import: what that does is shown first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ladder.files.guessing import describe_count
from ladder.forms import PreviewedForm, SeenPreview
from ladder.models import Import
from ladder.selectors.imports import find_changed_matches
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.consequences import describe_consequences
from ladder.services.imports.taking_back import (
    list_leftover_players,
    list_standing_matches,
    plan_import_undo,
    undo_import,
)
from ladder.views.changing import ShownChange, answer_change, sign_change
from ladder.views.guards import find_ladder, require_permission

UNDO_TEMPLATE = "ladder/import_take_back.html"


@require_permission(Act.IMPORT, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_match_import(request: HttpRequest, ladder: str, season: str, pk: int) -> HttpResponse:
    """Void all matches of an import that stand, with a reason."""

    def making(values: Any) -> ShownChange:
        found, form = find_import(ladder, season, pk), PreviewedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            planned = plan_import_undo(found)
            return planned, {"boards": describe_consequences(planned, {})}

        def apply(seen: SeenPreview) -> Import:
            return undo_import(taken=found, **sign_change(request, form, seen))

        done, url = "The import was undone.", reverse("ladder:match_import", args=[ladder, season])
        change = ShownChange(UNDO_TEMPLATE, found.season, form, plan, apply, done, url, describe_import_undo(found))
        change.shown = [change.context[name] for name in ("standing", "players", "lines", "more")]
        return change

    return answer_change(request, making)


def find_import(ladder: str, season: str, pk: int) -> Import:
    """Return the import with its season and ladder, or 404."""
    known = Import.objects.select_related("season__ladder", "by")
    return get_object_or_404(known, pk=pk, season__slug=season, season__ladder__slug=ladder)


def describe_import_undo(found: Import) -> dict[str, Any]:
    """What the page prints besides the preview."""
    lines, more = find_changed_matches(found)
    standing = list_standing_matches(found).count()
    players = list_leftover_players(found).count()
    return {
        "import": found,
        "standing": standing,
        "matches": describe_count(standing, "match", "matches"),
        "players": players,
        "people": describe_count(players, "player"),
        "lines": lines,
        "more": more,
    }
