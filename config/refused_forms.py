"""Refused forms: show what was typed, say what to do, and offer a button that sends the form once more.

A form is refused because its page is older than the sign-in (Django's CSRF failure), the session has ended, the venue
code has changed, a second factor is asked for by now, or the database is in trouble.

A form of another site can end here, too, and a button that sends its fields would be an attack by one click. So the
button is shown only if the browser says that the form was on a page of this site (decision 0024). Nothing is stored.
"""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.urls import ResolverMatch, reverse

from config.htmx import choose_own_url, is_from_this_site, wants_partial
from players.accounts.second_factor import FACTOR_TEMPLATE
from players.models import Player

OUR_NAMESPACES = {"ladder", "players"}  # the addresses of accounts, of allauth and of the admin are never offered
NEVER_SHOWN_AGAIN = {
    "ladder:setup",
    "ladder:restore",
    "ladder:at_venue",
    "ladder:venue_code",
    "players:invite",
    "players:claim",
}
SECRET_FIELDS = ("password", "code", "secret")
MACHINE_FIELDS = {"form_key", "token", "revision", "preview", "sure", "seen", "shown", "fixes", "zone", "packed"}
MACHINE_FIELDS |= {"challenge", "back", "next", "for", "waited", "after"}  # where the reader came from and goes next
INITIAL_PREFIX = "initial-"  # begins the names of Django's hidden fields with initial values
CSRF_FIELD = "csrfmiddlewaretoken"
LONGEST_KEPT_VALUE = 50_000  # characters of all names and values
WHOLE_PAGE_HEADERS = {"HX-Retarget": "#main", "HX-Reselect": "#main", "HX-Reswap": "outerHTML"}

Field = tuple[str, str]

SIGN_IN_VIEWS = {"account_login", "account_request_login_code", "accounts:enter_code", "mfa_authenticate"}
NO_COOKIE = "Your browser sent no cookie. Allow cookies for this site, then try again."
OLDER_THAN_SIGN_IN = "You signed in or out after you opened this page, perhaps in another tab."
NOTHING_WAS_KEPT = "Nothing was saved. Go back: what you typed should still be there to copy. Then open the page again."
TYPED_IS_KEPT = "Nothing was saved. What you typed is below. Check it, then send it again."
NO_FILE = "Nothing was saved, and files are not kept. What else you typed is below. Open the page again and fill it in."
REFUSAL_TITLE = "This page was open too long"

BY_ITSELF = {"ladder:record", "ladder:record_sides"}  # keeps what was typed during a sign-in by itself
VENUE_VIEWS = {"ladder:at_venue_report", "ladder:at_venue_sides"}
SEND_AGAIN = "come back here and send the form again. You may have to confirm it once more."
FILL_IN_THERE = "fill in the form there."


class TypedForm(NamedTuple):
    """A form as it was sent: its address, all fields, those that people read, and whether that is all of it."""

    url: str
    fields: list[Field]
    words: list[Field]
    is_whole: bool


def find_typed_form(request: HttpRequest) -> TypedForm | None:
    """Return the form of this request if it may be shown again; None if it may not, or nobody typed anything."""
    if request.method != "POST" or not is_from_this_site(request) or not is_form_without_secrets(request):
        return None
    fields = [(name, value) for name, values in request.POST.lists() if name != CSRF_FIELD for value in values]
    if any(word in name.lower() for name, _ in fields for word in SECRET_FIELDS):
        return None
    files = [
        (describe_typed_field(name), f"{one.name} (not kept)") for name, sent in request.FILES.lists() for one in sent
    ]
    words = [
        (describe_typed_field(name), describe_typed_value(name, value))
        for name, value in fields
        if is_filled_in_by_people(name) and value.strip()
    ] + files
    if not words or sum(len(name) + len(value) for name, value in fields) > LONGEST_KEPT_VALUE:
        return None
    return TypedForm(request.get_full_path(), fields, words, not files)


def is_form_without_secrets(request: HttpRequest) -> bool:
    """Return whether the form is one of ours that holds no secrets."""
    match = request.resolver_match
    return bool(match and match.namespace in OUR_NAMESPACES and match.view_name not in NEVER_SHOWN_AGAIN)


def is_filled_in_by_people(name: str) -> bool:
    """Return whether a field is one that people fill in."""
    return name not in MACHINE_FIELDS and not name.startswith(INITIAL_PREFIX)


