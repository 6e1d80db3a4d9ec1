"""The pages of the owner and organisers: set-up, new ladders, the desk, the poster, settings and roles."""

from typing import Any

from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page
from ladder.access.guards import (
    find_ladder,
    get_account,
    get_member,
    redirect_browser,
    require_organiser,
    require_permission,
)
from ladder.access.permissions import Act, is_allowed, list_ladders_where
from ladder.backups.automatic.state import load_backup_state
from ladder.changes.base import UNSEEN_PREVIEW, run
from ladder.changes.forms import add_refusal
from ladder.changes.views import preview_ladders_change, read_seen_ladders, retry_overtaken
from ladder.club.actions import (
    ALREADY_OWNED,
    ClubChange,
    change_ladder,
    create_ladder,
    found_club,
    give_role,
    is_setup_unfinished,
    mark_step_done,
    show_steps_again,
    store_emblem,
    take_role,
)
from ladder.club.forms.club import ClubForm, SetupForm
from ladder.club.forms.ladders import NewLadderForm, RoleForm
from ladder.club.forms.settings import LadderSettingsForm
from ladder.club.queries import list_account_names, list_role_holders, load_checklist, load_desk
from ladder.games import Game, find_game, find_other_game, list_games, list_side_choices, search_games
from ladder.ledger.ladder_lock import StaleChange
from ladder.models import Board, FirstStep, Ladder, Role
from ladder.pages.addresses import build_absolute_url, find_back_address, find_local_address, read_search
from ladder.pages.figures import format_start
from ladder.pages.qr_codes import build_invitation
from ladder.pages.seasons import list_reporting_rules, list_season_boards, list_seasons, pick_current_season
from ladder.ratings import RatingError, TableSystem
from ladder.ratings.sides import BOTH, SINGLES, TEAMS_ONLY
from ladder.systems.queries.advice import describe_advice, group_games, list_advised_systems, list_other_cards
from ladder.tasks.queries import load_task_desk
from players.accounts.actions.accounts import is_club_owned
from players.models import Club, Emblem
from players.photographs.pictures import digest_picture
from players.photographs.views import PictureForm, send_picture

SIDE_NAMES = {SINGLES: "Singles", TEAMS_ONLY: "Doubles", BOTH: "Both"}
TICKED_BY_HAND = {FirstStep.Key.POSTER.value}


