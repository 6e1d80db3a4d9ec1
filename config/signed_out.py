"""What happens to a form that is sent after the session has ended: its words don't go with it."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from config.onsite import on_site
from config.typed import told, typed

TEXT = (
    "Nothing was saved. Sign in, which opens another tab; then come back to this one and send it again. "
    "You see it once more before it is taken."
)

BY_ITSELF = {"ladder:record"}  # takes what was typed through the sign-in


class SignedOutMiddleware:
    """Shows what was typed, in the place of the way to sign in; a form that is refused by then is `config.stale`'s."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "POST" or request.user.is_authenticated or not leads_to_sign_in(response):
            return response
        match = request.resolver_match
        found = typed(request) if match and match.view_name not in BY_ITSELF else None
        if found is None:
            return response
        list(messages.get_messages(request))  # taken: the page says the same at length
        url = f"{reverse('account_login')}?{urlencode({'next': on_site(request, request.headers.get('Referer'))})}"
        return told(request, "You were signed out", TEXT, url, "Sign in", found)


def leads_to_sign_in(response: HttpResponse) -> bool:
    """Whether this is a redirect to the sign-in, for a browser or for htmx."""
    url = response.headers.get("HX-Redirect") or response.headers.get("Location") or ""
    return url.partition("?")[0] == reverse("account_login")