def describe_typed_value(name: str, value: str) -> str:
    """Return a value as people read it: for the key of an opponent, their name."""
    chosen = name == "opponent" and value.isascii() and value.isdecimal() and len(value) < 10
    found = Player.objects.filter(pk=int(value)).first() if chosen else None
    return found.itself.name if found else value


def describe_typed_field(name: str) -> str:
    """Return the name of a field as people read it."""
    return " ".join(name.replace("_", " ").replace("-", " ").split()).capitalize()


def render_refused_form(
    request: HttpRequest, title: str, text: str, url: str, button: str, found: TypedForm | None, status: int = 403
) -> HttpResponse:
    """Return the page that says why a form was refused and what to do, with what was typed; htmx puts it on the page.

    If there is nothing to show that was typed, htmx leaves the page as it is, and says so itself.
    """
    swaps = bool(found) and wants_partial(request)
    context: dict[str, object] = {"title": title, "text": text, "again": url, "label": button, "typed": found}
    context["status"] = status
    context |= {"messages": ()} if found else {}  # a message would cover the button
    response = render(request, "403_csrf.html", context, status=422 if swaps else status)
    for name, value in WHOLE_PAGE_HEADERS.items() if swaps else ():
        response[name] = value
    return response


def answer_csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a CSRF failure: redirect somebody who is signed in and only wanted to sign in; tell others what to do."""
    match = request.resolver_match
    wanted = bool(match and match.view_name in SIGN_IN_VIEWS)
    there = choose_own_url(request, request.POST.get("next"), request.GET.get("next"))
    if wanted and request.user.is_authenticated:
        messages.info(request, "You are already signed in.")
        return HttpResponseRedirect(there, status=303)
    text = NO_COOKIE if reason == REASON_NO_CSRF_COOKIE else OLDER_THAN_SIGN_IN
    if wanted:
        url = f"{reverse('account_login')}?{urlencode({'next': there})}"
        return render_refused_form(request, REFUSAL_TITLE, f"{text} You were not signed in.", url, "Sign in", None)
    found = find_typed_form(request) if text == OLDER_THAN_SIGN_IN else None
    url = choose_own_url(request, request.headers.get("Referer"))
    kept = NOTHING_WAS_KEPT if found is None else TYPED_IS_KEPT if found.is_whole else NO_FILE
    return render_refused_form(request, REFUSAL_TITLE, f"{text} {kept}", url, "Open the page again", found)


class WayIn(NamedTuple):
    """What somebody has to do before a form is taken: a title, the step, the words and address of a button.

    `takes_it` says whether the same form can be sent after that.
    """

    title: str
    way: str
    button: str
    url: str = ""
    takes_it: bool = True


SIGN_IN = WayIn("You were signed out", "Sign in", "Sign in")
VENUE_WAY_IN = WayIn(
    "The venue code is needed again",
    "The code has changed, or your twelve hours are over. Enter the code",
    "Enter the code",
)
MEMBER_WAY_IN = WayIn("You are signed in", "Report it as yourself", "Report it", takes_it=False)
FACTOR_WAY_IN = WayIn(
    "Set up your second factor", "The club asks its organisers for a second factor. Set it up", "Set it up"
)


class SignedOutMiddleware:
    """Shows what was typed instead of a redirect to the sign-in or the venue code, with a button that leads there."""

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
        then = SEND_AGAIN if found.is_whole else FILL_IN_THERE
        text = f"Nothing was saved. {door.way} in the new tab that opens, then {then}"
        return render_refused_form(request, door.title, text, door.url, door.button, found)


def find_way_in(request: HttpRequest, response: HttpResponse, match: ResolverMatch) -> WayIn | None:
    """Return what an answer asks the reader to do first, for a browser or for htmx; None if it asks for nothing."""
    if getattr(response, "template_name", "") == FACTOR_TEMPLATE:
        return FACTOR_WAY_IN._replace(url=reverse("mfa_activate_totp"))
    url = (response.headers.get("HX-Redirect") or response.headers.get("Location") or "").partition("?")[0]
    if request.user.is_authenticated:
        return MEMBER_WAY_IN._replace(url=url) if url and match.view_name in VENUE_VIEWS else None
    if match.view_name in BY_ITSELF:
        return None
    if url == reverse("account_login"):
        back = urlencode({"next": choose_own_url(request, request.headers.get("Referer"))})
        return SIGN_IN._replace(url=f"{url}?{back}")
    if match.view_name in VENUE_VIEWS and url == reverse("ladder:at_venue", args=[match.kwargs["ladder"]]):
        return VENUE_WAY_IN._replace(url=url)
    return None
