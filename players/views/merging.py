"""Organisers merge two players who are one person, and undo it; each is shown before it is done."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.selectors.roles import Act
from ladder.services import players
from ladder.services.ledger.anew import SeasonPlans
from ladder.services.locking import lock_all_ladders
from ladder.services.stale import StaleChange
from ladder.views.guards import get_account, redirect_browser, require_permission
from ladder.views.reaching import ShownPlans, describe_season_consequences, find_shown_versions
from players.forms import MergeForm, MergeReasonForm, StayingAccountForm, VoidReasonForm
from players.models import Player, SetAsideAccount
from players.selectors import list_completion_names
from players.services.setting_aside import find_accounts_to_choose
from players.views.profile import get_player_or_404


class PeopleChange(NamedTuple):
    """A change that reaches many seasons: how it is planned and done, and what is said then on whose page."""

    plan: Callable[[], SeasonPlans]
    apply: Callable[..., Player]
    done: str


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def merge_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask into whom a player is merged, show what that changes, and do it."""
    player, template = get_player_or_404(pk), "players/merge.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = MergeForm(sent if request.method == "POST" or "into" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form, "names": list_completion_names()}
    if not form.is_valid():
        return render_page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    into = context["into"] = form.cleaned_data["into"]
    accounts = find_accounts_to_choose(player, into)
    posted = request.POST if request.method == "POST" else None
    stays = context["stays"] = StayingAccountForm(posted, accounts=accounts) if accounts else None
    change = PeopleChange(
        lambda: players.plan_merge(player, into),
        partial(players.merge_players, player=player, into=into, by=get_account(request)),
        f"{player} is merged into {into}.",
    )
    return answer_people_change(request, template, context, change, stays)


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what changes when a merged player counts for themselves again, and do it."""
    player = get_player_or_404(pk)
    if player.merged_into is None:
        raise Http404
    change = PeopleChange(
        lambda: players.plan_undo_merge(player),
        partial(players.undo_merge, player=player, by=get_account(request)),
        f"{player} is a separate player again.",
    )
    aside = SetAsideAccount.objects.filter(player=player).select_related("user", "stays").first()
    context = {"player": player, "into": player.merged_into, "aside": aside}
    return answer_people_change(request, "players/undo_merge.html", context, change)


def answer_people_change(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    change: PeopleChange,
    stays: StayingAccountForm | None = None,
    asks: type[MergeReasonForm | VoidReasonForm] = MergeReasonForm,
) -> HttpResponse:
    """Do what was shown and leave, or show what would be done; where one of two accounts stays, `stays` says which."""
    why = context["why"] = asks(request.POST if request.method == "POST" else None)
    status = 422 if why.errors or (stays and stays.errors) else 200
    if why.is_valid() and (stays is None or stays.is_valid()):
        more = stays.cleaned_data if stays else {}
        try:
            with transaction.atomic():
                lock_all_ladders()
                versions = find_shown_versions(request, lambda: build_shown_change(change.plan()))
                player = change.apply(versions=versions, reason=why.cleaned_data["reason"], **more)
        except StaleChange as error:
            context["stale"], status = error.messages[0], 409
        except ValidationError:
            status = 422  # said again below
        else:
            messages.success(request, change.done)
            return redirect_browser(request, player.get_absolute_url())
    try:
        found = build_shown_change(change.plan())
    except ValidationError as error:
        context |= {"refusal": error.messages[0], "match": getattr(error, "match", None)}
        return render_page(request, template, context, partial="form", status=422)
    context |= {"seasons": found.seasons, "token": found.token}
    return render_page(request, template, context, partial="form", status=status)


def build_shown_change(planned: SeasonPlans) -> ShownPlans:
    """Return a plan with what the page shows of it."""
    return ShownPlans(planned, [describe_season_consequences(plan) for plan in planned.plans])
