"""Battles and tournaments of any number of players are entered, row by row."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.htmx import page, wants_partial
from ladder.forms import BattleForm, MatchForm, SeatsForm, TournamentForm, battle_of, one_more
from ladder.models import Season
from ladder.services.permissions import player_of
from players.models import Player

from .addressed import season_of
from .challenged import challenge_for
from .guards import member_required
from .questions import asks, status_of
from .reporting import common, recorded, sent, stored
from .shapes import barred, check_shape, url_of
from .stakes import of_seats

TEMPLATE = "ladder/seats_record.html"
FORMS: dict[str, type[SeatsForm]] = {"battle": BattleForm, "tournament": TournamentForm}


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def battle_record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """A battle: how everybody left it, and in which round."""
    return seats_record(request, season_of(ladder, season), "battle")


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """A tournament: everybody's place; for organisers."""
    return seats_record(request, season_of(ladder, season), "tournament")


def seats_record(request: HttpRequest, season: Season, shape: str) -> HttpResponse:
    """The form; a valid one is stored, shown with its stake, or given one row more."""
    check_shape(season, shape)
    player = player_of(request.user)
    refused = barred(request, season, shape)
    if refused:
        return refused
    own = player if shape == "battle" else None
    if "add" in request.POST:
        return added(request, season, shape, own)
    data, asked = sent(request) if request.method == "POST" else None, challenge_for(request, season)
    form = battle_of(asked, data) if asked else FORMS[shape](data, season=season, player=own)
    return answer(request, form, shape, player)


def answer(request: HttpRequest, form: SeatsForm, shape: str, player: Player | None) -> HttpResponse:
    """Store a valid form, else show it; a preview shows what it is worth."""
    preview, words = "preview" in request.POST, context(request, form, shape)
    if preview and wants_partial(request):
        return page(request, TEMPLATE, words | {"live": True}, partial="live")
    if form.is_valid() and not preview and not asks(request, form):
        rows = {text: f"player_{list(form.named())[seat]}" for seat, text in words["reach"].refusals.items()}
        match = stored(request, form, rows)
        if match:
            return recorded(request, match, player)
    return page(request, TEMPLATE, words, partial="form", status=status_of(form))


def shape_of(form: MatchForm) -> str:
    """Return the shape of a form with rows; nothing for a form of two."""
    return next((shape for shape, known in FORMS.items() if isinstance(form, known)), "")


def added(
    request: HttpRequest, season: Season, shape: str, own: Player | None, fixes: dict[str, Any] | None = None
) -> HttpResponse:
    """The form with one row more and everything kept, nothing being wrong yet; htmx swaps the rows alone.

    `fixes` is what the page of a match that is fixed prints otherwise.
    """
    values = one_more(request.POST)
    form, typed = FORMS[shape](season=season, player=own, initial=values), FORMS[shape](values, season=season)
    form.fixes = typed.fixes = fixes is not None
    words = context(request, form, shape, typed) | {"focus": form.seats[-1]} | (fixes or {})
    return page(request, TEMPLATE, words, partial="rows")


def context(request: HttpRequest, form: SeatsForm, shape: str, typed: SeatsForm | None = None) -> dict[str, Any]:
    """What the page prints, with what is to be said beside each row's name, of the form or of what was typed."""
    asked = typed or form
    asked.is_valid()
    words = common(request, form, shape) | of_seats(asked) | {"url": url_of(form.season, shape)}
    named, refusals = asked.named(), words["reach"].refusals
    seats = {seat: refusals[number] for number, seat in enumerate(named) if number in refusals}
    new = {seat: player for seat, player in named.items() if not player.pk}
    said = [(row, new.get(row.number - 1), seats.get(row.number - 1)) for row in form.rows()]
    return words | {"rows": said}
