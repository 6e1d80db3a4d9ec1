"""Joining the club by invitation: a link, a printed code, or a code typed in."""

from typing import Any

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.login import perform_login
from allauth.account.models import EmailAddress, Login
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ladder.services.permissions import find_account_player
from ladder.views.guards import redirect_browser
from players.attempts import check_wrong_codes, count_wrong_code, take_attempt
from players.forms import InvitationCodeForm, JoinForm
from players.logins import find_sign_in_name
from players.models import Invitation, Player
from players.services import invitations
from players.services.invitations import (
    accept_invitation,
    check_invitation,
    check_reachable_account,
    find_invitation,
    join_club,
)
from players.sessions import choose_session_length

ACTION = "invitation"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_invitation_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code that stands on paper."""
    check_wrong_codes(request, ACTION)
    form = InvitationCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return redirect_browser(request, reverse("accounts:join", args=[request.POST["code"].strip()]))
    if form.has_error("code", "unknown"):
        count_wrong_code(request, ACTION)
    status = 422 if form.is_bound else 200
    return TemplateResponse(request, "players/join_code.html", {"form": form}, status=status)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_invitation(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show whom the invitation is for; whoever accepts it has an account, and is signed in."""
    check_wrong_codes(request, ACTION)
    invitation = find_invitation(code)
    if invitation is None:
        count_wrong_code(request, ACTION)
        return render_invitation_over(request, invitations.OVER)
    if plays := find_account_player(request.user):
        return render_join_page(request, invitation, {"plays": plays}, request.method == "POST")
    try:
        check_invitation(invitation)
    except ValidationError as error:
        return render_invitation_over(request, error.messages[0])
    if isinstance(request.user, User):
        return join_signed_in(request, invitation, request.user)
    form = JoinForm(request.POST if request.method == "POST" else None, invitation=invitation)
    if form.is_valid():
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
    """Link the account that is there to the player; the club's code has nothing to give it."""
    if request.method != "POST" or invitation.becomes is None:
        return render_join_page(request, invitation, {})
    try:
        player = accept_invitation(invitation=invitation, user=user)
    except ValidationError as error:
        return render_join_page(request, invitation, {"refusal": error.messages[0]}, True)
    messages.success(request, f"Your account plays as {player} now.")
    return redirect_browser(request, reverse("players:player", args=[invitation.becomes.pk]))


def render_invitation_over(request: HttpRequest, sentence: str) -> HttpResponse:
    """Say why the invitation lets nobody in."""
    return TemplateResponse(request, "players/join_over.html", {"sentence": sentence}, status=404)


def render_join_page(
    request: HttpRequest, invitation: Invitation, words: dict[str, Any], refused: bool = False
) -> HttpResponse:
    context = {"invitation": invitation, "player": invitation.becomes, **words}
    return TemplateResponse(request, "players/join.html", context, status=422 if refused else 200)


def welcome_member(request: HttpRequest, user: User) -> HttpResponseBase:
    """Sign the new account in, ask its address for an answer, and say how to sign in elsewhere."""
    address = EmailAddress.objects.filter(user=user).first()
    if address:
        send_verification_email_to_address(request, address, signup=True)
    waits = (
        ""
        if Player.objects.filter(user=user).exists()
        else " You can report once an organiser has confirmed who you are."
    )
    messages.success(request, f"Welcome. You sign in as {find_sign_in_name(user)}.{waits}")
    choose_session_length(request, True)  # as the page says
    response: HttpResponseBase = perform_login(request, Login(user=user, redirect_url="/", signup=True))
    return response
