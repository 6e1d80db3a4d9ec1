"""The page on which a match of any number of players is entered row by row, as its format declares."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page, wants_partial
from ladder.access.guards import require_member
from ladder.changes.forms import add_refusal
from ladder.matches.forms.prefilled import build_challenge_rows_form, fill_in_terms
from ladder.matches.forms.rows import RowsForm, add_empty_row
from ladder.matches.forms.sides import SidesForm, build_rows_form, read_tapped_players
from ladder.matches.views.report_pages import (
    find_asked_challenge,
    find_form_status,
    find_rows_format_or_404,
    has_open_question,
    refuse_reporter,
)
from ladder.matches.views.reports import (
    build_common_context,
    build_report_context,
    finish_report,
    read_sent_values,
    store_report,
)
from ladder.matches.views.stakes import build_row_stakes
from ladder.pages.addresses import build_report_url, find_season_or_404
from ladder.ratings import RatingError
from ladder.scene import Scene


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_rows_form(request: HttpRequest, ladder: str, season: str, format: str) -> HttpResponse:
    """Show the form with a row for each player and what is at stake, add a row, or store the match."""
    where = find_season_or_404(ladder, season)
    chosen = find_rows_format_or_404(where, format)
    scene = Scene(where, request.user)
    player, refused = scene.player, refuse_reporter(request, scene, chosen)
    if refused:
        return refused
    others = "others" in (request.GET.get("for"), request.POST.get("for"))
    hides_own = chosen.has_sides and others and scene.reports_others
    own = player if chosen.has_own_row and not hides_own else None
    if "add" in request.POST and not chosen.has_sides:
        longer = RowsForm(format=chosen, season=where, player=own, initial=add_empty_row(request.POST))
        return render_rows(request, longer)
    data = read_sent_values(request) if request.method == "POST" else None
    asked = find_asked_challenge(request, where)
    named: dict[str, Any] = read_tapped_players(request.GET) if chosen.has_sides else {}
    kind = {"kind": request.GET.get("kind")}
    form = build_rows_form(data, format=chosen, season=where, player=own, initial=named | kind)
    fill_in_terms(form, request.GET)
    if asked:
        form = build_challenge_rows_form(asked, player, data)
    preview = "preview" in request.POST
    if preview and wants_partial(request):
        return render_page(request, form.template, build_rows_context(request, form) | {"live": True}, partial="live")
    if form.is_valid() and not preview and not has_open_question(request, form):
        try:
            return finish_report(request, store_report(scene, form), form.entry, player)
        except (RatingError, ValidationError) as error:
            return refuse_rows(request, form, error)
    return render_page(
        request, form.template, build_rows_context(request, form), partial="form", status=find_form_status(form)
    )


def refuse_rows(request: HttpRequest, form: RowsForm | SidesForm, error: RatingError | ValidationError) -> HttpResponse:
    """Return the page with the form, what is wrong beside its rows, and what is at stake."""
    context, rows = build_rows_context(request, form), list(form.named())
    about = {text: f"player_{rows[number]}" for number, text in context["reach"].refusals.items()}
    add_refusal(form, error, about)
    return render_page(request, form.template, context, partial="form", status=find_form_status(form))


def render_rows(request: HttpRequest, form: RowsForm, fixes: dict[str, Any] | None = None) -> HttpResponse:
    """Return the page with one more row and what was typed, without errors; htmx exchanges only the rows.

    `fixes` is what the page of a match that is fixed prints otherwise.
    """
    typed = RowsForm(form.initial, format=form.format, season=form.season)
    form.fixes = typed.fixes = fixes is not None
    context = build_rows_context(request, form, typed) | {"focus": form.seats[-1]} | (fixes or {})
    return render_page(request, form.template, context, partial="rows")


def build_rows_context(
    request: HttpRequest, form: RowsForm | SidesForm, typed: RowsForm | None = None
) -> dict[str, Any]:
    """Return what the page prints, with the remark beside each row's name."""
    if isinstance(form, SidesForm):
        return build_report_context(request, form)
    asked, url = typed or form, build_report_url(form.season, form.format)
    asked.is_valid()
    words = build_common_context(request, form, form.format) | build_row_stakes(asked) | {"url": url}
    named, refusals = asked.named(), words["reach"].refusals
    seats = {seat: refusals[number] for number, seat in enumerate(named) if number in refusals}
    new = {seat: player for seat, player in named.items() if not player.pk}
    said = [(row, new.get(row.number - 1), seats.get(row.number - 1)) for row in form.rows()]
    return words | {"rows": said}
