"""The pages of boxes: how they stand, how they are made, and what the next ones are."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page
from ladder.access.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.access.permissions import Act, NotAllowed, find_account_player, is_allowed
from ladder.boxes.actions import NO_BOXES_HERE, NewBox, end_cycle, make_boxes, return_to_box, withdraw_from_box
from ladder.boxes.forms import BoxesForm, CycleForm, list_shown_boxes
from ladder.boxes.notifications import build_box_url
from ladder.boxes.queries.box_calibration import find_cycle_middle, load_box_calibration
from ladder.boxes.queries.box_chances import BOX_PLAYS, has_box_chances
from ladder.boxes.queries.box_need import find_own_need, load_box_need
from ladder.boxes.queries.box_page import build_box_cards, build_grid_rows
from ladder.boxes.queries.box_states import load_box_rules
from ladder.boxes.queries.moved_places import describe_withdrawals
from ladder.boxes.queries.next_boxes import propose_first_boxes, propose_next_cycle
from ladder.boxes.queries.race import load_race
from ladder.boxes.queries.shown_boxes import ShownBox, find_points_board, load_boxes
from ladder.changes.forms import add_refusal
from ladder.exports.views import build_download
from ladder.lab.queries.calibration_plot import describe_dot
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import FIRST_DAY
from ladder.matches.queries.opponents import list_player_names
from ladder.models import BoxPlace, Season
from ladder.pages.addresses import (
    build_absolute_url,
    find_local_address,
    find_season_or_404,
    get_posted_values,
    parse_whole_number,
    read_number,
)
from ladder.pages.figures import format_long_day
from ladder.pages.qr_codes import build_qr_code
from players.models import Player
from players.privacy.visitors import for_everybody

PROPOSED_FROM_STANDINGS = "Proposed from the standings. Everybody in a box plays everybody else in it{until}."
CHANGES_BOXES = (
    "Everybody in a box plays everybody else in it{until}. What was played counts on where both players are in the "
    "same box, and no more in the boxes where they are not."
)
FIRST_RACE_YEAR, LAST_RACE_YEAR = 1900, 2200


@require_safe
def show_boxes(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the boxes of a season: results, who goes up and down as it stands, and what is still to be played."""
    found = find_season_or_404(ladder, season)
    me, boxes = find_account_player(request.user), load_boxes(found)
    powers = {act.value: is_allowed(request.user, act, found.ladder) for act in (Act.ENTER, Act.CORRECT, Act.SETTINGS)}
    cards = build_box_cards(found.ladder, boxes, me, reports_all=powers[Act.ENTER.value])
    cards.sort(key=lambda card: card.mine is None)  # one's own first, the others as they were
    board, mine = find_points_board(found), next((card for card in cards if card.mine), None)
    is_over = found.closed_at or found.is_over
    need = load_box_need(found, boxes, mine.shown, find_standings_day(found)) if mine and not is_over else None
    context = {
        "ladder": found.ladder,
        "season": found,
        "section": "boxes",
        "cards": cards,
        "mine": mine,
        "own": find_own_need(need, me),
        "board": board,
        "corrects": powers[Act.CORRECT.value] and not found.closed_at,
        "organises": powers[Act.SETTINGS.value],
        "is_last": not Season.objects.filter(opens_from=found).exists(),
    }
    return render_page(request, "ladder/boxes/boxes.html", context, partial="live")


