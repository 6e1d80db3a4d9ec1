"""Organisers invite people, and say whose account plays as whom."""

from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder.selectors import qr
from ladder.services.permissions import Act
from ladder.services.players import inviting as service
from ladder.views.guards import account, leave, requires
from ladder.views.outside import absolute_url, local_address
from players.forms import SheetForm
from players.models import Claim, Invitation, Player
from players.selectors import uninvited
from players.services import claims

from .profile import found_or_404

LIST = "accounts:invitations"


class Slip(NamedTuple):
    """An invitation as it is handed over; the code is not stored, so it is seen only now."""

    player: Player | None
    code: str
    url: str
    qr: qr.Code | None


@requires(Act.INVITE)
@require_safe
@never_cache
def listing(request: HttpRequest) -> HttpResponse:
    """Who asks to be linked, which invitations are open, and whom to invite."""
    return listed(request, SheetForm(players=uninvited()))


def listed(request: HttpRequest, form: SheetForm) -> HttpResponse:
    shown = Invitation.objects.open().select_related("player", "made_by__player")
    context = {
        "claims": Claim.objects.select_related("user", "player__user", "player__merged_into__user"),
        "club": [one for one in shown if one.player is None],
        "open": [one for one in shown if one.player],
        "uninvited": form.known.values(),
        "form": form,
    }
    return TemplateResponse(request, "players/invitations.html", context, status=422 if form.errors else 200)


@requires(Act.INVITE)
@require_POST
@never_cache
def sheet(request: HttpRequest) -> HttpResponse:
    """Invite the chosen players, and show what is handed to them, on a sheet to print."""
    form = SheetForm(request.POST, players=uninvited())
    if not form.is_valid():
        return listed(request, form)
    players, by = form.cleaned_data["players"], account(request)
    return slips(request, [slip(request, one, service.invite(player=one, by=by)) for one in players])


@requires(Act.INVITE)
@require_POST
@never_cache
def club(request: HttpRequest) -> HttpResponse:
    """Make a new code with which anybody of the club may join."""
    return slips(request, [slip(request, None, service.invite_club(by=account(request)))])


@requires(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite one player; the link is shown in the answer and never again."""
    player = found_or_404(pk)
    try:
        claims.refuse(player)
        if request.method == "POST":
            return slips(request, [slip(request, player, service.invite(player=player, by=account(request)))])
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/invite.html", words, status=422)
    return TemplateResponse(request, "players/invite.html", {"player": player})


@requires(Act.INVITE)
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an invitation no longer work."""
    service.withdraw(invitation=get_object_or_404(Invitation, pk=pk), by=account(request))
    messages.success(request, "The invitation no longer works.")
    return leave(request, reverse(LIST))


@requires(Act.INVITE)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a member who asks to be linked to a player: yes or no."""
    claim = get_object_or_404(Claim.objects.select_related("player", "user"), pk=pk)
    if "yes" not in request.POST:
        service.decline(claim=claim, by=account(request))
        messages.success(request, f"{claim.user} is not linked to {claim.player}.")
        return leave(request, reverse(LIST))
    try:
        player = service.approve(claim=claim, by=account(request))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, f"{claim.user} plays as {player} now.")
    return leave(request, reverse(LIST))


def slip(request: HttpRequest, player: Player | None, code: str) -> Slip:
    url = absolute_url(request, reverse("accounts:join", args=[code]))
    return Slip(player, code, url, qr.code(url))


def slips(request: HttpRequest, made: list[Slip]) -> HttpResponse:
    where = absolute_url(request, reverse("accounts:join_code")).partition("://")[2]
    words = {"slips": made, "where": where, "local": local_address(request)}
    return TemplateResponse(request, "players/slips.html", words)
