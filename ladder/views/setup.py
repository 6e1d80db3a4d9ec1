"""The first visit to a new site: whoever installed it names the club and becomes its owner."""

from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.forms.setup import SetupForm
from ladder.services.club.setup import ALREADY_OWNED, found_club, is_setup_unfinished
from ladder.views.guards import get_account, redirect_browser
from players.models import Club
from players.services.owners import is_club_owned


@never_cache
@sensitive_post_parameters("code", "password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def show_setup(request: HttpRequest) -> HttpResponse:
    """The form of the club and its owner; there is none once somebody owns the site and has a ladder."""
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
    return render_page(request, "ladder/setup.html", context, partial="form", status=422 if form.errors else 200)