@for_everybody
@require_safe
def show_box_sheet(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the boxes of a season as a sheet of A4, with a code that leads to them."""
    found = find_season_or_404(ladder, season)
    url = build_box_url(found)
    context = {
        "ladder": found.ladder,
        "season": found,
        "cards": build_box_cards(found.ladder, load_boxes(found), None, reports_all=False),
        "code": build_qr_code(build_absolute_url(request, url)),
        "url": url,
        "local": find_local_address(request),
    }
    return TemplateResponse(request, "ladder/boxes/boxes_sheet.html", context)


@require_safe
def download_box_grids(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """The grids of a season's boxes as the page has them, or that of one: `?box=2A`."""
    found = find_season_or_404(ladder, season)
    asked = request.GET.get("box", "")
    boxes = [one for one in load_boxes(found) if asked in ("", one.box.label)]
    if not boxes:
        raise Http404("No such box.")
    rows = build_grid_rows(build_box_cards(found.ladder, boxes, None, reports_all=False))
    name = f"{ladder}-{season}-box-{asked}" if asked else f"{ladder}-{season}-boxes"
    return build_download(rows, name, "csv")


@require_safe
def show_race(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the race of a year over all its boxes, by default of this one."""
    found = find_ladder(ladder)
    asked = read_number(request, "year") or timezone.localdate().year
    race = load_race(found, min(max(asked, FIRST_RACE_YEAR), LAST_RACE_YEAR))
    context = {"ladder": found, "race": race, "me": find_account_player(request.user), "section": "boxes"}
    return TemplateResponse(request, "ladder/boxes/race.html", context)


@require_safe
def show_box_chances(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show how the chances of a box are worked out, those of one box as of a day, and how often they came true."""
    found = find_season_or_404(ladder, season)
    me, boxes = find_account_player(request.user), load_boxes(found)
    shown = pick_shown_box(boxes, me, request.GET.get("box", ""))
    day = pick_chances_day(found, request.GET.get("as-of"))
    need = load_box_need(found, boxes, shown, day) if shown and day else None
    has_numpy = has_box_chances()
    context = {
        "ladder": found.ladder,
        "season": found,
        "section": "boxes",
        "boxes": boxes,
        "shown": shown,
        "need": need,
        "lines": need.list_chance_lines(me) if need else [],
        "own": find_own_need(need, me),
        "rules": load_box_rules(found),
        "day": day,
        "last_day": find_standings_day(found),
        "has_numpy": has_numpy,
        "plays": BOX_PLAYS,
        "bands": [describe_dot(dot) for dot in load_box_calibration(found.ladder)] if has_numpy else [],
    }
    return render_page(request, "ladder/boxes/boxes_chances.html", context, partial="chances")


def pick_shown_box(boxes: list[ShownBox], me: Player | None, asked: str) -> ShownBox | None:
    """Return the box that was asked for, such as "2A", else the reader's own, else the first."""
    by_name = {one.box.label: one for one in boxes}
    own = next((one for one in boxes if me and me.itself.pk in one.players), None)
    return by_name.get(asked) or own or next(iter(boxes), None)


def pick_chances_day(season: Season, asked: str | None) -> date | None:
    """Return the day that was asked for, else today, or of a cycle that is over its middle; None where there is none.

    Raises: Http404 for what is no day of the season up to today.
    """
    last = find_standings_day(season)
    if asked:
        try:
            day = date.fromisoformat(asked)
        except ValueError as error:
            raise Http404("No such day.") from error
        if not (season.starts_on or FIRST_DAY) <= day <= last:
            raise Http404("No such day.")
        return day
    return find_cycle_middle(season) if season.closed_at or season.is_over else last


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_box_making(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the boxes that a season would have, from the standings of its main board, change them, and make them."""
    found = find_season_or_404(ladder, season)
    stored = load_boxes(found)
    boxes = [NewBox(one.box.level, one.box.letter, list(one.players)) for one in stored]
    proposed = boxes or [NewBox(*one) for one in propose_first_boxes(found).list_boxes()]
    form = BoxesForm(get_posted_values(request), boxes=proposed)
    if form.is_sent and form.is_valid():
        try:
            make_boxes(season=found, boxes=form.filled, by=get_account(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, "The boxes are made, and their players are told.")
            return redirect_browser(request, build_box_url(found))
    until = f" until {format_long_day(found.ends_on)}" if found.ends_on else ""
    return render_editor(
        request,
        found,
        form,
        {
            "heading": "Make the boxes",
            "about": (CHANGES_BOXES if stored else PROPOSED_FROM_STANDINGS).format(until=until),
            "button": "Make the boxes and tell everybody",
        },
    )


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_next_boxes(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the next boxes with each move and its reason, change them, and begin the next season with them."""
    found = find_season_or_404(ladder, season)
    boxes = load_boxes(found)
    if not boxes or Season.objects.filter(opens_from=found).exists():
        raise Http404(f"{found} has no boxes, or another season follows it.")
    cycle = propose_next_cycle(found, boxes)
    form = CycleForm(get_posted_values(request), cycle=cycle)
    if form.is_sent and form.is_valid():
        named = {name: form.cleaned_data[name] for name in ("name", "ends_on")}
        try:
            follower = end_cycle(season=found, boxes=form.filled, by=get_account(request), **named)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, f"{follower.name} has begun, and its players are told.")
            return redirect_browser(request, build_box_url(follower))
    out = [move for move in cycle.proposal.moves if move.how == "out"]
    known = Player.objects.in_bulk([move.player for move in out])
    closes = f" Beginning the next season closes {found.name}: what was not played stays so."
    return render_editor(
        request,
        found,
        form,
        {
            "heading": "The next boxes",
            "about": f"Proposed from how the boxes of {found.name} stand, by the rules of the ladder."
            f"{'' if found.closed_at else closes}",
            "button": "Begin the next season" if found.closed_at else f"Close {found.name} and begin the next",
            "out": [(known[move.player], move.reason) for move in out if move.player in known],
        },
    )


@require_permission(Act.CORRECT, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_box_withdrawal(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show what each way to withdraw would do to the box of a player, and take them out of it, or let them play on."""
    found = find_season_or_404(ladder, season)
    place = find_box_place(found, parse_whole_number((request.POST or request.GET).get("player", "")))
    error = withdraw_or_return(request, place) if request.method == "POST" else ""
    if request.method == "POST" and not error:
        return redirect_browser(request, build_box_url(found))
    context = {
        "ladder": found.ladder,
        "season": found,
        "section": "boxes",
        "place": place,
        "ways": [] if place.withdrawal else describe_withdrawals(place),
        "how": request.POST.get("how", BoxPlace.Withdrawal.STAND),
        "error": error,
    }
    return TemplateResponse(request, "ladder/boxes/withdraw.html", context, status=422 if error else 200)


def find_box_place(season: Season, player: int | None) -> BoxPlace:
    """Return the place of a player in the boxes of a season that is not closed. Raises: Http404."""
    either = Q(player=player) | Q(player__merged_into=player)
    places = BoxPlace.objects.filter(either, season=season, season__closed_at=None)
    if player is None or not (place := places.select_related("box", "player__merged_into").first()):
        raise Http404("Nobody of this season’s boxes.")
    place.season = place.box.season = season
    return place


def withdraw_or_return(request: HttpRequest, place: BoxPlace) -> str:
    """Take a player out of their box as the posted form says, or let them play on; return why that is refused."""
    how, player, by = request.POST.get("how", ""), place.player.itself, get_account(request)
    try:
        if how == "back":
            return_to_box(season=place.season, player=player, by=by)
            messages.success(request, f"{player} plays on.")
        elif how in BoxPlace.Withdrawal.values:
            withdraw_from_box(season=place.season, player=player, how=how, by=by)
            messages.success(request, f"{player} is out of the box.")
        else:
            return "Choose what becomes of their matches."
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    except ValidationError as error:
        return error.messages[0]
    return ""


def render_editor(request: HttpRequest, season: Season, form: BoxesForm, words: dict[str, Any]) -> HttpResponse:
    """Return the page on which boxes are changed, or for htmx the boxes; `words` are what it says of them."""
    context = {
        "ladder": season.ladder,
        "season": season,
        "section": "boxes",
        "form": form,
        "shown": list_shown_boxes(form),
        "names": list_player_names(),
        "refusal": "" if season.ladder.box_size else NO_BOXES_HERE,
        **words,
    }
    status = 422 if form.problems or (form.is_sent and form.errors) else 200
    return render_page(request, "ladder/boxes/boxes_edit.html", context, partial="boxes", status=status)
