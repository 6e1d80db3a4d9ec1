"""Organisers give players the ratings that they had before a season's first match, or take them away; what moves is
shown first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from ladder.forms import Seen
from ladder.forms.giving import GivingForm
from ladder.models import Board
from ladder.services import ledger
from ladder.services.consequences import consequences
from ladder.services.permissions import Act
from ladder.services.seasons import giving

from .addressed import season_of
from .changing import Change, answer, signed
from .guards import by_slug, requires


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def ratings_give(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Names and ratings for one board, “none” where a given one is taken away."""

    def making(values: Any) -> Change:
        found = season_of(ladder, season)
        form = GivingForm(values, season=found)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            planned, new = giving.plan(*form.values())
            return planned, {"boards": consequences(planned, new), "newcomers": list(new.values())}

        def apply(seen: Seen) -> Board:
            board, people = form.values()
            return giving.give(board=board, people=people, **signed(request, form, seen))

        done, url = "The starting ratings were changed.", found.get_absolute_url()
        return Change("ladder/ratings_give.html", found, form, plan, apply, done, url, at_once=False)

    return answer(request, making)
