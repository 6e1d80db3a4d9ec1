"""The pages on which organisers invite people and answer claims, and on which people join by a link or a code."""

from typing import Any, NamedTuple

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.login import perform_login
from allauth.account.models import EmailAddress, Login
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.htmx import render_page, wants_partial
from ladder.access.guards import get_account, redirect_browser, require_member, require_permission
from ladder.access.permissions import Act, find_account_player
from ladder.pages.addresses import build_absolute_url, find_local_address
from ladder.pages.qr_codes import QrCode, build_qr_code
from ladder.people.actions.players import (
    issue_club_invitation,
    issue_invitation,
    link_claimed_player,
    refuse_claim,
    revoke_invitation,
)
from players.accounts.actions.invitations import (
    INVITATION_OVER,
    accept_invitation,
    check_account_is_free,
    check_invitation,
    check_player_is_free,
    check_reachable_account,
    claim_player,
    find_invitation,
    join_club,
)
from players.accounts.forms import InvitationCodeForm, InvitationSheetForm, JoinForm, JoinNameForm
from players.accounts.logins import check_wrong_codes, count_wrong_code, find_sign_in_name, take_attempt
from players.accounts.sessions import choose_session_length
from players.models import Claim, Invitation, Player
from players.people.names import LONGEST_PLAYER_NAME
from players.people.queries import MOST_PLAYERS_NAMED, get_player_or_404, list_uninvited_players, match_name
from players.people.questions import read_answers

INVITATIONS_PAGE = "accounts:invitations"

INVITATION_ACTION = "invitation"

LONGEST_KEY = 18  # digits of the key of a row


class Slip(NamedTuple):
    """A new invitation as it is handed over; its code is not stored, so it is shown only once."""

    player: Player | None
    code: str
    url: str
    qr: QrCode | None


@require_permission(Act.INVITE)
@require_safe
@never_cache
def show_invitations(request: HttpRequest) -> HttpResponse:
    """Show claims, open invitations, and the players who can be invited; a search leaves those of a name."""
    return render_invitations(request, request.GET)


def render_invitations(
    request: HttpRequest, values: QueryDict, form: InvitationSheetForm | None = None
) -> HttpResponse:
    """Render the page with what was searched for and ticked; the form where it was refused."""
    query, ticked = values.get("q", "").replace("\0", "").strip()[:LONGEST_PLAYER_NAME], read_ticked(values)
    shown = Invitation.objects.open().select_related("player", "made_by__player")
    if query:
        shown = shown.filter(Q(player=None) | match_name(query, "player__")).distinct()
    context = {
        "claims": Claim.objects.select_related("user", "player__user", "player__merged_into__user"),
        "club": [one for one in shown if one.player is None],
        "open": [one for one in shown if one.player],
        "uninvited": list_uninvited_players(query, ticked),
        "ticked": ticked,
        "q": query,
        "form": form,
        "live": wants_partial(request),
    }
    status = 422 if form else 200
    return render_page(request, "players/accounts/invitations.html", context, partial="found", status=status)


def read_ticked(values: QueryDict) -> list[int]:
    """Return the keys of the players who are ticked, as many as a query takes."""
    found = values.getlist("players")
    return [int(one) for one in found if one.isascii() and one.isdigit() and len(one) < LONGEST_KEY][
        :MOST_PLAYERS_NAMED
    ]


@require_permission(Act.INVITE)
@require_POST
@never_cache
def invite_by_sheet(request: HttpRequest) -> HttpResponse:
    """Invite the chosen players, and show their invitations on a sheet to print; or only look for others."""
    if "find" in request.POST:
        return render_invitations(request, request.POST)
    form = InvitationSheetForm(request.POST, players=list_uninvited_players())
    if not form.is_valid():
        return render_invitations(request, request.POST, form)
    players, by = form.cleaned_data["players"], get_account(request)
    return render_slips(request, [build_slip(request, one, issue_invitation(player=one, by=by)) for one in players])


@require_permission(Act.INVITE)
@require_POST
@never_cache
def invite_club_by_code(request: HttpRequest) -> HttpResponse:
    """Create an invitation for everybody in the club, and show it."""
    return render_slips(request, [build_slip(request, None, issue_club_invitation(by=get_account(request)))])


@require_permission(Act.INVITE)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite_by_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether to invite a player, and show the link of the invitation once."""
    player = get_player_or_404(pk)
    try:
        check_player_is_free(player)
        if request.method == "POST":
            return render_slips(
                request, [build_slip(request, player, issue_invitation(player=player, by=get_account(request)))]
            )
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/accounts/invite.html", words, status=422)
    return TemplateResponse(request, "players/accounts/invite.html", {"player": player})


@require_permission(Act.INVITE)
@require_POST
def withdraw_open_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an open invitation."""
    revoke_invitation(invitation=get_object_or_404(Invitation, pk=pk), by=get_account(request))
    messages.success(request, "The invitation no longer works.")
    return redirect_browser(request, reverse(INVITATIONS_PAGE))


