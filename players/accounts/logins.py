"""Whose account a name or an address is, and how often somebody may try one.

A user name, the name of the player who has the account, and an e-mail address lead to it, whatever their letter case
and spacing. An address is the account's that confirmed it; one that nobody confirmed is the account's that gave it
first. Whoever claims it after them gets no code, no link and no mail there.

The limits slow down whoever guesses, and not the owner of the account. Unknown devices are counted by network, and by
account from all networks together. A device on which the owner has signed in before is counted by itself. It is known
by a signed cookie, which says whose account it was and which device; the cookie signs nobody in.
"""

from allauth.account.internal.userkit import filter_users_by_username
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from players.models import Player
from players.people.names import build_name_key
from players.privacy.veil import wear_veil

LONGEST = 254  # characters, of an address; names are shorter

COOKIE = f"{settings.COOKIES}device"
YEAR = 365 * 24 * 60 * 60

APP = "allauth.account"


def find_accounts_by_login(login: str) -> list[User]:
    """Return the accounts that sign in by this: at most one, but where a user name is somebody else's player's name.

    It takes the same queries whether there are any.
    """
    login = login.strip()[:LONGEST]
    found = (find_account_by_user_name(login), find_address_holder(login), find_account_by_player(login))
    return list(dict.fromkeys(user for user in found if user))


def find_account_by_user_name(login: str) -> User | None:
    """Return the account with this user name, in any letter case where there is but one."""
    users = [user for user in filter_users_by_username(login) if user.username.casefold() == login.casefold()]
    same = [user for user in users if user.username == login] or users
    return same[0] if len(same) == 1 else None


def find_address_holder(address: str) -> User | None:
    """Return whose e-mail address this is: who confirmed it, else who gave it first."""
    address = address.lower()
    given = EmailAddress.objects.filter(email=address).select_related("user").order_by("-verified", "pk").first()
    if given:
        return given.user
    entered = User.objects.filter(email__iexact=address).exclude(email="").order_by("pk")
    return next((user for user in entered if user.email.lower() == address), None)


def find_account_by_player(login: str) -> User | None:
    """Return the account of the player of this name, else of the one player who had it or is merged under it."""
    key = build_name_key(login)
    now = User.objects.filter(player__key=key).first()
    once = User.objects.filter(Q(player__former_names__key=key) | Q(player__merged__key=key)).distinct()[:2]
    others = list(once)
    found = [user for user in (now, others[0] if len(others) == 1 else None) if user]
    return next((user for user in found if user.is_active), found[0] if found else None)  # one may be set aside


def find_sign_in_name(user: User) -> str:
    """Return what somebody signs in as, whole, for their own eyes; without a player it is the user name."""
    with wear_veil(None):
        player = Player.objects.filter(user=user.pk).first()
    return player.name if player else user.get_username()


def remember_device(response: HttpResponse, user: User) -> None:
    """Mark the device as one of this account's."""
    response.set_signed_cookie(
        COOKIE,
        f"{user.pk}:{get_random_string(16)}",
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_device(request: HttpRequest, user: User | None) -> str:
    """Return the device, if this account has signed in on it before; else nothing."""
    device = request.get_signed_cookie(COOKIE, default="", max_age=YEAR) or ""
    return device if user and device.partition(":")[0] == str(user.pk) else ""


def count_attempt(request: HttpRequest, action: str, login: str) -> ratelimit.RateLimitUsage:
    """Count one more try at this name or address; the rates are in the settings, under `action`.

    All spellings of one account's names count together.

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
    """Count a try at one account, or at a name that is nobody's."""
    if device:
        return take_attempt(request, f"{action}_device", f"{key} {device}").usage
    here = take_attempt(request, action, f"{key} {ratelimit.get_ip(request)}")
    everywhere = take_attempt(request, f"{action}_account", key)
    return here.usage + everywhere.usage


def take_attempt(request: HttpRequest, action: str, key: str) -> ratelimit.RateLimitUsage:
    """Return one try taken off what is left.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    usage = ratelimit.consume(request, app=APP, action=action, key=key)
    if usage is None:
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    return usage


def may_try_once_more(request: HttpRequest, action: str) -> bool:
    """Count one more of what a member may do so often, and say whether it still may be done."""
    return ratelimit.consume(request, app=APP, action=action, user=request.user) is not None


def check_wrong_codes(request: HttpRequest, action: str) -> None:
    """Stop a network from which too many wrong codes came, by whatever method.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    if not ratelimit.consume(request, app=APP, action=action, dry_run=True, limit_get=True):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))


def count_wrong_code(request: HttpRequest, action: str) -> None:
    """Count a wrong code; right ones cost nothing, so a whole club may come in from one network."""
    ratelimit.consume(request, app=APP, action=action, limit_get=True)
