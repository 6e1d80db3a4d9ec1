"""What a member has been told, which of it they want by mail, and leaving that mail by a link."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import page
from ladder.views.guards import leave as go_to
from ladder.views.guards import member, member_required
from players import inbox
from players.forms import MailForm, ReadForm
from players.models import NoticeSettings
from players.services import leaving
from players.services import notices as service


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The list, the newest first; posting marks those that were shown as read."""
    form = ReadForm(request.POST)
    if request.method == "POST":
        if form.is_valid():
            service.mark_read(players=inbox.players_of(request.user), until=form.cleaned_data["until"])
        return go_to(request, reverse("players:notices"))
    return listed(request, MailForm(instance=NoticeSettings.of(request.user)))


@member_required
@require_POST
def mail(request: HttpRequest) -> HttpResponse:
    """Keep what the member wants by mail."""
    form = MailForm(request.POST, instance=NoticeSettings.of(request.user))
    if not form.is_valid():
        return listed(request, form)
    service.choose(user=member(request), **form.cleaned_data)
    messages.success(request, "Saved.")
    return go_to(request, reverse("players:notices"))


def listed(request: HttpRequest, form: MailForm) -> HttpResponse:
    context: dict[str, Any] = {"section": "notices", "form": form}
    shown = context["page_obj"] = inbox.listed(request.user, request.GET.get("page"))
    context["newest"] = max((one.pk for one in shown), default=0)
    return page(request, "players/notices.html", context, partial="form", status=422 if form.errors else 200)


@csrf_exempt  # mail programs post it for their user, without a cookie; the signature says whose wish it is
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mail of one kind shall stop; posting stops it, with no sign-in (RFC 8058)."""
    found = leaving.read(token)
    if found and request.method == "POST":
        leaving.leave(found)
    context = {"leaving": found, "left": request.method == "POST"}
    return render(request, "players/leave.html", context, status=200 if found else 404)
