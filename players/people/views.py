"""Organisers list, add, rename and merge players, and void what one person reported."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.access.guards import get_account, redirect_browser, require_organiser, require_permission
from ladder.access.permissions import Act, is_allowed, list_ladders_where
from ladder.changes.views import ShownPlans, describe_season_consequences, find_shown_versions, retry_overtaken
from ladder.ledger.ladder_lock import StaleChange, lock_all_ladders
from ladder.ledger.ledger_plan import SeasonPlans
from ladder.matches.actions.batches import (
    find_reports,
    find_voidable_reports,
    format_match_count,
    plan_voiding,
    void_reports_since,
)
from ladder.matches.queries.confirmations import list_waiting_matches
from ladder.pages.addresses import read_number
from ladder.people.actions.merges import merge_players, plan_merge, plan_undo_merge, undo_merge
from ladder.people.actions.players import add_players_by_name
from ladder.people.actions.players import change_player as edit_player
from players.accounts.actions.accounts import find_accounts_to_choose
from players.models import Player, SetAsideAccount
from players.people.forms import (
    AddPlayersForm,
    EditPlayerForm,
    MergeForm,
    MergeReasonForm,
    StayingAccountForm,
    VoidReasonForm,
    VoidSinceForm,
)
from players.people.queries import get_player_or_404, list_completion_names, load_player_remarks, load_roster

MOST = 20  # matches that are named


@require_permission(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
def list_players(request: HttpRequest) -> HttpResponse:
    """Everybody, or whom a search finds; names that are sent are added."""
    form = AddPlayersForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        added = form.new()
        add_players_by_name(names=form.cleaned_data["names"], by=get_account(request))
        messages.success(request, f"{len(added)} added." if added else "They are all in the list already.")
        return redirect_browser(request, reverse("players:players"))
    query = request.GET.get("q", "").replace("\0", "").strip()[:80]
    shown, rows = load_roster(query, read_number(request, "page") or 1)
    context = {
        "form": form,
        "q": query,
        "page_obj": shown,
        "rows": rows,
        "owns": is_allowed(request.user, Act.PLAYERS),
        "section": "desk",
    }
    return render_page(request, "players/players.html", context, partial="rows", status=422 if form.errors else 200)


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def edit_player_details(request: HttpRequest, pk: int) -> HttpResponse:
    """The form with a player's name; a valid one is stored."""
    player = get_player_or_404(pk)
    form = EditPlayerForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        try:
            changed = edit_player(player=player, by=get_account(request), **form.values())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, f"{changed} was saved.")
            return redirect_browser(request, changed.get_absolute_url())
    context = {"player": player, "form": form, "about": load_player_remarks(player)}
    return render_page(request, "players/edit.html", context, partial="form", status=422 if form.errors else 200)


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
        lambda: plan_merge(player, into),
        partial(merge_players, player=player, into=into, by=get_account(request)),
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
        lambda: plan_undo_merge(player),
        partial(undo_merge, player=player, by=get_account(request)),
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


@require_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def void_player_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask since when, list what was reported, show what voiding it changes, and do it."""
    player, template = get_player_or_404(pk).itself, "players/void_reports.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = VoidSinceForm(sent if request.method == "POST" or "day" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form}
    if not form.is_valid():
        return render_page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    since, mine = form.since(), list(list_ladders_where(request.user, Act.CORRECT))
    found = find_voidable_reports(player, since, mine)
    count = found.count()
    context |= {
        "listed": list_waiting_matches(found, MOST),
        "count": count,
        "more": max(count - MOST, 0),
        "closed": find_reports(player, since, mine).count() - count,
        "button": f"Void {format_match_count(count)}",
    }
    where: dict[str, Any] = {"player": player, "since": since, "ladders": mine}
    change = PeopleChange(
        lambda: plan_voiding(**where),
        partial(void_reports_since, **where, by=get_account(request)),
        f"Voided: {format_match_count(count)} that {player} reported. Each can be restored from its own page.",
    )
    return answer_people_change(request, template, context, change, asks=VoidReasonForm)
