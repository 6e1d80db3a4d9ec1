"""The messages that no mail server took; the club's owner reads them, and passes them on."""

from typing import NamedTuple
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ladder.selectors.roles import Act
from ladder.services.club.unsent import remove_unsent_message
from ladder.views.guards import get_account, redirect_browser, require_permission
from players.models import OutboxMessage

MOST = 100


class OutboxLetter(NamedTuple):
    """A message, and the link that opens it in one's own mail program."""

    message: OutboxMessage
    link: str


@require_permission(Act.CLUB)
@require_safe
@never_cache
def show_outbox(request: HttpRequest) -> HttpResponse:
    """The newest messages with what they say."""
    letters = [OutboxLetter(one, build_mail_link(one)) for one in OutboxMessage.objects.all()[:MOST]]
    return TemplateResponse(request, "players/outbox.html", {"letters": letters, "most": MOST})


@require_permission(Act.CLUB)
@require_POST
def remove_outbox_message(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a message away; one that is gone already is no mistake."""
    if remove_unsent_message(pk=pk, by=get_account(request)):
        messages.success(request, "The message was removed.")
    return redirect_browser(request, reverse("accounts:outbox"))


def build_mail_link(message: OutboxMessage) -> str:
    return f"mailto:{quote(message.to)}?subject={quote(message.subject)}&body={quote(message.body)}"
