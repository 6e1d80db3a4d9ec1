"""How often somebody may try: the limits slow down whoever guesses, and not the owner of the account.

Unknown devices are counted by network, and by account from all networks together; a device on which the
owner has signed in before is counted by itself.
"""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.http import HttpRequest

from . import devices, logins
from .names import name_key

APP = "allauth.account"


def count(request: HttpRequest, action: str, login: str) -> ratelimit.RateLimitUsage:
    """Count one more try at this name or address; the rates are in the settings, under `action`.

    All spellings of one account's names count together.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    used = [
        count_one(request, action, f"account {user.pk}" if user else name_key(login), devices.device_of(request, user))
        for user in logins.find_accounts(login) or (None,)
    ]
    return ratelimit.RateLimitUsage([one for usage in used for one in usage])


def count_one(request: HttpRequest, action: str, key: str, device: str) -> list[ratelimit.SingleRateLimitUsage]:
    """Count a try at one account, or at a name that is nobody's."""
    if device:
        return taken(request, f"{action}_device", f"{key} {device}").usage
    here = taken(request, action, f"{key} {ratelimit.get_ip(request)}")
    everywhere = taken(request, f"{action}_account", key)
    return here.usage + everywhere.usage


def taken(request: HttpRequest, action: str, key: str) -> ratelimit.RateLimitUsage:
    """Return one try taken off what is left.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    usage = ratelimit.consume(request, app=APP, action=action, key=key)
    if usage is None:
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    return usage


def is_one_more(request: HttpRequest, action: str) -> bool:
    """Count one more of what a member may do so often, and say whether it still may be done."""
    return ratelimit.consume(request, app=APP, action=action, user=request.user) is not None


def check(request: HttpRequest, action: str) -> None:
    """Stop a network from which too many wrong codes came, by whatever method.

    Raises: ImmediateHttpResponse with the page "Too many tries".
    """
    if not ratelimit.consume(request, app=APP, action=action, dry_run=True, limit_get=True):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))


def wrong(request: HttpRequest, action: str) -> None:
    """Count a wrong code; right ones cost nothing, so a whole club may come in from one network."""
    ratelimit.consume(request, app=APP, action=action, limit_get=True)
