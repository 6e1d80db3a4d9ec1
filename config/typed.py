"""What was typed in a form that could not be taken: shown again, with a button that sends it, where that is safe.

Another site's form ends here as well, and a button that sends its fields would be an attack by one click. So nothing
is offered unless the browser says that the form stood on a page of this site (decision 0024). Nothing is stored.
"""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.htmx import wants_partial
from players.models import Player

OURS = {"ladder", "players"}  # the addresses of accounts, of allauth and of the admin are never offered
NEVER = {"ladder:setup", "ladder:restore", "ladder:at_venue", "ladder:venue_code", "players:invite", "players:claim"}
SECRET = ("password", "code", "secret")
MACHINE = {"form_key", "token", "revision", "preview", "sure", "seen", "shown", "fixes", "zone", "packed"}
MACHINE |= {"challenge", "back", "next", "for"}  # the way to a page and from it; those above are about the page
INITIAL = "initial-"  # what Django's forms compare with, hidden
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
LONGEST = 50_000  # characters of all names and values
WHOLE = {"HX-Retarget": "#main", "HX-Reselect": "#main", "HX-Reswap": "outerHTML"}

Field = tuple[str, str]


class TypedForm(NamedTuple):
    """A form as it was sent: its address on this site, every field, what people read of it, and whether that is all."""

    url: str
    fields: list[Field]
    words: list[Field]
    is_whole: bool


def find_typed_form(request: HttpRequest) -> TypedForm | None:
    """Return what this request sent, where it may be shown again; nothing where no words of anybody are in it."""
    if request.method != "POST" or not is_from_this_site(request) or not is_form_without_secrets(request):
        return None
    fields = [(name, value) for name, values in request.POST.lists() if name != TOKEN for value in values]
    if any(word in name.lower() for name, _ in fields for word in SECRET):
        return None
    files = [
        (describe_typed_field(name), f"{one.name} (not kept)") for name, sent in request.FILES.lists() for one in sent
    ]
    words = [
        (describe_typed_field(name), describe_typed_value(name, value))
        for name, value in fields
        if is_filled_in_by_people(name) and value.strip()
    ] + files
    if not words or sum(len(name) + len(value) for name, value in fields) > LONGEST:
        return None
    return TypedForm(request.get_full_path(), fields, words, not files)


def is_from_this_site(request: HttpRequest) -> bool:
    """Whether the browser says that the form stood on a page of this site, in every header that it sends about it."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    own, origin = f"{request.scheme}://{request.get_host()}", request.headers.get("Origin")
    return request.headers.get("Referer", "").startswith(f"{own}/") if origin is None else origin == own


def is_form_without_secrets(request: HttpRequest) -> bool:
    """Whether the form is one of ours without secrets."""
    match = request.resolver_match
    return bool(match and match.namespace in OURS and match.view_name not in NEVER)


def is_filled_in_by_people(name: str) -> bool:
    """Whether a field is one that people fill in."""
    return name not in MACHINE and not name.startswith(INITIAL)


def describe_typed_value(name: str, value: str) -> str:
    """Return a value as people chose it: an opponent is sent as a number, and read as a name."""
    chosen = name == "opponent" and value.isascii() and value.isdecimal() and len(value) < 10
    found = Player.objects.filter(pk=int(value)).first() if chosen else None
    return found.itself.name if found else value


def describe_typed_field(name: str) -> str:
    """Return the name of a field as people read it."""
    return " ".join(name.replace("_", " ").replace("-", " ").split()).capitalize()


def render_refused_form(
    request: HttpRequest, title: str, text: str, url: str, button: str, found: TypedForm | None, status: int = 403
) -> HttpResponse:
    """Say why a form was not taken and where the way goes on, with what was typed; htmx shows it in the page's place.

    Without what was typed htmx leaves the page alone, and says so itself.
    """
    swaps = bool(found) and wants_partial(request)
    context: dict[str, object] = {"title": title, "text": text, "again": url, "label": button, "typed": found}
    context["status"] = status
    context |= {"messages": ()} if found else {}  # a message would cover the button
    response = render(request, "403_csrf.html", context, status=422 if swaps else status)
    for name, value in WHOLE.items() if swaps else ():
        response[name] = value
    return response
