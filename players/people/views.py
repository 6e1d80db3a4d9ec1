"""The list of players for members, and the pages on which organisers add, rename and merge them, and void reports."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page
from ladder.access.guards import (
    get_account,
    get_member,
    redirect_browser,
    require_member,
    require_organiser,
    require_permission,
)
from ladder.access.permissions import Act, find_account_player, is_allowed, list_ladders_where
from ladder.changes.views import answer_ladders_change, retry_overtaken
from ladder.matches.actions.batches import (
    ReportSearch,
    ReportsVoiding,
    find_closed_reports,
)
from ladder.pages.addresses import read_number, read_search
from ladder.pages.figures import format_day
from ladder.people.actions.breaks import describe_own_breaks, take_break
from ladder.people.actions.merges import MergeUndo, PlayerMerge
from ladder.people.actions.players import add_players_by_name
from ladder.people.actions.players import change_player as edit_player
from players.accounts.actions.accounts import find_accounts_to_choose, has_account
from players.accounts.reauthentication import ask_for_proof, is_proof_due
from players.accounts.second_factor import is_second_factor_missing
from players.models import SetAsideAccount
from players.people.forms import (
    AddPlayersForm,
    BreakForm,
    EditPlayerForm,
    MergeForm,
    MergeReasonForm,
    StayingAccountForm,
    VoidReasonForm,
    VoidSinceForm,
)
from players.people.queries import (
    describe_absence,
    get_player_or_404,
    list_completion_names,
    load_player_remarks,
    load_roster,
)
from players.people.questions import ask_about_listed_names, read_answers


@require_permission(Act.PEOPLE)
@require_safe
def list_players(request: HttpRequest) -> HttpResponse:
    """Show the players of the club, or those that a search finds; organisers see merged and erased ones too."""
    invites = is_allowed(request.user, Act.INVITE) and not is_second_factor_missing(request.user)
    query = read_search(request)
    shown, rows = load_roster(query, read_number(request, "page") or 1, everyone=invites)
    context = {
        "q": query,
        "page_obj": shown,
        "rows": rows,
        "invites": invites,
        "owns": is_allowed(request.user, Act.PLAYERS),
        "section": "players",
    }
    return render_page(request, "players/people/players.html", context, partial="rows")


@require_permission(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
def add_players(request: HttpRequest) -> HttpResponse:
    """Ask for names of players, and add those that are new."""
    form = AddPlayersForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and not form.ask(ask_about_listed_names(form.new(), "names"), request.POST.getlist("sure")):
        added = form.new()
        add_players_by_name(names=form.cleaned_data["names"], by=get_account(request))
        messages.success(request, f"{len(added)} added." if added else "They are all in the list already.")
        return redirect_browser(request, reverse("players:players"))
    status = 422 if form.errors or form.question else 200
    return render_page(request, "players/people/add.html", {"form": form}, partial="form", status=status)


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def edit_player_details(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and store a player's name and details."""
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
    return render_page(request, "players/people/edit.html", context, partial="form", status=422 if form.errors else 200)


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def edit_break(request: HttpRequest) -> HttpResponse:
    """Let a member sit out until a day, or play again from today on."""
    player = find_account_player(get_member(request))
    if player is None:
        raise PermissionDenied("Only players can sit out.")
    is_back, form = "back" in request.POST, BreakForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and (is_back or form.is_valid()):
        until = None if is_back else form.cleaned_data["until"]
        try:
            take_break(player=player, until=until)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, f"You sit out until {format_day(until)}." if until else "You play again.")
            return redirect_browser(request, player.get_absolute_url())
    context = {"player": player, "form": form, "breaks": describe_own_breaks(player), "away": describe_absence(player)}
    status = 422 if form.errors else 200
    return render_page(request, "players/people/break.html", context, partial="form", status=status)


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def merge_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask into whom a player is merged, show what that changes, and do it."""
    player, template = get_player_or_404(pk), "players/people/merge.html"
    sent = read_answers(request.POST if request.method == "POST" else request.GET)
    form = MergeForm(sent if request.method == "POST" or "into" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form, "names": list_completion_names()}
    if not form.is_valid():
        return render_page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    into = context["into"] = form.cleaned_data["into"]
    if request.method == "POST" and has_account(player, into) and is_proof_due(request):
        return ask_for_proof(request, f"{request.path}?{urlencode({'into': into.name})}")
    posted = request.POST if request.method == "POST" else None
    context["why"] = why = MergeReasonForm(posted)
    change = PlayerMerge(player, into)
    forms: list[Form] = [why]
    if accounts := find_accounts_to_choose(player, into):
        context["stays"] = stays = StayingAccountForm(posted, accounts=accounts)
        change.stays = stays.cleaned_data["stays"] if stays.is_valid() else None
        forms.append(stays)
    url = into.get_absolute_url()
    return answer_ladders_change(
        request, change, template, context, forms, done=lambda: f"{player} is merged into {into}.", url=url
    )


@require_permission(Act.PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what changes when a merged player counts for themselves again, and do it."""
    player = get_player_or_404(pk)
    if player.merged_into is None:
        raise Http404
    why = MergeReasonForm(request.POST if request.method == "POST" else None)
    aside = SetAsideAccount.objects.filter(player=player).select_related("user", "stays").first()
    context = {"player": player, "into": player.merged_into, "aside": aside, "why": why}
    template, url = "players/people/undo_merge.html", player.get_absolute_url()
    return answer_ladders_change(
        request,
        MergeUndo(player),
        template,
        context,
        [why],
        done=lambda: f"{player} is a separate player again.",
        url=url,
    )


@require_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def void_player_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask since when, list what a player reported, show what voiding it changes, and void it."""
    player, template = get_player_or_404(pk).itself, "players/people/void_reports.html"
    sent = request.POST if request.method == "POST" else request.GET
    form = VoidSinceForm(sent if request.method == "POST" or "day" in sent else None)
    context: dict[str, Any] = {"player": player, "form": form}
    if not form.is_valid():
        return render_page(request, template, context, partial="form", status=422 if form.is_bound else 200)
    mine = list(list_ladders_where(request.user, Act.CORRECT))
    search = ReportSearch(player, form.since(), mine, form.cleaned_data["at_venue"])
    change = ReportsVoiding(search)
    context["closed"] = find_closed_reports(search).count()
    context["why"] = why = VoidReasonForm(request.POST if request.method == "POST" else None)
    return answer_ladders_change(
        request,
        change,
        template,
        context,
        [why],
        done=lambda: f"Voided: {change.told}. Each can be restored from its own page.",
        url=player.get_absolute_url(),
    )
