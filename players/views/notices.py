"""What a member has been told, which of it they want by mail, and leaving that mail by a link."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import render_page
from ladder.views.guards import get_member, require_member
from ladder.views.guards import redirect_browser as go_to
from players.forms import NoticeMailForm, ReadNoticesForm
from players.inbox import load_notices, select_account_players
from players.models import NoticeSettings
from players.services.leaving import read_unsubscribe_token, stop_notice_mail
from players.services.notices import mark_notices_read, store_notice_settings


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_notices(request: HttpRequest) -> HttpResponse:
    """The list, the newest first; posting marks those that were shown as read."""
    form = ReadNoticesForm(request.POST)
    if request.method == "POST":
        if form.is_valid():
            mark_notices_read(players=select_account_players(request.user), until=form.cleaned_data["until"])
        return go_to(request, reverse("players:notices"))
    return render_notices(request, NoticeMailForm(instance=NoticeSettings.of(request.user)))


@require_member
@require_POST
def choose_notice_mail(request: HttpRequest) -> HttpResponse:
    """Keep what the member wants by mail."""
    form = NoticeMailForm(request.POST, instance=NoticeSettings.of(request.user))
    if not form.is_valid():
        return render_notices(request, form)
    store_notice_settings(user=get_member(request), **form.cleaned_data)
    messages.success(request, "Saved.")
    return go_to(request, reverse("players:notices"))


def render_notices(request: HttpRequest, form: NoticeMailForm) -> HttpResponse:
    context: dict[str, Any] = {"section": "notices", "form": form}
    shown = context["page_obj"] = load_notices(request.user, request.GET.get("page"))
    context["newest"] = max((one.pk for one in shown), default=0)
    return render_page(request, "players/notices.html", context, partial="form", status=422 if form.errors else 200)


@csrf_exempt  # mail programs post it for their user, without a cookie; the signature says whose wish it is
@require_http_methods(["GET", "HEAD", "POST"])
def leave_notice_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mail of one kind shall stop; posting stops it, with no sign-in (RFC 8058)."""
    found = read_unsubscribe_token(token)
    if found and request.method == "POST":
        stop_notice_mail(found)
    context = {"leaving": found, "left": request.method == "POST"}
    return render(request, "players/leave.html", context, status=200 if found else 404)
