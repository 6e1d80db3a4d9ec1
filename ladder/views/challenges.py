"""Members challenge each other, answer and withdraw; the page lists everybody around them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from config.htmx import page, wants_partial
from ladder.forms import ChallengeForm
from ladder.models import Ladder, Season
from ladder.ratings import RatingError
from ladder.selectors.challenges import listed, reach, reasons
from ladder.selectors.challenges.people import Around
from ladder.services import challenges as service
from ladder.services.challenging import around_for, kinds_of
from ladder.services.permissions import NO_PLAYER, Act, NotAllowed, may, player_of

from .guards import leave, member, member_required

TEMPLATE = "ladder/challenges.html"
NONE = "Nothing is played here that one could challenge to."


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenges(request: HttpRequest, ladder: str) -> HttpResponse:
    """The page, and a new challenge."""
    season = season_of(get_object_or_404(Ladder, slug=ladder))
    if request.method != "POST":
        return shown(request, season, request.GET.get("kind", ""))
    form = ChallengeForm(request.POST)
    kind = str(form.data.get("kind", ""))
    if not form.is_valid():
        return shown(request, season, kind, form.first_error())

    def make(by: User) -> str:
        opponent, places = form.cleaned_data["opponent"], form.cleaned_data["places"]
        if opponent:
            service.challenge(season=season, by=by, opponent=opponent, kind=kind)
            return f"You challenged {opponent.itself}."
        service.open_battle(season=season, by=by, places=places, kind=kind)
        return "The battle is open. It begins when its places are taken."

    return done(request, season, kind, make)


def done(request: HttpRequest, season: Season, kind: str, act: Callable[[User], str]) -> HttpResponse:
    """Act, and say what happened; or show the page with the reason why not."""
    try:
        text = act(member(request))
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    except (RatingError, ValidationError) as error:
        return shown(request, season, kind, error.messages[0] if isinstance(error, ValidationError) else str(error))
    if wants_partial(request):
        return trigger_client_event(shown(request, season, kind), "toast", {"text": text})
    messages.success(request, text)
    return leave(request, url_of(season, kind))


def shown(request: HttpRequest, season: Season, kind: str, error: str = "") -> HttpResponse:
    """The page, or its live part; what can't be done is said at its top."""
    context = words(request, season, kind) | {"error": error}
    return page(request, TEMPLATE, context, partial="live", status=422 if error else 200)


def words(request: HttpRequest, season: Season, kind: str) -> dict[str, Any]:
    """What the page prints."""
    me, kinds = player_of(request.user), kinds_of(season)
    chosen = next((one for one in kinds if one.key == kind), next(iter(kinds), None))
    powers = listed.Powers(*(may(request.user, act, season.ladder) for act in (Act.ENTER, Act.CORRECT)))
    entries = listed.challenges(season, me.pk if me else None, powers)
    return {
        "section": "challenges",
        "ladder": season.ladder,
        "season": season,
        "me": me,
        "kinds": kinds,
        "kind": chosen,
        "places": ChallengeForm(),
        "to_answer": [one for one in entries if one.waits_for_me],
        "others": [one for one in entries if not one.waits_for_me],
    } | (
        people(request, around_for(season, me, chosen.key))
        if me and chosen
        else {"stop": NO_PLAYER if chosen else NONE}
    )


def people(request: HttpRequest, around: Around) -> dict[str, Any]:
    """What the page prints of everybody around a member."""
    everybody = "all" in request.GET
    return {
        "rules": reach.rules(around),
        "stop": reasons.why_not_at_all(around),
        "lines": reach.reach(around, everybody),
        "count": len(around.people),
        "everybody": everybody,
    }


def season_of(ladder: Ladder) -> Season:
    """Return the ladder's newest open season; else 404."""
    seasons = Season.objects.filter(ladder=ladder, closed_at=None).select_related("ladder").prefetch_related("boards")
    season = seasons.first()
    if season is None:
        raise Http404(f"{ladder} has no open season.")
    return season


def url_of(season: Season, kind: str = "") -> str:
    """Return the address of the page, with the kind that is shown unless it is the first."""
    url = reverse("ladder:challenges", args=[season.ladder.slug])
    return f"{url}?kind={kind}" if kind in [one.key for one in kinds_of(season)[1:]] else url
