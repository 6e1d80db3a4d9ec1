"""Ask for a proof that it is still the same person before something changes in how they sign in.

allauth asks for the password or the second factor, and asks nothing of an account that has neither. Such an account
gets a code by e-mail here. One without an address has nothing that could be asked for.
"""

import time
from typing import Any
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows import reauthentication
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.htmx import wants_partial
from players.accounts.logins import find_address_holder

CODE_STATE_KEY = "reauthentication_code"  # the key of the session under which the expected code is kept
CODE_MAIL_TEMPLATE = "account/email/reauthentication_code"

FILL_IN_AGAIN = "Nothing was saved. Now that you have proved it is you, fill in the form again."


def is_proof_due(request: HttpRequest) -> bool:
    """Return whether this account has to give a proof first."""
    if reauthentication.get_reauthentication_flows(request.user):
        return not reauthentication.did_recently_reauthenticate(request)
    return proves_by_code(request.user) and not has_given_code_lately(request)


def proves_by_code(user: Any) -> bool:
    """Return whether the account has neither password nor second factor, but an address for a code."""
    return (
        user.is_authenticated
        and not reauthentication.get_reauthentication_flows(user)
        and bool(find_code_address(user))
    )


def find_code_address(user: User) -> str:
    """Return the address to which codes for this account go, a confirmed one first; an empty text without any."""
    given = EmailAddress.objects.filter(user=user).order_by("-verified", "-primary", "pk")
    addresses = [*given.values_list("email", flat=True), user.email]
    return next((one for one in addresses if one and find_address_holder(one) == user), "")


def has_given_code_lately(request: HttpRequest) -> bool:
    """Return whether a code from a mail was entered a short while ago, at sign-in or since."""
    given = [one["at"] for one in get_authentication_records(request, request.user) if one["method"] == "code"]
    return bool(given) and time.time() - given[-1] < app_settings.REAUTHENTICATION_TIMEOUT


class ProofByCode(AbstractCodeVerificationProcess):
    """A code that was mailed to the account that is signed in; it ends when entered, too old, or wrong three times."""

    def __init__(self, request: HttpRequest, user: User, state: dict[str, Any]) -> None:
        self.request = request
        timeout, most = app_settings.LOGIN_BY_CODE_TIMEOUT, app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS
        super().__init__(state=state, timeout=timeout, max_attempts=most, user=user)

    @classmethod
    def initiate(cls, request: HttpRequest, user: User) -> "ProofByCode":
        """Make a code, send it, and keep it in the session."""
        process = cls(request, user, cls.initial_state(user=user, email=find_code_address(user)))
        process.send()
        process.persist()
        return process

    @classmethod
    def resume(cls, request: HttpRequest, user: User) -> "ProofByCode | None":
        """Return the code that is expected, or None."""
        state = request.session.get(CODE_STATE_KEY)
        process: ProofByCode | None = cls(request, user, state).abort_if_invalid() if state else None
        return process

    def send(self) -> None:
        self.state["code"] = get_adapter().generate_login_code()
        get_adapter().send_mail(CODE_MAIL_TEMPLATE, self.state["email"], {"code": self.code})

    def persist(self) -> None:
        self.request.session[CODE_STATE_KEY] = self.state

    def abort(self) -> None:
        self.request.session.pop(CODE_STATE_KEY, None)

    def finish(self) -> HttpResponse | None:
        """Store that the code was entered, and go on with the request that needed it."""
        self.abort()
        record_authentication(self.request, self.user, method="code", email=self.state["email"], reauthenticated=True)
        answer: HttpResponse | None = reauthentication.resume_request(self.request)
        return answer


def ask_for_proof(request: HttpRequest, back: str = "", said: str = FILL_IN_AGAIN) -> HttpResponse:
    """Redirect to the proof and then to the page `back`, by default this one; a form that was sent is told `said`.

    A sent form is not kept, since it may hold a password.
    """
    if request.method == "POST":
        messages.warning(request, said)
    way = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
    url = f"{way}?{urlencode({'next': back or request.get_full_path()})}"
    return HttpResponse(headers={"HX-Redirect": url}) if wants_partial(request) else HttpResponseRedirect(url)
