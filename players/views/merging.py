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
from players.forms import IntoForm, WhyForm
from players.models import Player
from players.selectors import names

from .profile import found_or_404


class Change(NamedTuple):
    """A change of who counts as whom: how it is planned and done, and what is said then about whose page."""

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
    change = Change(
        lambda: players.plan_merge(player, into),
        partial(players.merge, player=player, into=into, by=account(request)),
        f"{player} is merged into {into}.",
    )
    return answer(request, template, context, change)


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
    return answer(request, "players/undo_merge.html", {"player": player, "into": player.merged_into}, change)


def answer(request: HttpRequest, template: str, context: dict[str, Any], change: Change) -> HttpResponse:
    """Do what was shown and leave, or show what would be done."""
    why = context["why"] = WhyForm(request.POST if request.method == "POST" else None)
    status = 422 if why.errors else 200
    if why.is_valid():
        try:
            with transaction.atomic():
                lock_all()
                versions = versions_of(request, lambda: shown(change.plan()))
                player = change.apply(versions=versions, reason=why.cleaned_data["reason"])
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
