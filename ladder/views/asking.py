"""What an address asks for after its question mark."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def number(request: HttpRequest, name: str) -> int | None:
    """Return the whole number that was asked for; anything else, or one too large for a key, asks for nothing."""
    return whole(request.GET.get(name, ""))


def revision(request: HttpRequest) -> int:
    """Return the version of the match that was shown when this was posted; one that can't be read is none."""
    found = whole(request.POST.get("revision", ""))
    return -1 if found is None else found


def back(request: HttpRequest, usual: str) -> str:
    """Return the page of this site that the posted form came from, or else the usual one."""
    asked = request.POST.get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, None) else usual


def whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
