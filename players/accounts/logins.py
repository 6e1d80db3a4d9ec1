"""Which account a name or an address signs in to, and how often it may be tried.

Somebody signs in by the user name, the name of the account's player, or an e-mail address, in any letter case and
spacing. An address belongs to the account that confirmed it; one that nobody confirmed belongs to the account that
gave it first. Another account that gives it later gets no code, no link and no mail there.

The limits slow down guessing, but not the owner of the account. Tries from unknown devices are counted by network, and
by account over all networks. A device on which the owner has signed in before is counted alone. It is recognised by a
signed cookie, which names the account and the device; the cookie signs nobody in.
"""

from typing import Any

from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.userkit import filter_users_by_username
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from players.models import Player
from players.people.names import build_name_key
from players.privacy.redaction import use_redaction

LONGEST_LOGIN = 254  # characters, of an address; names are shorter

DEVICE_COOKIE = f"{settings.COOKIES}device"
DEVICE_COOKIE_SECONDS = 365 * 24 * 60 * 60

ACCOUNT_APP = "allauth.account"


def find_accounts_by_login(login: str) -> list[User]:
    """Return the accounts that sign in by this; there are two where a user name is the name of another's player.

    The queries are the same whether there are any or not, so that the time tells nothing.
    """
    login = login.strip()[:LONGEST_LOGIN]
    found = (find_account_by_user_name(login), find_address_holder(login), find_account_by_player(login))
    return list(dict.fromkeys(user for user in found if user))


def find_account_by_user_name(login: str) -> User | None:
    """Return the account with this user name; in another letter case only if there is just one."""
    users = [user for user in filter_users_by_username(login) if user.username.casefold() == login.casefold()]
    same = [user for user in users if user.username == login] or users
    return same[0] if len(same) == 1 else None


def find_address_holder(address: str) -> User | None:
    """Return the account of an e-mail address: the one that confirmed it, else the one that gave it first."""
    address = address.lower()
    given = EmailAddress.objects.filter(email=address).select_related("user").order_by("-verified", "pk").first()
    if given:
        return given.user
    entered = User.objects.filter(email__iexact=address).exclude(email="").order_by("pk")
    return next((user for user in entered if user.email.lower() == address), None)


def select_confirmed_address(user: Any) -> QuerySet[EmailAddress, str]:
    """Return the query for the address that mail for an account goes to: a confirmed one, the main one first."""
    given = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return given.values_list("email", flat=True)[:1]


def find_account_by_player(login: str) -> User | None:
    """Return the account of the player of this name; else of the only player who had it or was merged under it."""
    key = build_name_key(login)
    now = User.objects.filter(player__key=key).first()
    once = User.objects.filter(Q(player__former_names__key=key) | Q(player__merged__key=key)).distinct()[:2]
    others = list(once)
    found = [user for user in (now, others[0] if len(others) == 1 else None) if user]
    return next((user for user in found if user.is_active), found[0] if found else None)  # one may be set aside


def find_sign_in_name(user: User) -> str:
    """Return the full name by which somebody signs in: their player's, or else the user name."""
    with use_redaction(None):
        player = Player.objects.filter(user=user.pk).first()
    return player.name if player else user.get_username()


def remember_device(response: HttpResponse, user: User) -> None:
    """Set the cookie that makes this device known as one of the account's."""
    response.set_signed_cookie(
        DEVICE_COOKIE,
        f"{user.pk}:{get_random_string(16)}",
        max_age=DEVICE_COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_device(request: HttpRequest, user: User | None) -> str:
    """Return the text that names the device, if this account has signed in on it before; else an empty text."""
    device = request.get_signed_cookie(DEVICE_COOKIE, default="", max_age=DEVICE_COOKIE_SECONDS) or ""
    return device if user and device.partition(":")[0] == str(user.pk) else ""


def count_attempt(request: HttpRequest, action: str, login: str) -> ratelimit.RateLimitUsage:
    """Count one more try at this name or address, and return it; the limits are in the settings, under `action`.

    Tries at all names of one account are counted together.
    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    used = [
        count_attempt_at(
            request, action, f"account {user.pk}" if user else build_name_key(login), find_device(request, user)
        )
        for user in find_accounts_by_login(login) or (None,)
    ]
    return ratelimit.RateLimitUsage([one for usage in used for one in usage])


def count_attempt_at(request: HttpRequest, action: str, key: str, device: str) -> list[ratelimit.SingleRateLimitUsage]:
    """Count a try at one account, or at a name that no account has. Raises: what `take_attempt` raises."""
    if device:
        return take_attempt(request, f"{action}_device", f"{key} {device}").usage
    here = take_attempt(request, action, f"{key} {ratelimit.get_ip(request)}")
    everywhere = take_attempt(request, f"{action}_account", key)
    return here.usage + everywhere.usage


def take_attempt(request: HttpRequest, action: str, key: str) -> ratelimit.RateLimitUsage:
    """Count one try against the limit of an action, and return it.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    usage = ratelimit.consume(request, app=ACCOUNT_APP, action=action, key=key)
    if usage is None:
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    return usage


def may_try_once_more(request: HttpRequest, action: str) -> bool:
    """Count something that a member may do only so often; return whether it is still within the limit."""
    return ratelimit.consume(request, app=ACCOUNT_APP, action=action, user=request.user) is not None


def may_try_code(request: HttpRequest, code: AbstractCodeVerificationProcess) -> bool:
    """Count one more try at a code that was mailed, and return whether it may be looked at.

    Tries are counted where all processes see them, before a code is looked at: those in the session are counted
    afterwards, and of many at once each would be the first.
    """
    key = "{at} {user} {to}".format(at=code.state["at"], user=code.state.get("user_id"), to=code.state.get("email"))
    return ratelimit.consume(request, app=ACCOUNT_APP, action="mailed_code", key=key) is not None


def check_wrong_codes(request: HttpRequest, action: str) -> None:
    """Refuse a network from which too many wrong codes came; a GET counts as well as a POST.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    if not ratelimit.consume(request, app=ACCOUNT_APP, action=action, dry_run=True, limit_get=True):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))


def count_wrong_code(request: HttpRequest, action: str) -> None:
    """Count a wrong code; right ones are not counted, so that a whole club may join from one network."""
    ratelimit.consume(request, app=ACCOUNT_APP, action=action, limit_get=True)
