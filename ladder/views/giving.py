"""Organisers give players the ratings that they had before a season's first match, or take them away; what moves is
shown first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from ladder.forms import SeenPreview
from ladder.forms.giving import StartingRatingsForm
from ladder.models import Board
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.consequences import describe_consequences
from ladder.services.seasons.giving import give_starting_ratings, plan_starting_ratings
from ladder.views.addressed import find_season_or_404
from ladder.views.changing import ShownChange, answer_change, sign_change
from ladder.views.guards import find_ladder, require_permission


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_starting_ratings(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Names and ratings for one board, “none” where a given one is taken away."""

    def making(values: Any) -> ShownChange:
        found = find_season_or_404(ladder, season)
        form = StartingRatingsForm(values, season=found)

        def plan() -> tuple[ledger.Plan, dict[str, Any]]:
            planned, new = plan_starting_ratings(*form.values())
            return planned, {"boards": describe_consequences(planned, new), "newcomers": list(new.values())}

        def apply(seen: SeenPreview) -> Board:
            board, people = form.values()
            return give_starting_ratings(board=board, people=people, **sign_change(request, form, seen))

        done, url = "The starting ratings were changed.", found.get_absolute_url()
        return ShownChange("ladder/ratings_give.html", found, form, plan, apply, done, url, at_once=False)

    return answer_change(request, making)