@never_cache
@sensitive_post_parameters("code", "password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def show_setup(request: HttpRequest) -> HttpResponse:
    """Show the form of the club and its owner; it is gone once the site has an owner and a ladder."""
    user = get_account(request)
    owner = user if is_setup_unfinished(user) else None
    if owner is None and is_club_owned():
        if user is None:
            messages.info(request, ALREADY_OWNED)
        return redirect_browser(request, reverse("ladder:home"))
    if request.method == "POST" and not owner and not ratelimit.consume(request, action="setup"):
        return ratelimit.respond_429(request)
    form = SetupForm(request.POST or None, club=Club.stored(), owner=owner, code=request.GET.get("code", "")[:200])
    if form.is_valid():
        try:
            founder = found_club(**form.values())
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            if owner is None:
                login(request, founder)
                UserSession.objects.create_from_request(request)
            messages.success(request, f"{Club.stored()} is yours. Now set up its first ladder.")
            return redirect_browser(request, reverse("ladder:ladder_new"))
    context = {"form": form, "printed": bool(settings.SETUP_CODE), "owner": owner}
    return render_page(request, "ladder/club/setup.html", context, partial="form", status=422 if form.errors else 200)


def find_page_of_new_ladder(ladder: Ladder) -> str:
    """Return where whoever made a ladder goes on: to the questions of its sheet, where it is one of places."""
    systems = [board.rating_system for board in Board.objects.filter(season__ladder=ladder)]
    if any(isinstance(one, TableSystem) for one in systems):
        return reverse("ladder:house_rules_edit", args=[ladder.slug])
    return ladder.get_absolute_url()


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def show_new_ladder(request: HttpRequest) -> HttpResponse:
    """Ask for the game, then for singles, doubles or both; show the form as they fill it in, and make the ladder.

    A file of matches may come along from an import, for the season that the ladder begins with.
    """
    game = find_game(request.POST.get("game") or request.GET.get("game", ""))
    if request.method != "POST" and game is None:
        return show_games(request)
    is_asked = game and game.doubles and game.key == game.family and not {"sides", "system"} & request.GET.keys()
    if request.method != "POST" and game and is_asked:
        return show_side_choices(request, game)
    form = read_new_ladder_form(request, game or find_other_game())
    if form.is_valid():
        try:
            ladder = create_ladder(**form.values())
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{ladder} is ready.")
            if "packed" in request.POST:
                first = ladder.seasons.get()
                return redirect("ladder:match_import", ladder.slug, first.slug, preserve_request=True)
            return redirect_browser(request, find_page_of_new_ladder(ladder))
    context = {
        "form": form,
        "game": form.game,
        "advice": describe_advice(form.game),
        "advised": list_advised_systems(form.game),
        "others": list_other_cards(form.game),
        "groups": group_games(list_games()),
        "sides": name_side_choices(form.game),
        "carried": list_carried_values(request.POST, form),
        "is_elsewhere": form.chosen.key not in {one.key for one in form.game.systems},
        "is_first": not Ladder.objects.exists(),
    }
    return render_page(
        request, "ladder/club/ladder_new.html", context, partial="params", status=422 if form.errors else 200
    )


def list_carried_values(data: QueryDict, form: NewLadderForm) -> list[tuple[str, str]]:
    """Return what the page of an import sent along: its file, its columns and its answers; nothing without a file."""
    if "packed" not in data:
        return []
    own = {*form.fields, "game", "switch", "shown", "token", "csrfmiddlewaretoken"}
    return [(name, text) for name in data if name not in own for text in data.getlist(name) if "option_" not in name]


def show_games(request: HttpRequest) -> HttpResponse:
    """Show the games to choose from, or those that a search finds."""
    wanted = read_search(request)
    context = {"q": wanted, "groups": group_games(search_games(wanted)), "is_first": not Ladder.objects.exists()}
    return render_page(request, "ladder/club/games.html", context, partial="games")


def show_side_choices(request: HttpRequest, game: Game) -> HttpResponse:
    """Ask whether a game is played in singles, in doubles or in both."""
    context = {"game": game, "sides": name_side_choices(game), "is_first": not Ladder.objects.exists()}
    return TemplateResponse(request, "ladder/club/sides.html", context)


def name_side_choices(game: Game) -> list[tuple[str, Game]]:
    """Return the games to choose from where a game is played in doubles too, each with what it is called."""
    return [(SIDE_NAMES[one.sides], one) for one in list_side_choices(game)]


def read_new_ladder_form(request: HttpRequest, game: Game) -> NewLadderForm:
    """Return the form of a new ladder as it was sent; another game fills it in anew, but for what was typed."""
    comes_from_import = "packed" in request.POST and "system" not in request.POST
    if request.method != "POST" or comes_from_import:
        return NewLadderForm(game=game, system=request.GET.get("system", ""))
    form = NewLadderForm(request.POST, game=game)
    other = find_game(request.POST.get("switch", ""))
    return NewLadderForm(game=other, typed=form.list_typed()) if other else form


@require_organiser
@require_safe
def show_desk(request: HttpRequest) -> HttpResponse:
    """Show what waits for an organiser, and links to everything they look after."""
    mine = list_ladders_where(request.user, Act.CORRECT)
    owns, found = is_allowed(request.user, Act.CLUB), load_desk(mine)
    checklist = load_checklist([one.ladder for one in found.ladders], owns=owns) if owns else None
    context: dict[str, Any] = {"desk": found, "owns": owns, "checklist": checklist}
    context |= {"tasks": load_task_desk(get_member(request)), "back": request.path, "section": "desk"}
    context["backups"] = load_backup_state() if owns else None
    return TemplateResponse(request, "ladder/club/desk.html", context)


@require_permission(Act.CLUB)
@require_POST
def update_first_steps(request: HttpRequest) -> HttpResponse:
    """Tick a step off, hide the list, or show it again."""
    by, done = get_account(request), request.POST.get("done")
    if done in TICKED_BY_HAND:
        mark_step_done(FirstStep.Key(done), by=by)
    elif "hide" in request.POST:
        mark_step_done(FirstStep.Key.HIDDEN, by=by)
        messages.success(request, "The first steps are hidden. You can show them again from the desk.")
    elif "show" in request.POST:
        show_steps_again(by=by)
    return redirect_browser(request, find_back_address(request, reverse("ladder:desk")))


@require_permission(Act.SETTINGS, find_ladder)
@require_safe
def show_poster(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show a sheet of A4 for the wall: the code that leads to the report form, and how the ladder works."""
    found = find_ladder(ladder)
    season = pick_current_season(list_seasons(found.slug))
    boards = list_season_boards(season) if season else []
    system = boards[0].rating_system if boards else None
    context = {
        "ladder": found,
        "season": season,
        "about": system and system.about,
        "initial": format_start(system) if system else "",
        "invitation": season and build_invitation(request, season, boards),
        "rules": list_reporting_rules(found, system) if system else [],
        "join": build_absolute_url(request, reverse("accounts:join_code")).partition("://")[2],
        "local": find_local_address(request),
        "url": reverse("ladder:ladder", args=[found.slug]),
    }
    return TemplateResponse(request, "ladder/club/poster.html", context)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_ladder_settings(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show and store the settings of a ladder."""
    found = find_ladder(ladder)
    form = LadderSettingsForm(request.POST if request.method == "POST" else None, ladder=found)
    if form.is_valid():
        try:
            found = change_ladder(ladder=found, values=form.touched(), by=get_account(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, "The settings were saved.")
            return redirect_browser(request, reverse("ladder:settings", args=[found.slug]))
    context = {"ladder": found, "form": form, "section": "desk"}
    return render_page(
        request, "ladder/club/settings.html", context, partial="form", status=422 if form.errors else 200
    )


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_club_settings(request: HttpRequest) -> HttpResponse:
    """Show and store the settings of the site; what another time zone changes is shown before it is saved."""
    read = Club.stored()
    form = ClubForm(request.POST if request.method == "POST" else None, club=read)
    preview: dict[str, Any] = {}
    if form.is_valid():
        try:
            preview = save_or_preview_club(request, form, read)
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            if not preview:
                mark_step_done(FirstStep.Key.NAMES, by=get_account(request))
                messages.success(request, "The settings were saved.")
                return redirect_browser(request, reverse("ladder:club"))
    status = 422 if form.errors else 409 if "conflict" in preview else 200
    return render_page(
        request, "ladder/club/club.html", {"form": form, "section": "desk"} | preview, partial="form", status=status
    )


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_emblem(request: HttpRequest) -> HttpResponse:
    """Show the emblem of the club with a form for another one, and store it."""
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if form.is_valid():
        store_emblem(content=form.content, by=get_account(request))
        messages.success(request, "The emblem is on the club’s first page.")
        return redirect_browser(request, reverse("ladder:club"))
    context = {"form": form, "club": Club.stored(), "section": "desk"}
    status = 422 if form.errors else 200
    return render_page(request, "ladder/club/emblem.html", context, partial="form", status=status)


@require_permission(Act.CLUB)
@require_POST
def remove_emblem(request: HttpRequest) -> HttpResponse:
    """Remove the emblem of the club."""
    store_emblem(content=b"", by=get_account(request))
    messages.success(request, "The emblem is removed.")
    return redirect_browser(request, reverse("ladder:club"))


@require_safe
def send_emblem(request: HttpRequest, key: str) -> HttpResponse:
    """Send the emblem of the club to everybody."""
    found = Emblem.objects.first()
    if found is None or digest_picture(bytes(found.content)) != key:
        raise Http404
    return send_picture(request, bytes(found.content), key)


def save_or_preview_club(request: HttpRequest, form: ClubForm, read: Club) -> dict[str, Any]:
    """Store the club as a valid form says and return nothing; or return what another time zone changes.

    It is returned where it was not shown yet, or where something else changed meanwhile.
    """
    chosen, conflict = form.instance, {}
    is_same_zone = chosen.zone == read.zone
    if is_same_zone or request.POST.get("seen") == chosen.zone.key:
        try:
            change = ClubChange(form.touched(), read=read, by=get_account(request))
            run(change, UNSEEN_PREVIEW if is_same_zone else read_seen_ladders(request))
        except StaleChange as error:
            conflict = {"conflict": error.messages[0]}
        else:
            return {}
    return {"zone": chosen.zone.key} | preview_ladders_change(ClubChange(form.touched(), read=read)) | conflict


@require_permission(Act.ROLES, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_roles(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show who has a role on a ladder, and give one."""
    found = find_ladder(ladder)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            given = give_role(ladder=found, by=get_account(request), **form.cleaned_data)
        except ValidationError as error:
            form.add_error("user", error)
        else:
            messages.success(request, f"{given.user} is now {given.get_role_display().lower()} of {found}.")
            return redirect_browser(request, reverse("ladder:people", args=[found.slug]))
    context = {"ladder": found, "form": form, "helpers": list_role_holders(found), "names": list_account_names()}
    return render_page(request, "ladder/club/people.html", context, partial="form", status=422 if form.errors else 200)


@require_permission(Act.ROLES, find_ladder)
@require_POST
def remove_role(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Remove a role; the account stays."""
    known = Role.objects.select_related("ladder", "user")
    role = get_object_or_404(known, ladder__slug=ladder, pk=pk)
    take_role(role=role, by=get_account(request))
    messages.success(request, f"{role.user} is no longer {role.get_role_display().lower()} of {role.ladder}.")
    return redirect_browser(request, reverse("ladder:people", args=[ladder]))