@require_permission(Act.INVITE)
@require_POST
def decide_claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse the claim of a member to be a player."""
    claim = get_object_or_404(Claim.objects.select_related("player", "user"), pk=pk)
    if "yes" not in request.POST:
        refuse_claim(claim=claim, by=get_account(request))
        messages.success(request, f"{claim.user} is not linked to {claim.player}.")
        return redirect_browser(request, reverse(INVITATIONS_PAGE))
    try:
        player = link_claimed_player(claim=claim, by=get_account(request))
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, f"{claim.user} plays as {player} now.")
    return redirect_browser(request, reverse(INVITATIONS_PAGE))


def build_slip(request: HttpRequest, player: Player | None, code: str) -> Slip:
    url = build_absolute_url(request, reverse("accounts:join", args=[code]))
    return Slip(player, code, url, build_qr_code(url))


def render_slips(request: HttpRequest, made: list[Slip]) -> HttpResponse:
    where = build_absolute_url(request, reverse("accounts:join_code")).partition("://")[2]
    words = {"slips": made, "where": where, "local": find_local_address(request)}
    return TemplateResponse(request, "players/accounts/slips.html", words)


@require_member
@require_http_methods(["GET", "HEAD", "POST"])
def claim_to_be_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether to claim to be this player, and store the claim."""
    player, user = get_player_or_404(pk), request.user
    assert isinstance(user, User), "the view is for members"  # noqa: S101
    try:
        if request.method == "POST":
            claim_player(player=player, user=user)
            messages.success(request, f"An organiser will check that you are {player}.")
            return redirect_browser(request, player.get_absolute_url())
        check_player_is_free(player)
        check_account_is_free(user)
    except ValidationError as error:
        words = {"player": player, "refusal": error.messages[0]}
        return TemplateResponse(request, "players/accounts/claim.html", words, status=422)
    return TemplateResponse(request, "players/accounts/claim.html", {"player": player})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_invitation_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a printed invitation."""
    check_wrong_codes(request, INVITATION_ACTION)
    form = InvitationCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return redirect_browser(request, reverse("accounts:join", args=[request.POST["code"].strip()]))
    if form.has_error("code", "unknown"):
        count_wrong_code(request, INVITATION_ACTION)
    status = 422 if form.is_bound else 200
    return TemplateResponse(request, "players/accounts/join_code.html", {"form": form}, status=status)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_invitation(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show an invitation; accept it with a new account, which is signed in, or with the one that is signed in."""
    check_wrong_codes(request, INVITATION_ACTION)
    invitation = find_invitation(code)
    if invitation is None:
        count_wrong_code(request, INVITATION_ACTION)
        return render_invitation_over(request, INVITATION_OVER)
    if plays := find_account_player(request.user):
        return render_join_page(request, invitation, {"plays": plays}, request.method == "POST")
    try:
        check_invitation(invitation)
    except ValidationError as error:
        return render_invitation_over(request, error.messages[0])
    if isinstance(request.user, User):
        return join_signed_in(request, invitation, request.user)
    form = JoinForm(read_answers(request.POST) if request.method == "POST" else None, invitation=invitation)
    is_valid = form.is_valid()
    if form.is_bound and form.ask_about_name(request.POST.getlist("sure")):
        return render_join_page(request, invitation, {"form": form}, True)
    if is_valid:
        take_attempt(request, "signup", "")
        try:
            check_reachable_account(email=form.cleaned_data["email"], password=form.cleaned_data["password"])
            user = join_club(invitation=invitation, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return welcome_member(request, user)
    return render_join_page(request, invitation, {"form": form}, form.is_bound)


def join_signed_in(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Accept an invitation with the account that is signed in and plays as nobody yet."""
    if invitation.becomes is None:
        return join_under_name(request, invitation, user)
    if request.method != "POST":
        return render_join_page(request, invitation, {})
    try:
        player = accept_invitation(invitation=invitation, user=user)
    except ValidationError as error:
        return render_join_page(request, invitation, {"refusal": error.messages[0]}, True)
    messages.success(request, f"Your account plays as {player} now.")
    return redirect_browser(request, reverse("players:player", args=[invitation.becomes.pk]))


def join_under_name(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Ask under which name the account joins by the club's invitation: also in place of one that is not confirmed."""
    form = JoinNameForm(read_answers(request.POST) if request.method == "POST" else None)
    if form.is_valid() and not form.ask_about_name(request.POST.getlist("sure")):
        try:
            player = accept_invitation(invitation=invitation, user=user, name=form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error(None, error)
        else:
            if player:
                messages.success(request, f"Your account plays as {player} now.")
            return redirect_browser(request, player.get_absolute_url() if player else request.path)
    claim = Claim.objects.filter(user=user).select_related("player").first()
    return render_join_page(request, invitation, {"named": form, "claim": claim}, form.is_bound)


def render_invitation_over(request: HttpRequest, sentence: str) -> HttpResponse:
    """Return the page that says why the invitation can't be used."""
    return TemplateResponse(request, "players/accounts/join_over.html", {"sentence": sentence}, status=404)


def render_join_page(
    request: HttpRequest, invitation: Invitation, words: dict[str, Any], refused: bool = False
) -> HttpResponse:
    context = {"invitation": invitation, "player": invitation.becomes, **words}
    return TemplateResponse(request, "players/accounts/join.html", context, status=422 if refused else 200)


def welcome_member(request: HttpRequest, user: User) -> HttpResponseBase:
    """Sign the new account in, mail a link to confirm its address, and say how to sign in elsewhere."""
    address = EmailAddress.objects.filter(user=user).first()
    if address:
        send_verification_email_to_address(request, address, signup=True)
    plays = Player.objects.filter(user=user).exists()
    waits = "" if plays else " You can report once an organiser has confirmed who you are."
    messages.success(request, f"Welcome. You sign in as {find_sign_in_name(user)}.{waits}")
    choose_session_length(request, True)  # as the page says
    url = "/" if plays else request.path  # which has another way for who is somebody else
    response: HttpResponseBase = perform_login(request, Login(user=user, redirect_url=url, signup=True))
    return response
