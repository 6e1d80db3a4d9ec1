"""The pages of a night: its board, the form that begins or changes it, the screen at the venue, and the night after."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page, wants_partial
from ladder.access.guards import find_ladder, find_return_address, redirect_browser
from ladder.access.permissions import find_account_player
from ladder.changes.forms import add_refusal
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Court, Ladder, Night, Season
from ladder.nights import actions
from ladder.nights.forms import NightForm
from ladder.nights.queries.board import NightBoard
from ladder.nights.queries.past_night import PastNight, build_night_card, list_past_nights
from ladder.nights.queries.proposals import Asked
from ladder.nights.queries.shared_night import build_board_version, load_shared_night
from ladder.nights.queries.stored_night import find_running_night, load_stored_night
from ladder.nights.rights import NOT_THE_DESK, runs_night
from ladder.pages.addresses import build_absolute_url, find_open_season, get_posted_values, parse_whole_number
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.qr_codes import build_qr_code
from ladder.pictures.views import send_card
from ladder.scene import build_scene
from players.privacy.visitors import for_everybody

POLL_SECONDS = 5
MOST_FIXED, MOST_REFUSED = 4, 20


@never_cache
@require_safe
def show_tonight(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the night that runs, or that none does."""
    found = find_ladder_with_nights(ladder)
    night = find_running_night(found)
    return answer_look(request, night) if night else show_no_night(request, found)


def answer_look(request: HttpRequest, night: Night) -> HttpResponse:
    """Return the board of a night, or an empty answer to a poll that has it already."""
    if request.GET.get("v") == build_board_version(night):
        return HttpResponse(status=204)
    return render_night(request, night)


def find_ladder_with_nights(slug: str) -> Ladder:
    """Return the ladder of an address. Raises: Http404, also where it has no club nights."""
    ladder = find_ladder(slug)
    if ladder.nights == Ladder.Nights.NONE:
        raise Http404(f"{ladder} has no club nights.")
    return ladder


def show_no_night(request: HttpRequest, ladder: Ladder, *, refusal: str = "") -> HttpResponse:
    """Show that no night runs, who begins one, and the nights so far; with a refusal above it."""
    season = find_open_season(ladder)
    context = {
        "ladder": ladder,
        "season": season,
        "section": "night",
        "runs": season is not None and runs_night(build_scene(request, season)),
        "no_games": actions.refuse_nights(season) if season else "",
        "nights": list_past_nights(ladder),
        "is_player": find_account_player(request.user) is not None,
        "refusal": refusal,
    }
    return TemplateResponse(request, "ladder/nights/no_night.html", context, status=422 if refusal else 200)


def build_tonight_url(ladder: Ladder) -> str:
    """Return the address of the night that runs."""
    return reverse("ladder:tonight", args=[ladder.slug])


def render_night(
    request: HttpRequest, night: Night, *, refusal: str = "", guest: str = "", status: int = 200
) -> HttpResponse:
    """Return the page of a night, or its board for htmx; what was refused stands in its fields."""
    typed = request.POST if refusal else {}
    context = build_shown_board(request, night) | {"refusal": refusal, "guest": guest, "typed": typed}
    return render_page(request, "ladder/nights/night.html", context, partial="board", status=status)


def is_on_screen(request: HttpRequest, ladder: Ladder) -> bool:
    """Return whether the screen at the venue asks, or a button on it."""
    page = request.htmx.current_url_abs_path or request.path  # type: ignore[attr-defined]
    return page.split("?")[0] == build_screen_url(ladder)


def build_screen_url(ladder: Ladder) -> str:
    """Return the address of the screen at the venue."""
    return reverse("ladder:night_screen", args=[ladder.slug])


def build_shown_board(request: HttpRequest, night: Night) -> dict[str, Any]:
    """Return what the board of a night needs, with the address at which it is asked for again.

    The names that the browser completes are sent with a whole page only.
    """
    ladder = night.season.ladder
    stored, scene, on_wall = load_shared_night(night), build_scene(request, night.season), is_on_screen(request, ladder)
    board = NightBoard(stored, scene, read_asked(request.GET), is_on_wall=on_wall)
    return build_night_context(night, board) | {
        "board_url": build_screen_url(ladder) if on_wall else build_tonight_url(ladder),
        "names": list_player_names() if board.runs and not wants_partial(request) else (),
    }


def build_night_context(night: Night, board: NightBoard) -> dict[str, Any]:
    return {
        "ladder": night.season.ladder,
        "season": night.season,
        "section": "night",
        "night": night,
        "board": board,
        "version": build_board_version(night),
        "poll_seconds": POLL_SECONDS,
        "now": timezone.localtime(),
    }


def read_asked(values: QueryDict) -> Asked | None:
    """Return what is wanted on a court instead of its proposal: who stays, and the fours that were refused."""
    court = parse_whole_number(values.get("court", ""))
    if court is None:
        return None
    refused = tuple(frozenset(read_keys(text)) for text in values.getlist("refused")[:MOST_REFUSED])
    return Asked(court, read_keys(values.get("fixed", "")), refused)


