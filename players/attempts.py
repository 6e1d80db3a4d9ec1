"""How often somebody may try: the limits slow down whoever guesses, and not the owner of the account.

Unknown devices are counted by network, and by account from all networks together; a device on which the
owner has signed in before is counted by itself.
"""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.http import HttpRequest

from players.devices import find_device
from players.logins import find_accounts_by_login
from players.names import build_name_key

APP = "allauth.account"


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
