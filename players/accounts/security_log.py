"""The security log: who signed in, who was refused, and what changed in how somebody signs in.

One line each, in UTC, such as
"2026-05-04T18:03:11Z INFO [ge3tqnzw] security: signed in from=192.0.2.7 account=12 name='ana'".
No password, code, token or session is ever in it, nor a typed name that no account has: it may be a password. When an
address is added, the older addresses of the account get a mail.
"""

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.internal.httpkit import get_client_ip
from allauth.mfa import signals as mfa
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from players.accounts.logins import find_accounts_by_login

log = logging.getLogger("security")
LONGEST_LOGGED_VALUE = 200  # characters of one value

ACCOUNT_EVENTS = {
    allauth.password_set: "password chosen",
    allauth.password_changed: "password changed",
    allauth.password_reset: "password changed by a link",
    allauth.email_added: "address added",
    allauth.email_changed: "another address put first",
    allauth.email_removed: "address removed",
    allauth.email_confirmed: "address confirmed",
    mfa.authenticator_added: "second factor added",
    mfa.authenticator_removed: "second factor removed",
    mfa.authenticator_reset: "recovery codes replaced",
}


def log_security_event(event: str, *, user: Any = None, request: HttpRequest | None = None, **facts: Any) -> None:
    """Write one line: what happened, which account did it, from which address, and these facts.

    The request is the one that is being answered, if none is given; a command has none.
    """
    request = request or context.request
    user = user or getattr(request, "user", None)
    account = {"account": user.pk, "name": user.get_username()} if isinstance(user, User) else {"account": None}
    address = (get_client_ip(request) if request and request.META else None) or "-"
    shown = " ".join(f"{key}={format_log_value(value)}" for key, value in {**account, **facts}.items())
    log.info("%s from=%s %s", event, address, shown)


def format_log_value(value: Any) -> str:
    """Return a value as a line has it: a text is cut, and in quotes so that it can't look like another fact."""
    return repr(value[:LONGEST_LOGGED_VALUE]) if isinstance(value, str) else str(value)


class RefusalMiddleware:
    """Logs refused requests, with the page and the account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code in (403, 429):
            event = "refused" if response.status_code == 403 else "stopped after too many tries"
            log_security_event(event, request=request, method=request.method, page=describe_requested_page(request))
        return response


def describe_requested_page(request: HttpRequest) -> str:
    """Return the address that was asked for; if it has a code or a token in it, only the pattern of the page."""
    match = request.resolver_match
    secret = match and {"code", "token", "key"} & set(match.kwargs)
    return match.route if match and secret else request.path


@receiver(user_logged_in)
def write_sign_in(request: HttpRequest, user: User, **kwargs: Any) -> None:
    log_security_event("signed in", user=user, request=request)


@receiver(user_logged_out)
def write_sign_out(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    if user:
        log_security_event("signed out", user=user, request=request)


@receiver(user_login_failed)
def write_failed_sign_in(credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Log which account was tried, but not what was typed, since it may be a password in the wrong field."""
    tried = find_accounts_by_login(str(credentials.get("username") or credentials.get("email") or ""))
    log_security_event("sign-in failed", request=request, tried=tried[0].pk if tried else "nobody's name")


@receiver(allauth.login_code_rejected)
def write_wrong_code(request: HttpRequest, user: User, **kwargs: Any) -> None:
    log_security_event("sign-in code refused", request=request, tried=user.pk)


@receiver(mfa.authentication_failed)
def write_wrong_factor(request: HttpRequest, user: User, **kwargs: Any) -> None:
    log_security_event("second factor refused", request=request, tried=user.pk)


def write_account_change(signal: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Log a change in how an account signs in."""
    address = kwargs.get("email_address") or kwargs.get("to_email_address")
    user = kwargs.get("user") or (address and address.user)
    log_security_event(
        ACCOUNT_EVENTS[signal], user=user, request=request, **({"address": address.email} if address else {})
    )


for one in ACCOUNT_EVENTS:
    one.connect(write_account_change, dispatch_uid="security_log")


@receiver(allauth.email_added)
def mail_about_new_address(request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any) -> None:
    """Write to the older addresses of the account: somebody else may have added the new one."""
    get_adapter().send_notification_mail("account/email/email_added", user, {"added_email": email_address.email})