def read_keys(text: str, most: int = MOST_FIXED) -> tuple[int, ...]:
    """Return the keys of at most so many players in a text such as "12.7.3"; what is no number is left out."""
    return tuple(key for part in text.split(".")[:most] if (key := parse_whole_number(part)) is not None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_night_form(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the form that begins a night, or changes the one that runs, and do it."""
    found = find_ladder_with_nights(ladder)
    season, night = find_open_season(found), find_form_night(request, found)
    if season is None:
        raise Http404(f"{found} has no open season.")
    if not runs_night(build_scene(request, season)):
        return send_to_sign_in(request)
    form = build_night_form(request, season, night)
    if request.method == "POST" and form.is_valid():
        try:
            store_night_form(request, season, night, form)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            return redirect_browser(request, build_tonight_url(found))
    context = {"ladder": found, "season": season, "section": "night", "form": form}
    return TemplateResponse(request, "ladder/nights/night_form.html", context, status=422 if form.errors else 200)


def send_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Return the way to the sign-in page, for a visitor. Raises: PermissionDenied, for everybody else."""
    if request.user.is_authenticated:
        raise PermissionDenied(NOT_THE_DESK)
    return redirect_browser(request, redirect_to_login(find_return_address(request)).url)


def find_form_night(request: HttpRequest, ladder: Ladder) -> Night | None:
    """Return the night that a form changes: the one that it was shown for, which may be over; None if it begins one."""
    if request.method != "POST":
        return find_running_night(ladder)
    if not (key := request.POST.get("night", "")):
        return None
    return get_object_or_404(Night, season__ladder=ladder, pk=parse_whole_number(key))


def build_night_form(request: HttpRequest, season: Season, night: Night | None) -> NightForm:
    """Return the form with the courts and sliders of the night that runs, or of the ladder's last one."""
    latest = Night.objects.filter(season__ladder=season.ladder).first()
    return NightForm(get_posted_values(request), season=season, night=night, latest=latest)


def store_night_form(request: HttpRequest, season: Season, night: Night | None, form: NightForm) -> None:
    """Begin a night, or change this one. Raises: ValidationError, such as "A night runs already. End it first." """
    scene, courts, values = build_scene(request, season), list(form.list_courts()), form.read_values()
    if night:
        actions.store_night_settings(night=night, scene=scene, courts=courts, **values)
    else:
        actions.begin_night(scene=scene, courts=courts, **values)


@never_cache
@require_safe
def show_by_hand(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Show the form with which the players of a court are chosen by hand."""
    found = find_ladder_with_nights(ladder)
    night = find_running_night(found)
    if night is None:
        return redirect_browser(request, build_tonight_url(found))
    scene = build_scene(request, night.season)
    if not runs_night(scene):
        return send_to_sign_in(request)
    court, board = get_object_or_404(Court, night=night, pk=pk), NightBoard(load_shared_night(night), scene)
    waiting = sorted((one.player for one in board.waiting), key=lambda one: one.name.casefold())
    context = {"ladder": found, "season": night.season, "section": "night", "court": court, "players": waiting}
    return TemplateResponse(request, "ladder/nights/by_hand.html", context | {"seats": board.list_seats(court)})


@for_everybody
@never_cache
@require_safe
def show_night_screen(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the night that runs on the screen at the venue; who has entered the venue code may touch it."""
    found = find_ladder_with_nights(ladder)
    night, address = find_running_night(found), build_tonight_url(found)
    if night and wants_partial(request):
        return answer_look(request, night)
    context: dict[str, Any] = {"ladder": found, "season": find_open_season(found), "now": timezone.localtime()}
    context |= {"url": address, "code": build_qr_code(build_absolute_url(request, address))}
    if night:
        context |= build_shown_board(request, night)
    return TemplateResponse(request, "ladder/nights/screen.html", context)


@require_safe
@keep_for_visitors
def show_night(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Show a night that is over: what it brought, its games, and how fair it was."""
    night = find_night_or_404(ladder, pk)
    if night.closed_at is None:
        return redirect_browser(request, build_tonight_url(night.season.ladder))
    board = PastNight(load_stored_night(night), build_scene(request, night.season))
    return TemplateResponse(request, "ladder/nights/after.html", build_night_context(night, board))


@for_everybody
@require_safe
@keep_for_visitors
def show_night_card(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Send the picture of a night that is over."""
    night = find_night_or_404(ladder, pk)
    board = PastNight(load_stored_night(night), build_scene(request, night.season)) if night.closed_at else None
    return send_card(build_night_card(board) if board else None)


def find_night_or_404(ladder: str, pk: int) -> Night:
    """Return the night of an address."""
    return get_object_or_404(Night.objects.select_related("season__ladder"), season__ladder__slug=ladder, pk=pk)
