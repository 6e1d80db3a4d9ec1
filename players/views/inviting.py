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

from ladder.selectors.qr import QrCode, build_qr_code
from ladder.selectors.roles import Act
from ladder.services.players.inviting import (
    issue_club_invitation,
    issue_invitation,
    link_claimed_player,
    refuse_claim,
    revoke_invitation,
)
from ladder.views.guards import get_account, redirect_browser, require_permission
from ladder.views.outside import build_absolute_url, find_local_address
from players.forms import InvitationSheetForm
from players.models import Claim, Invitation, Player
from players.selectors import list_uninvited_players
from players.services.claims import check_player_is_free
from players.views.profile import get_player_or_404

LIST = "accounts:invitations"


class Slip(NamedTuple):
    """An invitation as it is handed over; the code is not stored, so it is seen only now."""

    player: Player | None
    code: str
    url: str
    qr: QrCode | None


@require_permission(Act.INVITE)
@require_safe
@never_cache
def show_invitations(request: HttpRequest) -> HttpResponse:
    """Who asks to be linked, which invitations are open, and whom to invite."""
    return render_invitations(request, InvitationSheetForm(players=list_uninvited_players()))


def render_invitations(request: HttpRequest, form: InvitationSheetForm) -> HttpResponse:
    shown = Invitation.objects.open().select_related("player", "made_by__player")
    context = {
        "claims": Claim.objects.select_related("user", "player__user", "player__merged_into__user"),
        "club": [one for one in shown if one.player is None],
        "open": [one for one in shown if one.player],
        "uninvited": form.known.values(),
        "form": form,
    }
    return TemplateResponse(request, "players/invitations.html", context, status=422 if form.errors else 200)


@require_permission(Act.INVITE)
@require_POST
@never_cache
def invite_by_sheet(request: HttpRequest) -> HttpResponse:
    """Invite the chosen players, and show what is handed to them, on a sheet to print."""
    form = InvitationSheetForm(request.POST, players=list_uninvited_players())
    if not form.is_valid():
        return render_invitations(request, form)
    players, by = form.cleaned_data["players"], get_account(request)
    return render_slips(request, [build_slip(request, one, issue_invitation(player=one, by=by)) for one in players])


@require_permission(Act.INVITE)
@require_POST
@never_cache
def invite_club_by_code(request: HttpRequest) -> HttpResponse:
    """Make a new code with which anybody of the club may join."""
    return render_slips(request, [build_slip(request, None, issue_club_invitation(by=get_account(request)))])


@require_permission(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite_by_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite one player; the link is shown in the answer and never again."""
    player = get_player_or_404(pk)
    try:
        check_player_is_free(player)
        if request.method == "POST":
            return render_slips(
                request, [build_slip(request, player, issue_invitation(player=player, by=get_account(request)))]
            )
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/invite.html", words, status=422)
    return TemplateResponse(request, "players/invite.html", {"player": player})


@require_permission(Act.INVITE)
@require_POST
def withdraw_open_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an invitation no longer work."""
    revoke_invitation(invitation=get_object_or_404(Invitation, pk=pk), by=get_account(request))
    messages.success(request, "The invitation no longer works.")
    return redirect_browser(request, reverse(LIST))


@require_permission(Act.INVITE)
@require_POST
def decide_claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a member who asks to be linked to a player: yes or no."""
    claim = get_object_or_404(Claim.objects.select_related("player", "user"), pk=pk)
    if "yes" not in request.POST:
        refuse_claim(claim=claim, by=get_account(request))
        messages.success(request, f"{claim.user} is not linked to {claim.player}.")
        return redirect_browser(request, reverse(LIST))
    try:
        player = link_claimed_player(claim=claim, by=get_account(request))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, f"{claim.user} plays as {player} now.")
    return redirect_browser(request, reverse(LIST))


def build_slip(request: HttpRequest, player: Player | None, code: str) -> Slip:
    url = build_absolute_url(request, reverse("accounts:join", args=[code]))
    return Slip(player, code, url, build_qr_code(url))


def render_slips(request: HttpRequest, made: list[Slip]) -> HttpResponse:
    where = build_absolute_url(request, reverse("accounts:join_code")).partition("://")[2]
    words = {"slips": made, "where": where, "local": find_local_address(request)}
    return TemplateResponse(request, "players/slips.html", words)
