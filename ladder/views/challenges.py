"""Members challenge each other, answer and withdraw; the page lists everybody around them."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from config.htmx import page, wants_partial
from ladder.forms import ArrangeForm, ChallengeForm
from ladder.models import Challenge, Season
from ladder.ratings import Fact, Kind, RatingError
from ladder.selectors import opponents
from ladder.selectors.challenges import listed, offered, reach, reasons
from ladder.selectors.challenges.people import Around
from ladder.selectors.seasons import off_season
from ladder.services import challenges as service
from ladder.services.challenges.terms import around_challenge, around_for, facts_to, kinds_of
from ladder.services.permissions import NO_PLAYER, Act, NotAllowed, may, player_of
from players.models import Player

from .addressed import open_season_or_404
from .guards import by_slug, leave, member, member_required

TEMPLATE = "ladder/challenges.html"
type AnyForm = ChallengeForm | ArrangeForm
NONE = "Challenges aren’t possible in this season."


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenges(request: HttpRequest, ladder: str) -> HttpResponse:
    """The page, and a new challenge."""
    season = open_season_or_404(by_slug(ladder))
    if request.method != "POST":
        return shown(request, season, request.GET.get("kind", ""))
    kind = request.POST.get("kind", "")
    if "arrange" in request.POST:
        return arranged(request, season, kind)
    form = ChallengeForm(request.POST, facts=facts_of(season, kind))
    if not form.is_valid():
        return shown(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        opponent, places = form.cleaned_data["opponent"], form.cleaned_data["places"]
        asked = {"season": season, "by": by, "kind": kind, "note": form.cleaned_data["note"]}
        if opponent:
            service.challenge(opponent=opponent, facts=form.fact_values(), **asked)
            return f"You challenged {opponent.itself}."
        service.open_battle(places=places, **asked)
        return "The battle is open. It starts when all places are taken."

    return done(request, season, kind, make, form)


def arranged(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """An organiser arranges a match of two others."""
    if not may(request.user, Act.CORRECT, season.ladder):
        raise PermissionDenied("Only organisers can arrange matches for others.")
    form = ArrangeForm(request.POST, facts=facts_of(season, kind))
    if not form.is_valid():
        return shown(request, season, kind, form.first_error(), form)

    def make(by: User) -> str:
        names = {name: form.cleaned_data[name] for name in ("first", "second", "note")}
        service.arrange(season=season, by=by, kind=kind, facts=form.fact_values(), **names)
        return f"{names['first'].itself} and {names['second'].itself} have a match to play."

    return done(request, season, kind, make, form)


def done(
    request: HttpRequest, season: Season, kind: str, act: Callable[[User], str], form: AnyForm | None = None
) -> HttpResponse:
    """Act, and say what happened; or show the page with the reason why not, and the form as it was sent."""
    try:
        text = act(member(request))
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    except (RatingError, ValidationError) as error:
        said = error.messages[0] if isinstance(error, ValidationError) else str(error)
        return shown(request, season, kind, said, form)
    if wants_partial(request):
        return trigger_client_event(shown(request, season, kind), "toast", {"text": text})
    messages.success(request, text)
    return leave(request, url_of(season, kind))


def shown(
    request: HttpRequest, season: Season, kind: str, error: str = "", form: AnyForm | None = None
) -> HttpResponse:
    """The page, or its live part; what can't be done is said at its top."""
    context = words(request, season, kind, form) | {"error": error}
    return page(request, TEMPLATE, context, partial="live", status=422 if error else 200)


def words(request: HttpRequest, season: Season, kind: str, form: AnyForm | None) -> dict[str, Any]:
    """What the page prints."""
    arranging = form if isinstance(form, ArrangeForm) else None
    challenging = form if isinstance(form, ChallengeForm) else None
    me, kinds = player_of(request.user), kinds_of(season)
    chosen = kind_of(season, kind)
    powers = offered.Powers(*(may(request.user, act, season.ladder) for act in (Act.ENTER, Act.CORRECT)))
    entries = listed.challenges(season, me.pk if me else None, powers)
    to_answer = [one for one in entries if one.waits_for_me]
    context = {
        "section": "challenges",
        "ladder": season.ladder,
        "season": season,
        "off": off_season(season),
        "me": me,
        "kinds": kinds,
        "kind": chosen,
        "mine": [one for one in entries if one.is_mine],
        "others": [one for one in entries if not one.waits_for_me and not one.is_mine],
        "names": opponents.names() if powers.correct else [],
        "arrange": (arranging or ArrangeForm(facts=facts_of(season, kind))) if powers.correct and chosen else None,
        "invites": may(request.user, Act.INVITE),
    }
    if me is None or chosen is None:
        return context | {"stop": NO_PLAYER if chosen else NONE}
    found = around(request, season, me, chosen.key, challenging)
    offers = offers_in(found[0], [one.pk for one in to_answer])
    answers = [(one, offers.get(one.pk, "")) for one in to_answer]
    return context | people(request, *found) | {"to_answer": answers}


def around(
    request: HttpRequest, season: Season, me: Player, kind: str, form: ChallengeForm | None
) -> tuple[Around, ChallengeForm]:
    """Return everybody around a member, on the terms that are typed, and the form to challenge them with."""
    asked = facts_of(season, kind)
    typed = form or ChallengeForm(request.GET, facts=asked)
    typed.is_valid()
    found = around_for(season, me, kind, typed.fact_values())
    return found, form or ChallengeForm(facts=asked, last=found.terms.facts)


def people(request: HttpRequest, found: Around, form: ChallengeForm) -> dict[str, Any]:
    """What the page prints of everybody around a member; what a win is worth goes by the length that is typed."""
    reached = reach.reach(found, "all" in request.GET)
    return {
        "form": form,
        "rules": reach.rules(found),
        "stop": reasons.why_not_at_all(found),
        "lines": reached.lines,
        "count": reached.able,
        "without_account": reached.without_account,
    }


def offers_in(found: Around, challenges: Sequence[int]) -> dict[int, str]:
    """Return the challenger's rating and what is at stake, for each of these challenges of two that a member is to
    answer; nothing is said of a battle."""
    running = {one.pk: one for one in found.running if one.pk in challenges}
    return {pk: offer(found, one) for pk, one in running.items()}


def offer(found: Around, challenge: Challenge) -> str:
    """Return the challenger's rating and what is at stake in a challenge of two."""
    other = challenge.by.itself.pk
    if challenge.places > 2 or other == found.me.player:
        return ""
    return reach.offer(around_challenge(found, challenge), other)


def kind_of(season: Season, kind: str) -> Kind | None:
    """Return the kind of this key that one may challenge to; else the first that there is."""
    kinds = kinds_of(season)
    return next((one for one in kinds if one.key == kind), next(iter(kinds), None))


def facts_of(season: Season, kind: str) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on."""
    chosen = kind_of(season, kind)
    return facts_to(season, chosen) if chosen else []


def url_of(season: Season, kind: str = "") -> str:
    """Return the address of the page, with the kind that is shown unless it is the first."""
    url = reverse("ladder:challenges", args=[season.ladder.slug])
    return f"{url}?kind={kind}" if kind in [one.key for one in kinds_of(season)[1:]] else url
