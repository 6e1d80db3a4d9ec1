"""The settings of a ladder, for its organisers, and those of the club, for its owner."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.htmx import page
from ladder.forms import refuse
from ladder.forms.club import ClubForm
from ladder.forms.settings import SettingsForm
from ladder.models import FirstStep
from ladder.selectors.shifting import shifted
from ladder.services import club as clubs
from ladder.services import ladders
from ladder.services.club.first_steps import mark_done
from ladder.services.locking import lock_all
from ladder.services.permissions import Act
from ladder.services.stale import Stale
from players.models import Club

from .guards import account, again, by_slug, leave, requires
from .reaching import Shown, reached, versions_of


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
@again
def ladder_settings(request: HttpRequest, ladder: str) -> HttpResponse:
    """Every setting of one ladder."""
    found = by_slug(ladder)
    form = SettingsForm(request.POST if request.method == "POST" else None, ladder=found)
    if form.is_valid():
        try:
            found = ladders.change(ladder=found, values=form.touched(), by=account(request))
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, "The settings were saved.")
            return leave(request, reverse("ladder:settings", args=[found.slug]))
    context = {"ladder": found, "form": form, "section": "desk"}
    return page(request, "ladder/settings.html", context, partial="form", status=422 if form.errors else 200)


@requires(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
@again
def club(request: HttpRequest) -> HttpResponse:
    """Every setting of the whole site; what another time zone changes is shown before it is saved."""
    read = Club.stored()
    form = ClubForm(request.POST if request.method == "POST" else None, club=read)
    preview: dict[str, Any] = {}
    if form.is_valid():
        try:
            preview = saved_or_shown(request, form, read)
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            if not preview:
                mark_done(FirstStep.Key.NAMES, by=account(request))
                messages.success(request, "The settings were saved.")
                return leave(request, reverse("ladder:club"))
    status = 422 if form.errors else 409 if "conflict" in preview else 200
    return page(request, "ladder/club.html", {"form": form, "section": "desk"} | preview, partial="form", status=status)


def saved_or_shown(request: HttpRequest, form: ClubForm, read: Club) -> dict[str, Any]:
    """Save the club as a valid form says and return nothing; or return what another time zone changes, if not seen."""
    chosen, conflict = form.instance, {}
    if request.POST.get("seen") == chosen.zone.key or chosen.zone == read.zone:
        try:
            with transaction.atomic():
                lock_all()
                versions = versions_of(request, lambda: what_changes(chosen))
                clubs.change(values=form.touched(), by=account(request), versions=versions, read=read)
        except Stale as error:
            conflict = {"conflict": error.messages[0]}
        else:
            return {}
    found = what_changes(chosen)
    return {"zone": chosen.zone.key, "token": found.token, "seasons": found.seasons} | conflict


def what_changes(chosen: Club) -> Shown:
    """Return what a club's time zone changes: the seasons with matches of another day, or whose ratings move."""
    planned, days = clubs.plan(chosen), shifted(Club.stored().zone, chosen.zone)
    with timezone.override(chosen.zone):
        seasons = [reached(plan, days[plan.season.pk]) for plan in planned.plans]
    return Shown(planned, [one for one in seasons if one.boards or one.days])
