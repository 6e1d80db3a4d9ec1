"""The messages that no mail server took; the club's owner reads them, and passes them on."""

from typing import NamedTuple
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ladder.services.club import unsent
from ladder.services.permissions import Act
from ladder.views.guards import account, leave, requires
from players.models import OutboxMessage

MOST = 100


class Letter(NamedTuple):
    """A message, and the link that opens it in one's own mail program."""

    message: OutboxMessage
    link: str


@requires(Act.CLUB)
@require_safe
@never_cache
def outbox(request: HttpRequest) -> HttpResponse:
    """The newest messages with what they say."""
    letters = [Letter(one, link_of(one)) for one in OutboxMessage.objects.all()[:MOST]]
    return TemplateResponse(request, "players/outbox.html", {"letters": letters, "most": MOST})


@requires(Act.CLUB)
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a message away; one that is gone already is no mistake."""
    if unsent.remove(pk=pk, by=account(request)):
        messages.success(request, "The message was removed.")
    return leave(request, reverse("accounts:outbox"))


def link_of(message: OutboxMessage) -> str:
    return f"mailto:{quote(message.to)}?subject={quote(message.subject)}&body={quote(message.body)}"
