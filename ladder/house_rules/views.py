"""The sheet of a ladder's rules, and the questions that set them."""

from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from config.htmx import render_page
from ladder.access.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.access.permissions import Act
from ladder.changes.forms import add_refusal
from ladder.changes.views import retry_overtaken
from ladder.house_rules.actions import store_house_rules
from ladder.house_rules.forms import HouseRulesForm, fill_in_preset
from ladder.house_rules.queries.sheet import load_rule_sheet
from ladder.house_rules.questions import list_presets_for
from ladder.models import Board
from ladder.pages.addresses import build_absolute_url
from ladder.pages.kept_pages import keep_for_visitors
from ladder.pages.qr_codes import build_qr_code
from ladder.pages.seasons import list_seasons
from ladder.ratings import RatingError
from ladder.standings.views.board import pick_board_or_404, pick_season_or_404


@require_safe
@keep_for_visitors
def show_house_rules(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the rules of a ladder, numbered, as a sheet of A4 with a code that leads to it."""
    _, board = pick_board_or_404(pick_season_or_404(list_seasons(ladder), ladder, ""), "")
    path = reverse("ladder:house_rules", args=[board.season.ladder.slug])
    context = {
        "ladder": board.season.ladder,
        "season": board.season,
        "sections": load_rule_sheet(board),
        "code": build_qr_code(build_absolute_url(request, path)),
        "url": path,
    }
    return TemplateResponse(request, "ladder/house_rules/sheet.html", context)


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def edit_house_rules(request: HttpRequest, ladder: str) -> HttpResponse:
    """Ask the questions of a club's sheet, and store the answers; what moves players by now is shown before."""
    _, board = pick_board_or_404(pick_season_or_404(list_seasons(ladder), ladder, ""), "")
    presets = list_presets_for(board.rating_system)
    sent = request.POST if request.method == "POST" else None
    asked = (request.GET if sent is None else sent).get("preset")
    chosen = next((one for one in presets if one.key == asked), None)
    form = HouseRulesForm(sent, board=board, preset=chosen)
    if form.is_valid():
        try:
            rules = {"settings": form.list_changed_settings(), "options": form.option_values()}
            left = store_house_rules(board=board, by=get_account(request), **rules)
        except (RatingError, ValidationError) as error:
            add_refusal(form, error)
        else:
            return go_on_after_rules(request, board, left)
    if chosen and not form.is_bound:
        form = fill_in_preset(board, chosen)
    context = {"ladder": board.season.ladder, "form": form, "section": "desk", "presets": presets}
    context["preset"] = chosen.key if chosen else ""
    status = 422 if form.errors else 200
    return render_page(request, "ladder/house_rules/questions.html", context, partial="form", status=status)


def go_on_after_rules(request: HttpRequest, board: Board, left: dict[str, str]) -> HttpResponse:
    """Show the sheet as members read it, or what the options that are left would change of a season with matches."""
    slug = board.season.ladder.slug
    if not left:
        messages.success(request, "The rules were saved.")
        return redirect_browser(request, reverse("ladder:house_rules", args=[slug]))
    messages.success(request, "The rules on challenges were saved. Below is what the others would move.")
    url = reverse("ladder:board_change", args=[slug, board.season.slug, board.key])
    return redirect_browser(request, f"{url}?{urlencode(left)}")
