"""The settings of a ladder, for its organisers, and those of the club, for its owner."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.forms import add_refusal
from ladder.forms.club import ClubForm
from ladder.forms.settings import LadderSettingsForm
from ladder.models import FirstStep
from ladder.selectors.roles import Act
from ladder.selectors.shifting import count_matches_on_other_days
from ladder.services import club as clubs
from ladder.services.club.first_steps import mark_step_done
from ladder.services.ladders import change_ladder
from ladder.services.locking import lock_all_ladders
from ladder.services.stale import StaleChange
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission, retry_overtaken
from ladder.views.reaching import ShownPlans, describe_season_consequences, find_shown_versions
from players.models import Club


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_ladder_settings(request: HttpRequest, ladder: str) -> HttpResponse:
    """Every setting of one ladder."""
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
    return render_page(request, "ladder/settings.html", context, partial="form", status=422 if form.errors else 200)


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
@retry_overtaken
def show_club_settings(request: HttpRequest) -> HttpResponse:
    """Every setting of the whole site; what another time zone changes is shown before it is saved."""
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
        request, "ladder/club.html", {"form": form, "section": "desk"} | preview, partial="form", status=status
    )


def save_or_preview_club(request: HttpRequest, form: ClubForm, read: Club) -> dict[str, Any]:
    """Save the club as a valid form says and return nothing; or return what another time zone changes, if not seen."""
    chosen, conflict = form.instance, {}
    if request.POST.get("seen") == chosen.zone.key or chosen.zone == read.zone:
        try:
            with transaction.atomic():
                lock_all_ladders()
                versions = find_shown_versions(request, lambda: preview_time_zone(chosen))
                clubs.change_club(values=form.touched(), by=get_account(request), versions=versions, read=read)
        except StaleChange as error:
            conflict = {"conflict": error.messages[0]}
        else:
            return {}
    found = preview_time_zone(chosen)
    return {"zone": chosen.zone.key, "token": found.token, "seasons": found.seasons} | conflict


def preview_time_zone(chosen: Club) -> ShownPlans:
    """Return what a club's time zone changes: the seasons with matches of another day, or whose ratings move."""
    planned, days = clubs.plan_club_change(chosen), count_matches_on_other_days(Club.stored().zone, chosen.zone)
    with timezone.override(chosen.zone):
        seasons = [describe_season_consequences(plan, days[plan.season.pk]) for plan in planned.plans]
    return ShownPlans(planned, [one for one in seasons if one.boards or one.days])
