"""The organisers' pages of a ladder's seasons, their boards and starting ratings; what moves is shown first."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page
from ladder.access.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.access.permissions import Act
from ladder.challenges.queries.running import describe_unfinished_challenges
from ladder.changes.forms import NotedForm, add_refusal
from ladder.changes.views import CLOSED_TEMPLATE, ChangePage, answer_change, retry_overtaken
from ladder.lab.queries.variants import find_candidate
from ladder.models import Board, Season
from ladder.pages.addresses import find_back_address, find_board_or_404, find_season_or_404, get_posted_values
from ladder.pages.navigation import show_ladder_in_header
from ladder.seasons.actions.boards import BoardAddition, BoardChange, BoardRemoval, move_board
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season, reopen_season
from ladder.seasons.actions.starting_ratings import OpeningRuleChange, StartingRatingsChange
from ladder.seasons.forms import (
    BoardForm,
    CloseSeasonForm,
    DatesForm,
    NextSeasonForm,
    OpeningRuleForm,
    StartingRatingsForm,
    build_system_values,
    list_free_systems,
)
from ladder.seasons.queries import list_managed_seasons, preview_carried_ratings


@require_permission(Act.SETTINGS, find_ladder)
@require_safe
def show_seasons(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show every season of a ladder with its boards and what can be done with it."""
    found = find_ladder(ladder)
    context = {"ladder": found, "seasons": list_managed_seasons(found), "section": "desk"}
    return TemplateResponse(request, "ladder/seasons/seasons.html", context)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_season_dates(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show and store a season's name, address and days."""
    found = find_season_or_404(ladder, season)
    form = DatesForm(get_posted_values(request), season=found)
    return handle_season_form(request, found, form, "ladder/seasons/season_edit.html", change_season, "is saved")


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_season_closing(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Ask for the last day of a season, and close it."""
    found = find_season_or_404(ladder, season)
    if found.closed_at:
        return redirect_browser(request, reverse("ladder:seasons", args=[ladder]))
    form = CloseSeasonForm(get_posted_values(request), season=found)
    return handle_season_form(
        request,
        found,
        form,
        "ladder/seasons/season_close.html",
        close_season,
        describe_season_closing(found),
        ends=describe_unfinished_challenges(found),
    )


def describe_season_closing(season: Season) -> str:
    """Return how the sentence about a closed season goes on; nobody can report before another one follows."""
    followed = Season.objects.filter(opens_from=season).exists()
    return "is closed" if followed else "is closed. Open the next season, so that results can be reported"


def handle_season_form(
    request: HttpRequest,
    season: Season,
    form: DatesForm | CloseSeasonForm,
    template: str,
    action: Callable[..., Season],
    done: str,
    **more: str,
) -> HttpResponse:
    """Show a form about a season; when it is valid, run `action` with its values and go back to the list."""
    if form.is_valid():
        try:
            changed = action(season=season, by=get_account(request), **form.values())
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{changed.name} {done}.")
            return redirect_browser(request, reverse("ladder:seasons", args=[season.ladder.slug]))
    context = {"ladder": season.ladder, "season": season, "form": form, "section": "desk", **more}
    return render_page(request, template, context, partial="form", status=422 if form.errors else 200)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_next_season(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the form of the next season, with the ratings that players would start with, and open it."""
    found = find_season_or_404(ladder, season)
    if not found.closed_at or Season.objects.filter(opens_from=found).exists():
        raise Http404(f"{found} is open, or another season follows it.")
    form = NextSeasonForm(get_posted_values(request), season=found)
    if "preview" in request.POST:
        form.errors.pop("name", None)
    elif form.is_valid() and (follower := try_opening_next_season(request, found, form)):
        messages.success(request, f"{follower.name} is open.")
        return redirect_browser(request, follower.get_absolute_url())
    opening = form.opening()
    context = {
        "ladder": found.ladder,
        "season": found,
        "form": form,
        "brings": preview_carried_ratings(found, **opening),
        "rule": Season.Rule(opening["rule"]).label,
        "section": "desk",
    }
    return render_page(
        request, "ladder/seasons/season_next.html", context, partial="brings", status=422 if form.errors else 200
    )


def try_opening_next_season(request: HttpRequest, season: Season, form: NextSeasonForm) -> Season | None:
    """Open the season after this one as a valid form says; None where it is refused, with the reason in the form."""
    try:
        return open_next_season(season, **form.values(), by=get_account(request))
    except ValidationError as error:
        add_refusal(form, error)
        return None


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_board_change(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Show what another rating system or other options of a board would change, and change it.

    The address may name a variant of a system, as the lab does, or give options, as the page of the house rules does:
    then they are filled in and previewed.
    """

    def open_page(values: Any) -> ChangePage:
        found = find_board_or_404(ladder, season, board)
        systems = list_free_systems(found.season, found)
        system = find_chosen_system(request, values, systems, found.system)
        variant = find_candidate(request.GET.get("variant", ""), found.rating_system.kinds) if values is None else None
        form = BoardForm(values, board=found, system=system)
        if variant and variant.system.key == system:
            form = BoardForm(build_system_values(variant.system), board=found, system=system)
            form.errors.pop("reason", None)
        elif values is None and system == found.system and (given := read_given_options(request, found)):
            form = BoardForm(given, board=found, system=system)
            form.errors.pop("reason", None)

        return ChangePage(
            "ladder/seasons/board_change.html",
            found.season,
            form,
            lambda: BoardChange(found, system, form.values()),
            "The board was changed.",
            found.season.get_absolute_url(),
            {"board": found, "systems": systems, "system_label": dict(systems)[system]},
            at_once=form.is_bound or system != found.system,
        )

    return answer_change(request, open_page)


def read_given_options(request: HttpRequest, board: Board) -> QueryDict | None:
    """Return the options of a board with those of the address in their place; None if it gives none."""
    values = build_system_values(board.rating_system)
    given = [name for name in values if name in request.GET]
    for name in given:
        values[name] = request.GET[name]
    return values if given else None


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_opening_rule(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show what another rule for the ratings at a season's start would change, and change it."""

    def open_page(values: Any) -> ChangePage:
        found = find_season_or_404(ladder, season)
        if found.opens_from_id is None:
            raise Http404(f"{found} follows no other season.")
        form = OpeningRuleForm(values, season=found)
        return ChangePage(
            "ladder/seasons/opening_change.html",
            found,
            form,
            lambda: OpeningRuleChange(found, **form.values()),
            f"{found.name} now starts with the new ratings.",
            found.get_absolute_url(),
            at_once=False,
        )

    return answer_change(request, open_page)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_reopening(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Ask for a reason, open a closed season again, and go back to the page that needed it."""
    found = find_season_or_404(ladder, season)
    url = find_back_address(request, found.get_absolute_url())
    if not found.closed_at:
        return redirect_browser(request, url)
    form = NotedForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reopen_season(found, by=get_account(request), reason=form.cleaned_data["reason"])
        messages.success(request, f"{found.name} is open again.")
        return redirect_browser(request, url)
    show_ladder_in_header(request, found.ladder)
    context = {"season": found, "ladder": found.ladder, "form": form, "back": request.POST.get("back", "")}
    return render_page(request, CLOSED_TEMPLATE, context, partial="closed", status=422 if form.errors else 200)


def find_chosen_system(request: HttpRequest, values: Any, systems: list[tuple[str, str]], usual: str) -> str:
    """Return the key of the system that the form or the address asks for, or else the usual one."""
    asked = (request.GET if values is None else request.POST).get("system")
    return asked if asked in dict(systems) else usual


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_new_board(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show what the table of one more board would be, and add it."""

    def open_page(values: Any) -> ChangePage:
        found = find_season_or_404(ladder, season)
        systems = list_free_systems(found)
        if not systems:
            raise Http404("Every rating system already has a board.")
        system = find_chosen_system(request, values, systems, systems[0][0])
        form = BoardForm(values, system=system, season=found)
        return ChangePage(
            "ladder/seasons/board_add.html",
            found,
            form,
            lambda: BoardAddition(found, system, form.values()),
            "The board was added.",
            reverse("ladder:board", args=[ladder, season, system]),
            {"systems": systems, "system_label": dict(systems)[system]},
        )

    return answer_change(request, open_page)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_board_removal(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    """Ask for a reason, and remove a board."""

    def open_page(values: Any) -> ChangePage:
        found = find_board_or_404(ladder, season, board)
        return ChangePage(
            "ladder/seasons/board_remove.html",
            found.season,
            NotedForm(values),
            lambda: BoardRemoval(found),
            "The board was removed.",
            reverse("ladder:seasons", args=[ladder]),
            {"board": found},
        )

    return answer_change(request, open_page)


@require_permission(Act.SETTINGS, find_ladder)
@require_POST
def change_board_position(request: HttpRequest, ladder: str, season: str, board: str, *, to_top: bool) -> HttpResponse:
    """Move a board one place up, or to the top, where it is the main board."""
    found = find_board_or_404(ladder, season, board)
    label = found.rating_system.about.label
    try:
        place = move_board(board=found, by=get_account(request), to_top=to_top)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        where = f"board {place + 1}" if place else "the main board"
        messages.success(request, f"{label} is now {where} of {found.season.name}.")
    return redirect_browser(request, reverse("ladder:seasons", args=[ladder]))


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_starting_ratings(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show what typed starting ratings would change on one board, and store them."""

    def open_page(values: Any) -> ChangePage:
        found = find_season_or_404(ladder, season)
        form = StartingRatingsForm(values, season=found)
        return ChangePage(
            "ladder/seasons/ratings_give.html",
            found,
            form,
            lambda: StartingRatingsChange(*form.values()),
            "The starting ratings were changed.",
            found.get_absolute_url(),
            at_once=False,
        )

    return answer_change(request, open_page)
