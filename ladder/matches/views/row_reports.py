"""Battles and tournaments of any number of players are entered, row by row."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page, wants_partial
from ladder.access.guards import require_member
from ladder.access.permissions import find_account_player
from ladder.matches.forms.facts import add_empty_row
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.prefilled import build_challenge_battle_form
from ladder.matches.forms.rows import BattleForm, RowsForm, TournamentForm
from ladder.matches.views.report_pages import (
    build_report_url,
    check_shape_known,
    find_asked_challenge,
    find_form_status,
    has_open_question,
    refuse_reporter,
)
from ladder.matches.views.reports import build_common_context, finish_report, read_sent_values, store_report
from ladder.matches.views.stakes import build_row_stakes
from ladder.models import Season
from ladder.pages.addresses import find_season_or_404
from players.models import Player

TEMPLATE = "ladder/seats_record.html"
FORMS: dict[str, type[RowsForm]] = {"battle": BattleForm, "tournament": TournamentForm}


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_battle_form(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """A battle: how everybody left it, and in which round."""
    return show_rows_form(request, find_season_or_404(ladder, season), "battle")


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_tournament_form(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """A tournament: everybody's place; for organisers."""
    return show_rows_form(request, find_season_or_404(ladder, season), "tournament")


def show_rows_form(request: HttpRequest, season: Season, shape: str) -> HttpResponse:
    """The form; a valid one is stored, shown with its stake, or given one row more."""
    check_shape_known(season, shape)
    player = find_account_player(request.user)
    refused = refuse_reporter(request, season, shape)
    if refused:
        return refused
    own = player if shape == "battle" else None
    if "add" in request.POST:
        return show_added_row(request, season, shape, own)
    data, asked = read_sent_values(request) if request.method == "POST" else None, find_asked_challenge(request, season)
    form = build_challenge_battle_form(asked, data) if asked else FORMS[shape](data, season=season, player=own)
    return answer_rows_form(request, form, shape, player)


def answer_rows_form(request: HttpRequest, form: RowsForm, shape: str, player: Player | None) -> HttpResponse:
    """Store a valid form, else show it; a preview shows what it is worth."""
    preview, words = "preview" in request.POST, build_rows_context(request, form, shape)
    if preview and wants_partial(request):
        return render_page(request, TEMPLATE, words | {"live": True}, partial="live")
    if form.is_valid() and not preview and not has_open_question(request, form):
        rows = {text: f"player_{list(form.named())[seat]}" for seat, text in words["reach"].refusals.items()}
        match = store_report(request, form, rows)
        if match:
            return finish_report(request, match, player)
    return render_page(request, TEMPLATE, words, partial="form", status=find_form_status(form))


def find_form_shape(form: MatchForm) -> str:
    """Return the shape of a form with rows; nothing for a form of two."""
    return next((shape for shape, known in FORMS.items() if isinstance(form, known)), "")


def show_added_row(
    request: HttpRequest, season: Season, shape: str, own: Player | None, fixes: dict[str, Any] | None = None
) -> HttpResponse:
    """The form with one row more and everything kept, nothing being wrong yet; htmx swaps the rows alone.

    `fixes` is what the page of a match that is fixed prints otherwise.
    """
    values = add_empty_row(request.POST)
    form, typed = FORMS[shape](season=season, player=own, initial=values), FORMS[shape](values, season=season)
    form.fixes = typed.fixes = fixes is not None
    words = build_rows_context(request, form, shape, typed) | {"focus": form.seats[-1]} | (fixes or {})
    return render_page(request, TEMPLATE, words, partial="rows")


def build_rows_context(
    request: HttpRequest, form: RowsForm, shape: str, typed: RowsForm | None = None
) -> dict[str, Any]:
    """What the page prints, with what is to be said beside each row's name, of the form or of what was typed."""
    asked = typed or form
    asked.is_valid()
    words = (
        build_common_context(request, form, shape)
        | build_row_stakes(asked)
        | {"url": build_report_url(form.season, shape)}
    )
    named, refusals = asked.named(), words["reach"].refusals
    seats = {seat: refusals[number] for number, seat in enumerate(named) if number in refusals}
    new = {seat: player for seat, player in named.items() if not player.pk}
    said = [(row, new.get(row.number - 1), seats.get(row.number - 1)) for row in form.rows()]
    return words | {"rows": said}
