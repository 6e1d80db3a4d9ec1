"""The pages of a member's notices and the mail that they want, of stopping mail by a link, and of unsent mail."""

from typing import Any, NamedTuple
from urllib.parse import quote

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page
from ladder.access.guards import get_account, get_member, redirect_browser, require_member, require_permission
from ladder.access.permissions import Act
from ladder.club.actions import remove_unsent_message
from players.accounts.logins import select_confirmed_address
from players.models import Notice, NoticeSettings, OutboxMessage
from players.notices.actions import mark_notices_read, store_notice_settings
from players.notices.delivery import read_unsubscribe_token, stop_notice_mail
from players.notices.queries import load_notices, select_account_players

MOST_NOTICES_SHOWN = 100  # unsent messages that are shown


class ReadNoticesForm(forms.Form):
    """The key of the newest notice that the page showed."""

    until = forms.IntegerField(min_value=0, max_value=2**63 - 1)


class NoticeMailForm(forms.ModelForm):
    """Which kinds of notices are mailed, and from how many points on corrections are told."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["moved_by"] = f"{self.instance.moved_by:g}"

    @property
    def mailed(self) -> list[forms.BoundField]:
        """The fields that say whether notices of a kind are mailed."""
        return [self[kind] for kind in Notice.Kind.values]

    class Meta:
        model = NoticeSettings
        fields = (*Notice.Kind.values, "moved_by")
        labels = {
            "result": "Results",
            "dispute": "Disputes",
            "correction": "Corrections",
            "digest": "A summary every Monday: what happened, what is waiting, who to play",
        }
        widgets = {"moved_by": forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})}
        error_messages = {
            "moved_by": {
                "required": "Enter a number of points, or 0.",
                "invalid": "Enter a number of points such as 5 or 2.5.",
                "min_value": "Enter 0 or more.",
                "max_value": "Enter at most 1,000,000.",
            }
        }


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def show_notices(request: HttpRequest) -> HttpResponse:
    """Show a member's notices, the newest first; a POST marks those that were shown as read."""
    form = ReadNoticesForm(request.POST)
    if request.method == "POST":
        if form.is_valid():
            mark_notices_read(players=select_account_players(request.user), until=form.cleaned_data["until"])
        return redirect_browser(request, reverse("players:notices"))
    return render_notices(request, NoticeMailForm(instance=NoticeSettings.of(request.user)))


@require_member
@require_POST
def choose_notice_mail(request: HttpRequest) -> HttpResponse:
    """Store which notices a member wants by mail."""
    form = NoticeMailForm(request.POST, instance=NoticeSettings.of(request.user))
    if not form.is_valid():
        return render_notices(request, form)
    store_notice_settings(user=get_member(request), **form.cleaned_data)
    messages.success(request, "Saved.")
    return redirect_browser(request, reverse("players:notices"))


def render_notices(request: HttpRequest, form: NoticeMailForm) -> HttpResponse:
    address = next(iter(select_confirmed_address(request.user)), "")
    context: dict[str, Any] = {"section": "notices", "form": form, "address": address}
    shown = context["page_obj"] = load_notices(request.user, request.GET.get("page"))
    context["newest"] = max((one.pk for one in shown), default=0)
    return render_page(
        request, "players/notices/notices.html", context, partial="form", status=422 if form.errors else 200
    )


@csrf_exempt  # mail programs post it for their user, without a cookie; the signature says whose wish it is
@require_http_methods(["GET", "HEAD", "POST"])
def leave_notice_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mail of one kind shall stop; a POST stops it, without signing in (RFC 8058)."""
    found = read_unsubscribe_token(token)
    if found and request.method == "POST":
        stop_notice_mail(found)
    context = {"leaving": found, "left": request.method == "POST"}
    return render(request, "players/notices/leave.html", context, status=200 if found else 404)


class OutboxLetter(NamedTuple):
    """A message, and the link that opens it in one's own mail program."""

    message: OutboxMessage
    link: str


@require_permission(Act.CLUB)
@require_safe
@never_cache
def show_outbox(request: HttpRequest) -> HttpResponse:
    """Show the newest messages that were not sent."""
    letters = [OutboxLetter(one, build_mail_link(one)) for one in OutboxMessage.objects.all()[:MOST_NOTICES_SHOWN]]
    return TemplateResponse(request, "players/notices/outbox.html", {"letters": letters, "most": MOST_NOTICES_SHOWN})


@require_permission(Act.CLUB)
@require_POST
def remove_outbox_message(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an unsent message; one that is gone already is no mistake."""
    if remove_unsent_message(pk=pk, by=get_account(request)):
        messages.success(request, "The message was removed.")
    return redirect_browser(request, reverse("accounts:outbox"))


def build_mail_link(message: OutboxMessage) -> str:
    return f"mailto:{quote(message.to)}?subject={quote(message.subject)}&body={quote(message.body)}"
