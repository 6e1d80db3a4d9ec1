"""The settings of a ladder, for its organisers, and those of the club, for its owner."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms.club import ClubForm
from ladder.forms.settings import SettingsForm
from ladder.models import Ladder
from ladder.services import club as clubs
from ladder.services import ladders
from ladder.services.permissions import Act
from players.models import Club

from .guards import account, by_slug, leave, requires


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_settings(request: HttpRequest, ladder: str) -> HttpResponse:
    """Every setting of one ladder."""
    found = get_object_or_404(Ladder, slug=ladder)
    form = SettingsForm(request.POST if request.method == "POST" else None, ladder=found)
    if form.is_valid():
        try:
            ladders.change(ladder=form.instance, fields=form.changed_data, by=account(request))
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            messages.success(request, "The settings are saved.")
            return leave(request, reverse("ladder:settings", args=[found.slug]))
    context = {"ladder": get_object_or_404(Ladder, pk=found.pk), "form": form, "section": "desk"}
    return page(request, "ladder/settings.html", context, partial="form", status=422 if form.errors else 200)


@requires(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest) -> HttpResponse:
    """Every setting of the whole site."""
    form = ClubForm(request.POST if request.method == "POST" else None, club=Club.stored())
    if form.is_valid():
        try:
            clubs.change(club=form.instance, by=account(request))
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            messages.success(request, "The settings are saved.")
            return leave(request, reverse("ladder:club"))
    context = {"form": form, "section": "desk"}
    return page(request, "ladder/club.html", context, partial="form", status=422 if form.errors else 200)
