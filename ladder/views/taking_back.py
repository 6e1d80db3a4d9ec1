"""Taking back an import: what that does is shown first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ladder.files.guessing import counted
from ladder.forms import PreviewedForm, Seen
from ladder.models import Import
from ladder.selectors.imports import changed
from ladder.services import ledger
from ladder.services.consequences import consequences
from ladder.services.imports import taking_back
from ladder.services.permissions import Act

from .changing import Change, answer, signed
from .guards import by_slug, requires

TEMPLATE = "ladder/import_take_back.html"


@requires(Act.IMPORT, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def import_take_back(request: HttpRequest, ladder: str, season: str, pk: int) -> HttpResponse:
    """Void all matches of an import that stand, with a reason."""

    def making(values: Any) -> Change:
        found, form = import_of(ladder, season, pk), PreviewedForm(values)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            planned = taking_back.plan(found)
            return planned, {"boards": consequences(planned, {})}

        def apply(seen: Seen) -> Import:
            return taking_back.take_back(taken=found, **signed(request, form, seen))

        done, url = "The import was undone.", reverse("ladder:match_import", args=[ladder, season])
        change = Change(TEMPLATE, found.season, form, plan, apply, done, url, words(found))
        change.shown = [change.context[name] for name in ("standing", "players", "lines", "more")]
        return change

    return answer(request, making)


def import_of(ladder: str, season: str, pk: int) -> Import:
    """Return the import with its season and ladder, or 404."""
    known = Import.objects.select_related("season__ladder", "by")
    return get_object_or_404(known, pk=pk, season__slug=season, season__ladder__slug=ladder)


def words(found: Import) -> dict[str, Any]:
    """What the page prints besides the preview."""
    lines, more = changed(found)
    standing = taking_back.standing(found).count()
    players = taking_back.left_over(found).count()
    return {
        "import": found,
        "standing": standing,
        "matches": counted(standing, "match", "matches"),
        "players": players,
        "people": counted(players, "player"),
        "lines": lines,
        "more": more,
    }
