"""Organisers merge two players who are one person, and undo it; each is shown before it is done."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.services import players
from ladder.services.ledger.anew import Planned
from ladder.services.locking import lock_all
from ladder.services.permissions import Act
from ladder.services.stale import Stale
from ladder.views.guards import account, leave, requires
from ladder.views.reaching import Shown, reached, versions_of
from players.forms import IntoForm, ReasonForm, StaysForm, WhyForm
from players.models import Player, SetAsideAccount
from players.selectors import names
from players.services.setting_aside import find_accounts

from .profile import found_or_404


class Change(NamedTuple):
    """A change that reaches many seasons: how it is planned and done, and what is said then on whose page."""

    plan: Callable[[], Planned]
    apply: Callable[..., Player]
    done: str


@requires(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask into whom a player is merged, show what that changes, and do it."""
    player, template = found_or_404(pk), "players/merge.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = IntoForm(sent if request.method == "POST" or "into" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form, "names": names()}
    if not form.is_valid():
        return page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    into = context["into"] = form.cleaned_data["into"]
    accounts = find_accounts(player, into)
    posted = request.POST if request.method == "POST" else None
    stays = context["stays"] = StaysForm(posted, accounts=accounts) if accounts else None
    change = Change(
        lambda: players.plan_merge(player, into),
        partial(players.merge, player=player, into=into, by=account(request)),
        f"{player} is merged into {into}.",
    )
    return answer(request, template, context, change, stays)


@requires(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what changes when a merged player counts for themselves again, and do it."""
    player = found_or_404(pk)
    if player.merged_into is None:
        raise Http404
    change = Change(
        lambda: players.plan_undo(player),
        partial(players.undo_merge, player=player, by=account(request)),
        f"{player} is a separate player again.",
    )
    aside = SetAsideAccount.objects.filter(player=player).select_related("user", "stays").first()
    context = {"player": player, "into": player.merged_into, "aside": aside}
    return answer(request, "players/undo_merge.html", context, change)


def answer(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    change: Change,
    stays: StaysForm | None = None,
    asks: type[WhyForm | ReasonForm] = WhyForm,
) -> HttpResponse:
    """Do what was shown and leave, or show what would be done; where one of two accounts stays, `stays` says which."""
    why = context["why"] = asks(request.POST if request.method == "POST" else None)
    status = 422 if why.errors or (stays and stays.errors) else 200
    if why.is_valid() and (stays is None or stays.is_valid()):
        more = stays.cleaned_data if stays else {}
        try:
            with transaction.atomic():
                lock_all()
                versions = versions_of(request, lambda: shown(change.plan()))
                player = change.apply(versions=versions, reason=why.cleaned_data["reason"], **more)
        except Stale as error:
            context["stale"], status = error.messages[0], 409
        except ValidationError:
            status = 422  # said again below
        else:
            messages.success(request, change.done)
            return leave(request, player.get_absolute_url())
    try:
        found = shown(change.plan())
    except ValidationError as error:
        context |= {"refusal": error.messages[0], "match": getattr(error, "match", None)}
        return page(request, template, context, partial="form", status=422)
    context |= {"seasons": found.seasons, "token": found.token}
    return page(request, template, context, partial="form", status=status)


def shown(planned: Planned) -> Shown:
    """Return a plan with what the page shows of it."""
    return Shown(planned, [reached(plan) for plan in planned.plans])
