"""What happens to a form that comes when a way in is closed: the session has ended, the venue's has, or a second
factor is asked for by now. What was typed does not go with it."""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch, reverse

from config.onsite import choose_own_url
from config.typed import find_typed_form, render_refused_form
from players.second_factor import ASKED

BY_ITSELF = {"ladder:record"}  # takes what was typed through the sign-in
AT_VENUE = "ladder:at_venue_report"
AGAIN = "come back here and send the form again. You may have to confirm it once more."
ANEW = "fill in the form there."


class WayIn(NamedTuple):
    """A way in that stands before a page: what is said of it, what to do, the words of the button, its address, and
    whether the form can be taken behind it."""

    title: str
    way: str
    button: str
    url: str = ""
    takes_it: bool = True


SIGN_IN = WayIn("You were signed out", "Sign in", "Sign in")
CODE = WayIn(
    "The venue code is needed again",
    "The code has changed, or your twelve hours are over. Enter the code",
    "Enter the code",
)
MEMBER = WayIn("You are signed in", "Report it as yourself", "Report it", takes_it=False)
FACTOR = WayIn("Set up your second factor", "The club asks its organisers for a second factor. Set it up", "Set it up")


class SignedOutMiddleware:
    """Shows what was typed, in the place of the way in; a form that is refused by then is `config.stale`'s."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        is_led_away = request.method == "POST" and match and response.status_code < 500  # else nobody asks for the user
        door = find_way_in(request, response, match) if match and is_led_away else None
        found = find_typed_form(request) if door else None
        if not (door and found):
            return response
        found = found._replace(is_whole=found.is_whole and door.takes_it)
        list(messages.get_messages(request))  # taken: the page says the same at length
        text = f"Nothing was saved. {door.way} in the new tab that opens, then {AGAIN if found.is_whole else ANEW}"
        return render_refused_form(request, door.title, text, door.url, door.button, found)


def find_way_in(request: HttpRequest, response: HttpResponse, match: ResolverMatch) -> WayIn | None:
    """Return the way in that an answer leads to, for a browser or for htmx; nothing where it leads elsewhere."""
    if getattr(response, "template_name", "") == ASKED:
        return FACTOR._replace(url=reverse("mfa_activate_totp"))
    url = (response.headers.get("HX-Redirect") or response.headers.get("Location") or "").partition("?")[0]
    if request.user.is_authenticated:
        return MEMBER._replace(url=url) if url and match.view_name == AT_VENUE else None
    if match.view_name in BY_ITSELF:
        return None
    if url == reverse("account_login"):
        back = urlencode({"next": choose_own_url(request, request.headers.get("Referer"))})
        return SIGN_IN._replace(url=f"{url}?{back}")
    if match.view_name == AT_VENUE and url == reverse("ladder:at_venue", kwargs=match.kwargs):
        return CODE._replace(url=url)
    return None
