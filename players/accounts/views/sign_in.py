"""Pages about signing in: addresses, sessions, password, codes by e-mail, and the proof that it is still you."""

from typing import Any

from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmEmailView, ConfirmLoginCodeView, EmailView, PasswordSetView
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder.access.guards import get_member
from ladder.pages.addresses import parse_whole_number
from players.accounts.adapter import SIGN_IN_CODE_OVER
from players.accounts.logins import count_attempt, may_try_code, may_try_once_more
from players.accounts.reauthentication import ProofByCode, is_proof_due, proves_by_code
from players.accounts.security_log import log_security_event
from players.accounts.sessions import describe_device

MANY_ADDRESSES = "You have added many addresses within an hour. Wait a while, then add this one."
MANY_LINKS = "You have asked for many links within an hour. Wait a while, then ask again."
CONFIRM_FIRST = "Only a confirmed address can be the main one. Send its confirmation link first."
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}

PROOF_PAGE = "accounts:prove_by_code"


class EnterCodeView(ConfirmLoginCodeView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as allauth does; say so when a code was sent that is no longer expected."""
        answer = super().dispatch(request, *args, **kwargs)
        waited_for = getattr(self, "_process", None)
        if request.method == "POST" and request.user.is_anonymous and not waited_for:
            messages.error(request, SIGN_IN_CODE_OVER)
        return answer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as allauth does, but look at no code that was tried too often."""
        if self._action == "verify" and not may_try_code(request, self._process):
            self._process.abort()
            messages.error(request, SIGN_IN_CODE_OVER)
            return redirect("account_request_login_code")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


class ConfirmAddressView(ConfirmEmailView):
    def logout_other_user(self, confirmation: Any) -> None:
        """Sign out another account in this browser once the address is confirmed, not when the link is opened."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm the address; for a link that was used meanwhile, show the same page as when it is opened."""
        try:
            answer: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            answer = self.get(*args, **kwargs)
            answer.status_code = 404
        return answer


@method_decorator(login_required, name="dispatch")
class AddressesView(EmailView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as allauth does, but store the account's own address only when something is sent."""
        looks = request.method in SAFE_METHODS
        dispatch = super(EmailView, self).dispatch if looks else super().dispatch
        answer: HttpResponseBase = dispatch(request, *args, **kwargs)
        return answer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as allauth does, but limit how often it writes to an address."""
        given = EmailAddress.objects.filter(user=request.user.pk, verified=False)
        unconfirmed = set(given.values_list("email", flat=True))
        vars(request)["unconfirmed_addresses"] = unconfirmed  # for the adapter, which writes to none that is removed
        if "action_primary" in request.POST and request.POST.get("email", "").lower() in unconfirmed:
            messages.error(request, CONFIRM_FIRST)
            return redirect("account_email")
        if "action_send" in request.POST and not may_try_once_more(request, "confirmation"):
            messages.error(request, MANY_LINKS)
            return redirect("account_email")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        """Add an address after a proof, unless very many were added."""
        raise_if_reauthentication_required(self.request, app="allauth.account")
        if not may_try_once_more(self.request, "address"):
            form.add_error("email", MANY_ADDRESSES)
            refused: HttpResponse = self.form_invalid(form)
            return refused
        answer: HttpResponse = super().form_valid(form)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the account's own address too, if it is not stored yet."""
        words: dict[str, Any] = super().get_context_data(**kwargs)
        known, own = words["emailaddresses"], EmailAddress(user=self.request.user, email=self.request.user.email)
        if own.email and own.email.lower() not in {one.email.lower() for one in known}:
            radio = {"id": f"email_radio_{len(known)}", "checked": not known, "emailaddress": own}
            words["emailaddress_radios"].append(radio)
            known.append(own)
        return words


class SessionsView(ListUserSessionsView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the device of each session in words, and put the newest first."""
        words: dict[str, Any] = super().get_context_data(**kwargs)
        for session in words["sessions"]:
            session.device = describe_device(session.user_agent)
        words["sessions"].reverse()
        return words

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End one of the other sessions or all of them, after a proof."""
        raise_if_reauthentication_required(request, app="allauth.account")
        if "session" in request.POST:
            end_other_session(request, parse_whole_number(request.POST["session"]))
            return redirect("accounts:sessions")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        log_security_event("signed out everywhere else")
        return answer


def end_other_session(request: HttpRequest, key: int | None) -> None:
    """End one other session of the account; one that has ended meanwhile is told as ended."""
    found = UserSession.objects.filter(user=get_member(request), pk=key).exclude(
        session_key=request.session.session_key
    )
    devices = [describe_device(session.user_agent) for session in found]
    end_sessions(request, found)
    messages.success(request, f"Signed out: {devices[0]}." if devices else "That device is signed out already.")
    if devices:
        log_security_event("signed out on another device")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prove_by_code(request: HttpRequest) -> HttpResponse:
    """Send a code to the account's address and ask for it; then go on with the request that needed it."""
    user = get_member(request)
    there = get_next_redirect_url(request) or "/"
    if not proves_by_code(user):
        return HttpResponseRedirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': there})}")
    process = ProofByCode.resume(request, user)
    if request.method == "POST" and "send" in request.POST:
        count_attempt(request, "send_code", user.username)
        process = ProofByCode.initiate(request, user)
    elif request.method == "POST" and process and may_try_code(request, process):
        form = ConfirmLoginCodeForm(request.POST, code=process.code)
        if form.is_valid():
            return process.finish() or HttpResponseRedirect(there)
        if process.record_invalid_attempt():
            return render_proof_page(request, process, form, status=422)
        process = None
        messages.error(request, SIGN_IN_CODE_OVER)
    elif request.method == "POST":
        if process:
            process.abort()
            process = None
        messages.error(request, SIGN_IN_CODE_OVER)
    return render_proof_page(request, process, ConfirmLoginCodeForm())


def render_proof_page(request: HttpRequest, process: ProofByCode | None, form: Any, status: int = 200) -> HttpResponse:
    context = {"form": form, "email": process and process.state["email"], "next": get_next_redirect_url(request) or ""}
    return TemplateResponse(request, "account/prove_by_code.html", context, status=status)


@method_decorator(login_required, name="dispatch")
class ChoosePasswordView(PasswordSetView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for a proof first, if one is due; a typed password is not kept meanwhile."""
        if is_proof_due(request) and not get_member(request).has_usable_password():
            return HttpResponseRedirect(f"{reverse(PROOF_PAGE)}?{urlencode({'next': request.path})}")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer
